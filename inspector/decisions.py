"""Decisions on proposals: what is called on the store, what became of each, and how that is said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple
from uuid import uuid4

from inspector import door, words
from inspector.deeds import Said, why
from inspector.panes import proposal_words
from store.errors import NotFound, Refused, StoreError

if TYPE_CHECKING:
    from store.proposal import Other, Proposal
    from store.store import Store
    from store.values import Outcome

PAST = {
    "supersede": "Replaced",
    "correct": "Corrected",
    "add": "Wrote",
    "end": "Ended",
    "retract": "Retracted",
    "expire": "Expired",
    "confirm": "Confirmed",
}
ANSWERS = {1: "the first holds", 2: "the second holds", 3: "both hold", 4: "neither holds"}
OF_MANY = {1: "a series", 2: "the newest is true", 3: "all are true"}
LEFT = {
    "stale": ("had changed and stays waiting", "had changed and stay waiting"),
    "choice_needed": ("needs an answer", "need an answer"),
    "already_decided": ("was decided by somebody else", "were decided by others"),
    "not_readable": ("could not be read", "could not be read"),
}
"""Why some of a batch were left, for one and for several."""
UNDECIDED = {
    "choice_needed": "needs an answer. a goes to the answers.",
    "not_readable": "could not be read, so there is nothing to approve. e takes it in your own words, x rejects it.",
    "proposal_not_found": "is not there any more. R reads the queue again.",
}
"""Why a proposal was not decided, where the store names it by its number."""


@dataclass(frozen=True)
class Decision:
    """What is decided.

    Args:
        verb: To do it or not.
        choice, other, slot: The answer to a conflict.
        text: Other words.
        representative, members: Who stays and who goes, of a merge.
    """

    verb: Literal["approve", "reject"]
    choice: int | None = None
    other: Other | None = None
    slot: str | None = None
    text: str | None = None
    representative: int | None = None
    members: tuple[int, ...] | None = None


class Decided(NamedTuple):
    """What became of a decision, by proposal as it was painted; `now` are all of them as they are since."""

    decision: Decision
    done: tuple[tuple[Proposal, Outcome], ...] = ()
    refused: tuple[tuple[Proposal, StoreError], ...] = ()
    now: tuple[Proposal, ...] = ()

    @property
    def guarded(self) -> StoreError | None:
        """The lock that kept a batch from being approved, if one did."""
        return next((error for _, error in self.refused if error.reason == "volume_guard"), None)


def carry_out(store: Store, decision: Decision, proposals: Sequence[Proposal]) -> Decided:
    """Decide every proposal, as it was painted, each in its own transaction; called in a thread."""
    batch = str(uuid4()) if len(proposals) > 1 else None
    done: list[tuple[Proposal, Outcome]] = []
    refused: list[tuple[Proposal, StoreError]] = []
    for proposal in proposals:
        try:
            done.append((proposal, _decide(store, decision, proposal, batch)))
        except (Refused, NotFound) as error:
            refused.append((proposal, error))
        except StoreError as error:
            refused.append((proposal, error))
            break
    return Decided(decision, tuple(done), tuple(refused), _read(store, proposals))


def _decide(store: Store, decision: Decision, proposal: Proposal, batch: str | None) -> Outcome:
    if decision.verb == "reject":
        return store.proposals.reject(proposal.number, seen=proposal.seen, batch=batch)
    if batch is not None and (reason := _not_in_a_batch(proposal)) is not None:
        raise Refused(reason, proposal=proposal.number, fact=f"#{(proposal.moved or (0,))[0]}")
    return store.proposals.approve(
        proposal.number,
        seen=proposal.seen,
        choice=decision.choice,
        other=decision.other,
        slot=decision.slot,
        text=decision.text,
        representative=decision.representative,
        members=decision.members,
        batch=batch,
    )


def _not_in_a_batch(proposal: Proposal) -> str | None:
    if proposal.state == "stale":
        return "stale"
    if proposal.kind == "conflict":
        return "choice_needed"
    return "not_readable" if proposal.verdict == "unreadable" else None


def _read(store: Store, proposals: Sequence[Proposal]) -> tuple[Proposal, ...]:
    found: list[Proposal] = []
    for proposal in proposals:
        try:
            found.append(store.proposals.one(proposal.number))
        except StoreError:
            continue
    return tuple(found)


def said(decided: Decided, *, hidden: bool = False) -> Said:
    """Return the toast: past tense, the undo key, and what was left and why."""
    if len(decided.done) == 1 and not decided.refused:
        proposal, _ = decided.done[0]
        return Said(f"{_said_of_one(decided.decision, proposal, hidden)} z undoes it.")
    if not decided.done and len(decided.refused) == 1:
        return said_of_refusal(*decided.refused[0], hidden=hidden)
    verb = "Approved" if decided.decision.verb == "approve" else "Rejected"
    parts = [f"{verb} {len(decided.done) or 'none'}"]
    reasons = Counter(error.reason for _, error in decided.refused)
    for reason, count in reasons.items():
        one, many = LEFT.get(reason, ("was refused", "were refused"))
        parts.append(f"{count} {one if count == 1 else many}")
    tail = " z undoes them." if decided.done else ""
    return Said(f"{', '.join(parts)}.{tail}", "warning" if decided.refused else "information")


def said_of_refusal(proposal: Proposal, error: StoreError, *, hidden: bool = False) -> Said:
    """Return why a decision was not taken; the proposal is named by what is read of it, as no number of it is shown."""
    which = f"The {door.plain(proposal.kind)}" + ("" if hidden else f' "{_about(proposal, hidden)}"')
    if error.reason == "already_decided":
        by, at = door.plain(str(error.details.get("by"))), door.plain(str(error.details.get("at")))
        return Said(f"{which} was {error.details.get('state')} by {by} at {at}. Passed over.", "warning")
    if error.reason in UNDECIDED:
        return Said(f"{which} {UNDECIDED[error.reason]}", "warning")
    text = f"Not done: {why(error)}"
    return Said(text, "warning" if isinstance(error, (Refused, NotFound)) else "error")


def _said_of_one(decision: Decision, proposal: Proposal, hidden: bool) -> str:
    about = _about(proposal, hidden)
    if decision.verb == "reject":
        return _sentence(f"Rejected: {about}")
    if decision.text is not None:
        return "Written in your own words." if hidden else _sentence(f"Wrote: {words.shortened(decision.text)}")
    if proposal.kind == "conflict":
        choice = decision.choice or 0
        said = ANSWERS.get(choice, "") if len(proposal.items) <= 2 else OF_MANY.get(choice, "one is true")
        return f"Answered {choice}: {said}."
    if proposal.kind == "merge":
        kept = decision.representative
        kept = kept or next((item.fact.number for item in proposal.items if item.role == "representative"), 0)
        gone = len(decision.members) if decision.members is not None else len(proposal.items) - 1
        return f"Merged {gone} into #{kept}."
    return _sentence(f"{PAST.get(proposal.kind, 'Approved')}: {about}")


def _about(proposal: Proposal, hidden: bool) -> str:
    if hidden:
        return f"{door.plain(proposal.kind)}, its text hidden"
    told = proposal_words.what(proposal)
    return words.shortened(told.second if proposal.kind in ("merge", "supersede", "correct") else told.first)


def _sentence(text: str) -> str:
    return text if text.endswith(("…", ".", "!", "?")) else f"{text}."
