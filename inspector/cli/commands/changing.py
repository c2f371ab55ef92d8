"""Commands that change facts: every one is one transaction, and `undo` takes it back."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from inspector.cli import output, shapes
from inspector.cli.commands.reading import NEVER, since
from inspector.cli.options import ONLY_READING, with_session
from inspector.cli.session import Session
from inspector.words import MACHINE_ZONE, day, quantity
from store.actors import is_import
from store.clock import to_iso
from store.errors import NotFound, Refused
from store.vocabulary import KINDS

if TYPE_CHECKING:
    from store.restoring import Mode
    from store.store import Store
    from store.values import Outcome

KEPT = 1000
"""So many newer changes are looked at to say which of them stay."""

Id = Annotated[str, typer.Argument(metavar="ID", help="The number (#412 or 412) or the id of the fact.")]
Kind = Annotated[str | None, typer.Option(metavar="K", help=", ".join(KINDS))]
Slot = Annotated[str | None, typer.Option(metavar="S", help="The attribute it fills, such as home.city.")]
Subject = Annotated[str | None, typer.Option(metavar="X", help="Whom it is about, if not the owner.")]
ValidFrom = Annotated[str | None, typer.Option(metavar="T", help="Since when it holds.")]
ValidTo = Annotated[str | None, typer.Option(metavar="T", help="Until when it holds.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    for function in (add, supersede, correct, end, retract, restore, pin, unpin, confirm):
        app.command()(with_session(function, never=ONLY_READING))
    app.command()(with_session(undo, everybody=True, never=ONLY_READING))
    app.command()(with_session(redo, everybody=True, never=ONLY_READING))


def add(
    session: Session,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What should be remembered; - reads it from stdin.")],
    *,
    kind: Kind = None,
    slot: Slot = None,
    subject: Subject = None,
    valid_from: ValidFrom = None,
    valid_to: ValidTo = None,
    observed_at: Annotated[str | None, typer.Option(metavar="T", help="When it was learned, if not now.")] = None,
    event_id: Annotated[str | None, typer.Option(metavar="E", help="The id of the event it comes from.")] = None,
) -> None:
    """Remember something new."""
    begins = session.time(valid_from, "valid from")
    ends = session.time(valid_to, "valid to")
    observed = session.time(observed_at, "observed at")
    if observed is not None and observed > session.now:
        raise Refused("observed_in_future", moment=to_iso(observed))
    words = session.text(text)
    _say_of_kind(kind)
    store = session.write(create=True)
    outcome = store.assert_fact(
        words,
        owner=session.owner_of_new(store),
        subject=subject,
        kind=kind or "other",
        slot=slot,
        valid_from=begins,
        valid_to=ends,
        observed_at=observed,
        event_id=event_id,
    )
    print_outcome(session, outcome, "Added")


def _say_of_kind(told: str | None) -> None:
    if told is not None and told not in KINDS:
        output.say(f"{told} is none of the kinds ({', '.join(KINDS)}); it is kept as told and treated as other.")


def supersede(
    session: Session,
    id: Id,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="What holds instead; - reads it from stdin.")],
    *,
    at: Annotated[str | None, typer.Option(metavar="T", help="From when on; now if not given.")] = None,
) -> None:
    """Say what holds instead. The old fact ends where the new one begins."""
    begins = session.time(at, "at")
    words = session.text(text)
    store = session.write()
    fact = session.fact(store, id)
    print_outcome(session, store.supersede(fact.number, words, at=begins, version=fact.version), "Superseded")


def correct(
    session: Session,
    id: Id,
    text: Annotated[str | None, typer.Argument(metavar="[TEXT]", help="The right words; - reads them from stdin.")] = None,
    *,
    valid_from: ValidFrom = None,
    valid_to: ValidTo = None,
    kind: Kind = None,
    slot: Slot = None,
) -> None:
    """Put right what was wrong from the start. The words, the dates, the kind or the slot."""
    given: dict[str, Any] = {"valid_from": session.time(valid_from, "valid from"), "kind": kind, "slot": slot}
    if valid_to is not None:
        given["valid_to"] = session.time(valid_to, "valid to")
    words = None if text is None else session.text(text)
    if words is None and all(value is None for value in given.values()):
        raise Refused("usage", why="Nothing to correct was given: TEXT, --valid-from, --valid-to, --kind or --slot.")
    store = session.write()
    fact = session.fact(store, id)
    if words == fact.text and all(value is None for value in given.values()):
        raise Refused("nothing_to_correct", fact=f"#{fact.number}")
    _say_of_kind(kind)
    print_outcome(session, store.correct(fact.number, words, version=fact.version, **given), "Corrected")


def end(
    session: Session,
    id: Id,
    *,
    at: Annotated[str | None, typer.Option(metavar="T", help="From when on it does not hold; now if not given.")] = None,
    until: Annotated[str | None, typer.Option(metavar="T", help="From when on it holds again.")] = None,
) -> None:
    """Say that it was true and is no longer."""
    ends, again = session.time(at, "at"), session.time(until, "until")
    store = session.write()
    fact = session.fact(store, id)
    outcome = store.end(fact.number, at=ends, until=again, version=fact.version)
    never = bool(outcome.facts) and outcome.facts[0].state == "retracted"
    print_outcome(session, outcome, "Retracted, as it would have ended before it began" if never else "Ended")


def retract(
    session: Session,
    id: Id,
    *,
    reason: Annotated[str | None, typer.Option(metavar="R", help="A word on why.")] = None,
) -> None:
    """Say that it was never true. What it had replaced gets its time back."""
    store = session.write()
    fact = session.fact(store, id)
    print_outcome(session, store.retract(fact.number, reason=reason, version=fact.version), "Retracted")


def restore(
    session: Session,
    id: Id,
    *,
    swap: Annotated[bool, typer.Option("--swap", help="It takes its time back from what replaced it.")] = False,
    from_now: Annotated[bool, typer.Option("--from-now", help="It holds again from now on; the past stays.")] = False,
    keep_both: Annotated[bool, typer.Option("--keep-both", help="Both hold; only without a slot.")] = False,
) -> None:
    """Let an invalidated fact hold again."""
    choices: tuple[tuple[Mode, bool], ...] = (("swap", swap), ("from_now", from_now), ("keep_both", keep_both))
    modes = [name for name, given in choices if given]
    if len(modes) > 1:
        raise Refused("usage", why="--swap, --from-now and --keep-both exclude one another.")
    store = session.write()
    fact = session.fact(store, id)
    print_outcome(session, store.restore(fact.number, mode=modes[0] if modes else None, version=fact.version), "Restored")


def pin(session: Session, id: Id) -> None:
    """Put a fact out of reach of everything automatic."""
    store = session.write()
    fact = session.fact(store, id)
    print_outcome(session, store.pin(fact.number, version=fact.version), "Pinned")


def unpin(session: Session, id: Id) -> None:
    """Let automatic changes reach a fact again."""
    store = session.write()
    fact = session.fact(store, id)
    print_outcome(session, store.unpin(fact.number, version=fact.version), "Unpinned")


def confirm(session: Session, id: Id) -> None:
    """Say that it is right, on your own word. Clears unverified, suspect and doubtful."""
    store = session.write()
    fact = session.fact(store, id)
    print_outcome(session, store.confirm(fact.number, version=fact.version), "Confirmed")


def undo(
    session: Session,
    which: Annotated[
        str | None,
        typer.Argument(
            metavar="[OPERATION]",
            help="Its number or id (with --sitting: the sitting's, or how it begins); the latest if not given.",
        ),
    ] = None,
    *,
    sitting: Annotated[bool, typer.Option("--sitting", help="All that was changed in a sitting at the inspector.")] = False,
) -> None:
    """Take back a change made by hand, or a whole sitting. Imports, settings and deletions stay."""
    store = session.write()
    if sitting:
        outcome = store.undo_sitting(None if which is None else _sitting(store, which))
        print_outcome(session, outcome, f"Undone, {quantity(outcome.undid, 'change')} of the sitting")
        return
    outcome = store.undo(which)
    if not session.json:
        _say_undone(store, outcome, newest=which is None)
    print_outcome(session, outcome, "Undone")


def redo(session: Session) -> None:
    """Bring back what the latest undo took back."""
    print_outcome(session, session.write().redo(), "Done again")


def _sitting(store: "Store", which: str) -> str:
    """Return the sitting whose id begins so.

    Raises:
        NotFound: `sitting_not_found`.
        Refused: `usage` when several begin so.
    """
    found = store.sittings(which) if which else ()
    if not found:
        raise NotFound("sitting_not_found", id=which)
    if len(found) > 1:
        raise Refused("usage", why=f"{len(found)} sittings begin with {which}; give more of it.")
    return found[0]


def _say_undone(store: "Store", outcome: "Outcome", *, newest: bool) -> None:
    """Say which change was undone, and of the newest one what is newer and stays."""
    from store.undoing import can_be_undone

    if outcome.operation is None:
        return
    [step] = store.changes(after=outcome.operation - 1, before=outcome.operation + 1)
    if step.undoes is None:
        return
    [undone] = store.changes(after=step.undoes - 1, before=step.undoes + 1)
    more = f" and {quantity(outcome.undid - 1, 'other')} made with it" if outcome.undid > 1 else ""
    output.say(
        f"Change {undone.number}{more} {'are' if more else 'is'} undone: {undone.verb}, {undone.actor}, {to_iso(undone.at)}."
    )
    kept = [
        one
        for one in store.changes(after=undone.number, before=step.number, limit=KEPT)
        if not can_be_undone(one.verb, one.actor)
    ]
    kinds = sorted({"an import" if is_import(one.actor) else one.verb for one in kept} - {"undo", "redo"})
    if newest and kinds:
        output.say(f"Newer changes cannot be undone and stay: {', '.join(kinds)}.")


def print_outcome(session: Session, outcome: "Outcome", done: str) -> None:
    """Print what a change did, for people or as JSON."""
    if session.json:
        output.print_json(shapes.outcome(outcome))
        return
    words = {
        "unchanged": "Nothing changed, that is known already",
        "deleted_before": "Nothing made, it was deleted before",
        "proposed": "Nothing made yet, another value holds from the same moment",
    }
    output.print_line(f"{words.get(outcome.result, done)}{':' if outcome.facts else '.'}")
    for fact in outcome.facts:
        end = f" until {day(fact.valid_to, MACHINE_ZONE)}" if fact.valid_to is not None else ""
        held = f", since {since(fact)}{end}" if fact.state != "retracted" else NEVER
        output.print_line(f"#{fact.number}  {fact.text}  ({fact.state}{held})")
    if outcome.until is not None:
        begins = f"#{outcome.next} begins" if outcome.next else "another begins"
        output.print_line(f"It holds until {to_iso(outcome.until)}, when {begins}.")
    if outcome.reopened:
        output.print_line(f"Time given back to {', '.join(f'#{number}' for number in outcome.reopened)}.")
    if outcome.conflict is not None:
        output.print_line(f"It may contradict #{outcome.conflict}; memory-inspector proposals --kind conflict shows both.")
