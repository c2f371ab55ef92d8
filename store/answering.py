"""The answers to a conflict. Of two facts the first holds, the second holds, both hold, or neither does.

Of more than two, each followed the one before it, the newest holds, all hold, or one of the others does. Where one holds, a person
says of the rest that it ended, or that it was never true. Nothing is ever taken for granted.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from store import asserting, ending
from store.change import Change, Statement
from store.clock import FOREVER, Instant
from store.errors import Refused
from store.ids import fold
from store.proposal import Other
from store.spans import Span, join
from store.stating import Done, New, evidence_of

FIRST, SECOND, BOTH, NEITHER = 1, 2, 3, 4
SERIES, NEWEST, ALL = 1, 2, 3


def choices(facts: int) -> range:
    """Return the numbers of the answers to a conflict of so many facts; a statement that was not taken in counts as one."""
    return range(FIRST, NEITHER + 1) if facts <= 2 else range(SERIES, facts + ALL)


def picked(facts: int, choice: int) -> int | None:
    """Return the place of the fact that alone holds under an answer; from 4 on, those before the newest, one after another."""
    if facts <= 2:
        return choice - 1 if choice in (FIRST, SECOND) else None
    return None if choice in (SERIES, ALL) else facts + 2 - choice if choice > ALL else facts - 1


def choice_of(facts: int, place: int) -> int:
    """Return the answer to a conflict of more than two facts under which the one in a place alone holds."""
    return NEWEST if place == facts - 1 else facts + 2 - place


def asks_other(facts: int, choice: int) -> bool:
    """Whether it must be said what became of the facts that do not hold."""
    return picked(facts, choice) is not None


def answer(change: Change, first: Statement, second: Statement, choice: int, other: Other | None, slot: str | None) -> Done:
    """Answer a conflict between two facts.

    Args:
        other: What is said of the fact that does not hold; needed for 1 and 2.
        slot: The second fact's own slot; needed for 3 where both stand in one.

    Raises:
        Refused: `other_needed`, `slot_needed`, and what the changes are refused for.
    """
    if choice == BOTH:
        return _keep_both(change, first, second, slot)
    if choice == NEITHER:
        held = [fact for fact in (first, second) if fact.live]
        done = [ending.retract(change, fact) for fact in held]
        if not done:
            return _as_it_stands(change, first, second)
        return _together(done)
    if other is None:
        raise Refused("other_needed")
    winner, loser = (first, second) if choice == FIRST else (second, first)
    if other == "never":
        return ending.retract(change, loser) if loser.live else _as_it_stands(change, winner, loser)
    return _ended(change, winner, loser)


def answer_new(
    change: Change,
    held: Statement,
    new: New,
    begins: tuple[Instant | None, bool],
    choice: int,
    other: Other | None,
    slot: str | None,
) -> Done:
    """Answer a conflict between a fact and a statement that could not be taken in beside it.

    Args:
        begins: When the statement begins, microseconds UTC, and whether that was told.

    Raises:
        Refused: as `answer`.
    """
    if choice == FIRST:
        return _as_it_stands(change, held)
    if choice == NEITHER:
        return ending.retract(change, held)
    if choice == BOTH:
        if not slot:
            raise Refused("slot_needed")
        start, exact = begins
        own = replace(new, slot=slot)
        return asserting.assert_fact(change, own, valid_from=start, valid_from_exact=exact, automatic=True)
    if other is None:
        raise Refused("other_needed")
    if other == "never":
        return asserting.correct(change, held, new, automatic=True)
    return asserting.supersede(change, held, new, automatic=True)


def answer_many(change: Change, facts: Sequence[Statement], choice: int, other: Other | None) -> Done:
    """Answer a conflict between more than two facts, which stand in the order in which they were observed.

    Args:
        other: What is said of the facts that do not hold; needed where one does. Those in the same words are merged into that one.

    Raises:
        Refused: `other_needed`, and what the changes are refused for.
    """
    if choice == ALL:
        return _as_it_stands(change, *facts)
    if choice == SERIES:
        there = [fact for fact in facts if fact.live]
        return _together(
            [_ended(change, later, earlier) for earlier, later in pairwise(there)] or [_as_it_stands(change, *facts)]
        )
    if other is None:
        raise Refused("other_needed")
    winner = facts[picked(len(facts), choice) or 0]
    rest = [fact for fact in facts if fact is not winner and fact.live]
    same = [fact for fact in rest if fold(fact.text) == fold(winner.text) and _holds_now(change, fact)]
    done = [ending.merge(change, same, winner)] if same and _holds_now(change, winner) else []
    for fact in rest:
        if fact not in same or not done:
            done.append(ending.retract(change, fact) if other == "never" else _ended(change, winner, fact))
    return _together(done or [_as_it_stands(change, *facts)])


def _holds_now(change: Change, fact: Statement) -> bool:
    return any(span.holds(change.now()) for span in fact.live)


def _together(done: Sequence[Done]) -> Done:
    """Return several changes as one."""
    facts = dict.fromkeys(number for one in done for number in one.facts)
    return replace(done[-1], facts=tuple(facts), reopened=tuple(number for one in done for number in one.reopened))


def _keep_both(change: Change, first: Statement, second: Statement, slot: str | None) -> Done:
    if first.slot_id is None or first.slot_id != second.slot_id:
        if slot:
            raise Refused("not_of_this_kind", kind="conflict between facts of no one slot")
        return _as_it_stands(change, first, second)
    if not slot:
        raise Refused("slot_needed")
    freed = second.live
    moved = New(
        text=second.text,
        owner=second.owner,
        subject=second.subject,
        kind=second.kind,
        slot=slot,
        origin=second.origin,
        evidence=evidence_of(change, second),
    )
    if change.slot_id(moved.owner, moved.subject, slot) == first.slot_id:
        raise Refused("slot_needed")
    done = asserting.correct(change, second, moved, automatic=True)
    return replace(done, reopened=tuple(ending.give_back(change, second, freed)))


def _ended(change: Change, winner: Statement, loser: Statement) -> Done:
    """Let the loser end where the winner began, if that was later, else now; the winner holds from there on."""
    now = change.now()
    begun = min((span.start for span in winner.live), default=now)
    at = begun if any(span.start < begun < span.end for span in loser.live) and begun <= now else now
    if not any(span.holds(at) for span in loser.live):
        return _as_it_stands(change, winner, loser)
    done = asserting.supersede(change, loser, None, at, by=winner, automatic=True)
    if not any(span.holds(at) or span.start >= at for span in winner.live):
        change.put(winner, join([*winner.live, Span(at, FOREVER)]), "restored")
    return done


def _as_it_stands(change: Change, *facts: Statement) -> Done:
    """Record that everything stays as it is."""
    deed = change.begin("keep", facts[0].owner)
    return Done(deed.id, tuple(fact.id for fact in facts))
