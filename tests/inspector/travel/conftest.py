"""A store in a file with two years of one person's life in it, told late, ahead, wrongly and in time."""

from pathlib import Path

import pytest

from store.clock import SECOND, FixedClock
from store.store import Store, create_store
from store.values import EvidenceInput, SourceInput
from tests.inspector.ledger.tellings import at

PRESENT = "2026-11-27 12:00"


class Life:
    """Writes the store, moving its clock."""

    def __init__(self, store: Store, clock: FixedClock) -> None:
        self.store = store
        self.clock = clock

    def heard(self, text: str, ref: str) -> tuple[EvidenceInput, ...]:
        """Let Ana say something a minute ago."""
        self.clock.at -= 60 * SECOND
        said = self.store.add_source(
            SourceInput(f"I tell you: {text}", self.clock.at, ref=ref, conversation="chat", author="ana")
        )
        self.clock.at += 60 * SECOND
        return (EvidenceInput(said.number, text),)

    def told(
        self, known: str, text: str, ref: str, *, slot: str | None = None, since: str | None = None, until: str | None = None
    ) -> int:
        """Ana states a fact; returns its number."""
        self.clock.at = at(known)
        outcome = self.store.assert_fact(
            text,
            owner="ana",
            slot=slot,
            valid_from=at(since) if since else None,
            valid_to=at(until) if until else None,
            evidence=self.heard(text, ref),
        )
        return outcome.facts[0].number


def write(path: Path) -> None:
    """Write the whole life."""
    clock = FixedClock(at("2024-01-01"))
    with create_store(path, clock=clock, actor="person:ana") as store:
        life = Life(store, clock)
        life.told("2024-09-02", "Lives in Porto", "m-900", slot="home.city")
        coffee = life.told("2025-06-01", "Likes strong coffee at any hour", "m-1100", since="2025-06-01")
        life.told("2025-06-14", "Lives in Lisbon", "m-1120", slot="home.city", since="2025-09-01", until="2025-12-01")
        life.told("2026-01-18", "Wants short answers, no bullet lists", "m-1800", since="2026-01-18")
        braga = life.told("2026-04-02 10:00", "Lives in Braga", "m-2203", slot="home.city", since="2026-03-21")
        clock.at = at("2026-04-20 18:30")
        store.correct(braga, "Lives in Guimarães", evidence=life.heard("Not Braga, I was too quick!", "m-2291"))
        life.told("2026-05-11", "Never coffee after six in the evening", "m-2400", since="2026-05-11")
        store.end(coffee, at=at("2026-05-11"))
        life.told("2026-10-20", "Lives in Coimbra", "m-2755", slot="home.city", since="2027-01-10")


@pytest.fixture(scope="session")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of the store, written once."""
    folder = tmp_path_factory.mktemp("life")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEMORY_INSPECTOR_KEYS", str(folder / "keys"))
        write(folder / "memory.db")
    return (folder / "memory.db").read_bytes()


@pytest.fixture
def life(db: Path, written: bytes) -> Path:
    """A copy of the store for one test."""
    db.write_bytes(written)
    db.chmod(0o600)
    return db
