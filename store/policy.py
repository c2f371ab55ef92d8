"""The policy: whether a suggested change may be made, and who must decide. Pure functions, no model has a part in it."""

from collections.abc import Iterator
from dataclasses import dataclass

from store.proposal import Check, Judgement

MAKES_A_FACT = ("add", "supersede", "correct")
SAYS_NEVER_TRUE = ("retract", "correct")
CODES = frozenset(
    (
        "pinned_target",
        "not_active",
        "unverified",
        "lost_words",
        "contradiction",
        "never_true",
        "stale",
        "missing_evidence",
        "missing_trusted_owner_evidence",
        "same_instant_conflict",
        "budget_exhausted",
        "never_rule",
    )
)
"""The reason codes that come of judging, beside those of the finding."""


@dataclass(frozen=True, slots=True)
class Case:
    """What the policy looks at.

    Args:
        kind: The kind of proposal.
        found: Codes of the finding; those of a conflict name what clashes.
        pinned, inactive, unsupported, moved: Numbers of the facts that are pinned, do not hold now, have no message of the
            owner's own, or changed since the proposal was made.
        slot_moved: Whether the slot changed since.
        lost: The words a merge would lose.
        trusted: For each quote of the new fact, whether it is the owner's own and of a trusted kind; empty without quotes.
        in_slot: Whether a fact that is added stands in a slot.
        taken: The fact that holds in that slot from the very same instant.
        budget_left: Whether the owner's budget has room for one more automatic fact.
        sides: How many facts contradict one another, in a conflict.
        rule: The rule of never that forbids the new fact.
        reading: `unreconciled` or `unreadable`, where that is so.
    """

    kind: str
    found: tuple[str, ...] = ()
    pinned: tuple[int, ...] = ()
    inactive: tuple[int, ...] = ()
    unsupported: tuple[int, ...] = ()
    moved: tuple[int, ...] = ()
    slot_moved: bool = False
    lost: tuple[str, ...] = ()
    trusted: tuple[bool, ...] = ()
    in_slot: bool = False
    taken: int | None = None
    budget_left: bool = True
    sides: int = 2
    rule: int | None = None
    reading: str | None = None


def judge(case: Case) -> Judgement:
    """Judge a suggested change: refused by any refusal, for a person by any doubt, admissible otherwise."""
    checks = tuple(_checks(case))
    outcomes = {check.outcome for check in checks}
    if case.reading is not None:
        verdict = case.reading
    elif "refused" in outcomes:
        verdict = "refused"
    elif outcomes & {"person", "conflict"}:
        verdict = "for_a_person"
    else:
        verdict = "admissible"
    reasons = (*case.found, *(check.code for check in checks if check.outcome != "ok" and check.code not in case.found))
    return Judgement(verdict, reasons, checks)


def _checks(case: Case) -> Iterator[Check]:
    if case.kind != "add":
        yield _unless(case.pinned, "refused", "pinned_target", "no pinned fact in it", "is pinned")
        yield _unless(case.inactive, "refused", "not_active", "every fact in it holds now", "does not hold now")
    elif case.pinned:
        yield _unless(case.pinned, "refused", "pinned_target", "", "is pinned, and would lose time to it")
    if case.kind == "merge":
        unlike = "has no message of the owner's own"
        yield _unless(case.unsupported, "person", "unverified", "every fact has the owner's message", unlike)
        yield Check("person", "lost_words", "words would be lost") if case.lost else Check("ok", "lost_words", "no word is lost")
    if case.kind in MAKES_A_FACT:
        yield from _of_the_new_fact(case)
    if case.kind == "conflict":
        both = "the two cannot both" if case.sides <= 2 else f"the {case.sides} cannot all"
        yield Check("conflict", "contradiction", f"{both} be true as they stand")
    if case.kind in SAYS_NEVER_TRUE:
        yield Check("person", "never_true", "only a person says that something was never true")
    if case.kind == "confirm":
        yield Check("ok", "suspect", "asked because nothing confirmed it lately")
    if case.moved or case.slot_moved:
        what = _named(case.moved) + " changed since it was proposed" if case.moved else "the slot changed since it was proposed"
        yield Check("person", "stale", what)
    else:
        yield Check("ok", "stale", "versions as they were decided on")


def _of_the_new_fact(case: Case) -> Iterator[Check]:
    if not case.trusted:
        yield Check("refused", "missing_evidence", "no message is given for it")
    elif not any(case.trusted):
        yield Check("refused", "missing_trusted_owner_evidence", "none of its messages is the owner's own")
    else:
        yield Check("ok", "missing_evidence", "from the owner's own message")
    if case.taken is not None:
        yield Check("conflict", "same_instant_conflict", f"#{case.taken} holds there from the same instant")
    elif case.in_slot:
        yield Check("ok", "same_instant_conflict", "the slot is free from that instant")
    if case.kind == "add" or not case.budget_left:
        room = "within the budget" if case.budget_left else "the budget of automatic facts is used up"
        yield Check("ok" if case.budget_left else "refused", "budget_exhausted", room)
    if case.rule is None:
        yield Check("ok", "never_rule", "no rule of never forbids it")
    else:
        yield Check("refused", "never_rule", f"rule {case.rule} forbids it")


def _unless(found: tuple[int, ...], outcome: str, code: str, fine: str, wrong: str) -> Check:
    if not found:
        return Check("ok", code, fine)
    return Check("person" if outcome == "person" else "refused", code, f"{_named(found)} {wrong}")


def _named(numbers: tuple[int, ...]) -> str:
    shown = ", ".join(f"#{number}" for number in numbers[:3])
    return shown if len(numbers) <= 3 else f"{shown} and {len(numbers) - 3} more"
