"""What there is to do with a store, looked up where it is defined: a test that goes through all of it notices what is new."""

from store.deletions import Deletions
from store.proposals import Proposals, Rules
from store.store import Store
from store.verbs import Verbs
from store.writes import Writes

FACADES = {"Store": (Store, Verbs, Writes), "Proposals": (Proposals,), "Rules": (Rules,), "Deletions": (Deletions,)}
READING = {
    "Proposals.page", "Proposals.place", "Proposals.count", "Proposals.tally", "Proposals.waiting", "Proposals.one", "Proposals.review",
    "Proposals.effect", "Proposals.about", "Rules.list", "Deletions.preview", "Deletions.pending", "Deletions.list", "Deletions.one",
    "Deletions.present", "Store.check", "Store.close", "Store.catch_up",
}  # fmt: skip
"""What changes nothing; all of `Reads` does not either."""
DOORS = {"Store.change", "Store.write", "Store.noting", "Store.raw"}
"""What the others write through."""


def commands() -> set[str]:
    """Return the names of all commands."""
    import typer.main

    from inspector.cli.app import app

    return set(typer.main.get_command(app).commands)  # type: ignore[attr-defined]


def public() -> set[str]:
    """Return what the store and its parts offer, as `Store.pin`; what only reads is not among it where that is known by its class."""
    return {
        f"{title}.{name}"
        for title, classes in FACADES.items()
        for part in classes
        for name, held in vars(part).items()
        if callable(held) and not name.startswith("_")
    }


def writing() -> set[str]:
    """Return what changes a store; what is new counts as that until it is listed as reading."""
    return public() - READING - DOORS
