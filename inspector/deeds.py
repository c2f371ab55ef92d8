"""Changes as the inspector makes them: what is called on the store, and how the outcome is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from datetime import tzinfo
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

from inspector import door, words
from store.actors import is_import
from store.errors import NotFound, Refused, StoreError

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

    from store.store import Store
    from store.values import Fact, Operation, Outcome

STEPS = ("undo", "redo")
ASK_ABOVE = 20
LOOKED_THROUGH = 50
"""So many changes are looked through for one that cannot be undone."""
PAST = {
    "assert": "Wrote",
    "supersede": "Replaced",
    "correct": "Corrected",
    "end": "Ended",
    "retract": "Retracted",
    "restore": "Restored",
    "pin": "Pinned",
    "unpin": "Unpinned",
    "confirm": "Confirmed",
    "expire": "Expired",
    "merge": "Merged",
    "undo": "Undid",
    "redo": "Redid",
    "approve": "Approved",
    "reject": "Rejected",
    "keep": "Kept",
    "rule": "Made a rule",
    "unrule": "Lifted a rule",
    "acknowledge": "Lifted a lock",
    "propose": "Proposed",
    "delete": "Deleted for good",
    "lift": "Lifted a block",
    "accept": "Accepted a cut log",
}
PRESENT = {
    "supersede": "Replace",
    "correct": "Correct",
    "end": "End",
    "retract": "Retract",
    "restore": "Restore",
    "pin": "Pin",
    "unpin": "Unpin",
    "confirm": "Confirm",
}
NOT = {
    "assert": "Not written",
    "supersede": "Not replaced",
    "correct": "Not corrected",
    "end": "Not ended",
    "retract": "Not retracted",
    "restore": "Not restored",
    "pin": "Not pinned",
    "unpin": "Not unpinned",
    "confirm": "Not confirmed",
    "undo": "Not undone",
    "redo": "Not redone",
}
GONE = {"fact_not_found": "#", "proposal_not_found": "proposal ", "source_not_found": "message "}
"""What was deleted for good while it was shown, by reason code."""
GENTLE = ("pin", "unpin", "confirm")

Call = Callable[["Store", "Fact | None", str | None], "Outcome"]


class Deed(NamedTuple):
    """A change to make to some facts.

    Args:
        verb: What it is, a key of `PAST`.
        call: Makes it to one fact (`None` when a new one is written), as part of a batch.
    """

    verb: str
    call: Call


class Result(NamedTuple):
    """What became of a deed; the facts as they were painted when it was decided."""

    verb: str
    done: tuple[tuple[Fact | None, Outcome], ...] = ()
    refused: tuple[tuple[Fact | None, StoreError], ...] = ()
    undone: tuple[Operation, ...] = ()
    sitting: str | None = None
    """The sitting in which a change was undone or made again."""
    past_deletion: bool = False
    """Something was deleted for good since the change that was undone, and after the last such step."""

    @property
    def numbers(self) -> list[int]:
        """The facts that were changed."""
        return [fact.number for fact, _ in self.done if fact is not None]


class Said(NamedTuple):
    """A toast."""

    text: str
    severity: SeverityLevel = "information"


def carry_out(store: Store, deed: Deed, facts: Sequence[Fact | None]) -> Result:
    """Make a change to every fact, each in its own transaction, all in one batch; called in a thread."""
    batch = str(uuid4()) if len(facts) > 1 else None
    done: list[tuple[Fact | None, Outcome]] = []
    refused: list[tuple[Fact | None, StoreError]] = []
    for fact in facts:
        try:
            done.append((fact, deed.call(store, fact, batch)))
        except (Refused, NotFound) as error:
            refused.append((fact, error))
        except StoreError as error:
            refused.append((fact, error))
            break
    return Result(deed.verb, tuple(done), tuple(refused))


def step_back(store: Store, verb: str, operation: int | None = None) -> Result:
    """Undo or redo the latest change, or undo one alone, and find out what it was; called in a thread."""
    try:
        outcome = store.undo(operation) if verb == "undo" else store.redo()
    except StoreError as error:
        return Result(verb, refused=((None, error),), past_deletion=verb == "undo" and _deleted_between(store, 0, None))
    undone: tuple[Operation, ...] = ()
    meant = step = outcome.operation
    while meant is not None:
        undone = store.changes(after=meant - 1, before=meant + 1, limit=1)
        meant = undone[0].undoes if undone else None
    deleted = verb == "undo" and operation is None and bool(undone) and _deleted_between(store, undone[0].number, step)
    return Result(verb, ((None, outcome),), undone=undone, sitting=store.sitting, past_deletion=deleted)


def _deleted_between(store: Store, undone: int, step: int | None) -> bool:
    """Whether a deletion is newer than what a step took back; one that an earlier step went past already is not."""
    for newer in store.changes(after=undone, before=step, limit=LOOKED_THROUGH):
        if newer.verb in STEPS:
            return False
        if newer.verb == "delete":
            return True
    return False


def said(result: Result, zone: tzinfo, *, hidden: bool = False, owner: str | None = None) -> Said:
    """Return the toast: past tense, the fact shortened, the undo key.

    Args:
        owner: Whose memory is shown; what is undone of another's names them.
    """
    if result.verb in STEPS:
        return _said_of_step(result, zone, hidden, owner)
    past = PAST.get(result.verb, result.verb)
    if len(result.done) == 1 and not result.refused:
        return _said_of_one(result, past, zone, hidden)
    if not result.done and len(result.refused) == 1:
        return _refusal(result.verb, result.refused[0][1])
    stale = sum(error.reason == "stale" for _, error in result.refused)
    others = len(result.refused) - stale
    parts = [f"{past} {len(result.done)}"] if result.done else [f"{past} none"]
    if stale:
        parts.append(f"{stale} had changed and {'stays' if stale == 1 else 'stay'} as {'it was' if stale == 1 else 'they were'}")
    if others:
        parts.append(f"{others} refused: {door.plain(result.refused[-1][1].message).rstrip('.')}")
    pinned = sum(fact is not None and fact.pinned for fact, _ in result.done) if result.verb not in GENTLE else 0
    if pinned:
        parts.append(f"{pinned} of them pinned")
    tail = " z undoes them." if result.done else ""
    return Said(f"{', '.join(parts)}.{tail}", "warning" if result.refused or pinned else "information")


def by_hand(operations: Sequence[Operation]) -> list[Operation]:
    """Return the changes a person made; what an import brought in is counted as such."""
    return [operation for operation in operations if not is_import(operation.actor)]


def summary(operations: Sequence[Operation], approved: Collection[int] = ()) -> str:
    """Return what a sitting came to: "4 approved, 3 corrected, 1 ended".

    Args:
        approved: The operations in which proposals were approved; others of the same batches are parts of them.
    """
    stands = [one for one in operations if one.undone_by is None and one.verb not in (*STEPS, "acknowledge")]
    batches = {one.batch for one in stands if one.number in approved and one.batch is not None}
    decided = sum(one.number in approved for one in stands)
    counts = Counter(one.verb for one in stands if one.number not in approved and (one.batch is None or one.batch not in batches))
    counts["approve"] = decided
    counts = +counts
    return ", ".join(f"{count} {PAST.get(verb, verb).lower()}" for verb, count in counts.most_common())


def can_be_undone(operations: Sequence[Operation]) -> bool:
    """Whether any of some changes stands and can be taken back."""
    from store.undoing import can_be_undone

    return any(one.undone_by is None and one.verb not in STEPS and can_be_undone(one.verb, one.actor) for one in operations)


def in_the_way(error: StoreError) -> list[int]:
    """Return the numbers of the facts a refusal names."""
    return list(error.details.get("facts", ()))


def name(fact: Fact | None, hidden: bool) -> str:
    """Return a fact as a toast names it."""
    if fact is None:
        return "the fact"
    return f"#{fact.number}" if hidden else words.shortened(fact.text)


def _said_of_one(result: Result, past: str, zone: tzinfo, hidden: bool) -> Said:
    fact, outcome = result.done[0]
    shown = name(_named_by(result.verb, fact, outcome), hidden)
    if outcome.result == "unchanged" or outcome.operation is None:
        return Said(f"Nothing changed: {shown}")
    never = result.verb == "end" and any(one.state == "retracted" for one in outcome.facts if fact and one.number == fact.number)
    parts = [f"Retracted, as it would have ended before it began: {shown}" if never else f"{past}: {shown}"]
    if fact is not None and fact.pinned and result.verb not in GENTLE:
        parts.append("It was pinned.")
    if outcome.until is not None:
        next_one = f", when #{outcome.next} begins" if outcome.next else ""
        parts.append(f"It holds until {words.when(outcome.until, zone)}{next_one}.")
    if outcome.reopened:
        again = ", ".join(f"#{number}" for number in outcome.reopened[:3])
        parts.append(f"{again} {'holds' if len(outcome.reopened) == 1 else 'hold'} again.")
    if outcome.conflict:
        parts.append(f"It may contradict #{outcome.conflict}.")
    parts.append("z undoes it.")
    first, *rest = parts
    text = f"{first}{'' if first.endswith(('…', '.', '!', '?')) else '.'} {' '.join(rest)}"
    warns = outcome.conflict is not None or (fact is not None and fact.pinned and result.verb not in GENTLE)
    return Said(text, "warning" if warns else "information")


def _named_by(verb: str, fact: Fact | None, outcome: Outcome) -> Fact | None:
    """Return the fact a toast names: the new one where there was none, or where the old one was wrong."""
    if verb == "correct" and outcome.facts:
        return max(outcome.facts, key=lambda one: one.number)
    return outcome.facts[0] if outcome.facts and fact is None else fact


def _said_of_step(result: Result, zone: tzinfo, hidden: bool, owner: str | None) -> Said:
    if result.refused:
        error = result.refused[0][1]
        if error.reason in ("nothing_to_undo", "nothing_to_redo"):
            return Said(
                "The deletion stays; there is nothing else to undo." if result.past_deletion else f"Nothing to {result.verb}."
            )
        return _refusal(result.verb, error)
    outcome = result.done[0][1]
    meant = result.undone[0] if result.undone else None
    past = "Undone" if result.verb == "undo" else "Done again"
    if result.past_deletion:
        past = f"The deletion stays; {past.lower()}"
    other_owner = meant.owner if meant is not None and owner not in (None, meant.owner) else None
    if other_owner is not None:
        past = f"{past}, of {door.one_line(other_owner, 24)}"
    what = PAST.get(result.undone[0].verb, result.undone[0].verb).lower() if result.undone else ""
    if outcome.undid > 1 and what:
        what = f"{outcome.undid} {what}" if len(outcome.facts) in (0, outcome.undid) else f"{outcome.undid} changes"
    many = name(outcome.facts[0], hidden) if outcome.facts else ""
    if len(outcome.facts) > 1:
        many = f"{many} and {len(outcome.facts) - 1} more"
    other = "Z does it again." if result.verb == "undo" else "z undoes it."
    shown = ": ".join(part for part in (f"{past}, {what}" if what else past, many) if part)
    before = (
        f" It was made {words.minute(meant.at, zone)}, not in this sitting." if meant and meant.sitting != result.sitting else ""
    )
    beyond = before or other_owner is not None
    return Said(f"{shown}{'' if shown.endswith('…') else '.'}{before} {other}", "warning" if beyond else "information")


def why(error: StoreError) -> str:
    """Return why something was not done, and what helps; what is not there any more was shown, so it was deleted."""
    if error.reason in GONE:
        return f"{GONE[error.reason]}{str(error.details.get('id', '')).lstrip('#')} was deleted for good meanwhile."
    return f"{door.plain(error.message)} {door.plain(error.next)}"


def _refusal(verb: str, error: StoreError) -> Said:
    text = f"{NOT.get(verb, 'Not done')}: {why(error)}"
    return Said(text, "warning" if isinstance(error, Refused) else "error")
