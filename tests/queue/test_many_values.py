"""F10: a conflict of many values is answered at once: a series, the newest, all of them, or one."""

import pytest

from store.errors import Refused
from store.proposal import Other, Proposal
from store.values import Fact
from tests.queue.test_deciding import stated, suggested
from tests.store.conftest import Keeper

WEIGHTS = ("Weighs 71 kg", "Weighs 72 kg", "Weighs 71 kg", "Weighs 74 kg")


@pytest.fixture
def weights(keeper: Keeper) -> list[Fact]:
    """One weight every ten days; the third is the first again."""
    facts = []
    for place, text in enumerate(WEIGHTS):
        keeper.on(10 * place)
        facts.append(stated(keeper, text))
    keeper.on(50)
    return facts


@pytest.fixture
def conflict(keeper: Keeper, weights: list[Fact]) -> Proposal:
    roles = ("first", "second", "further", "further")
    return suggested(keeper, "conflict", *zip(roles, weights, strict=True), reasons=("number",))  # type: ignore[arg-type]


def states(keeper: Keeper) -> list[str]:
    return [keeper.state(number) for number in range(1, len(WEIGHTS) + 1)]


def test_the_answers_are_a_series_the_newest_all_and_each_of_the_others(keeper: Keeper, conflict: Proposal) -> None:
    review = keeper.store.proposals.review(conflict.number)
    assert [(answer.number, answer.fact) for answer in review.answers] == [(1, None), (2, 4), (3, None), (4, 3), (5, 2), (6, 1)]
    assert [answer.asks_other for answer in review.answers] == [False, True, False, True, True, True]
    assert [check.words for check in review.judgement.checks if check.outcome == "conflict"] == [
        "the 4 cannot all be true as they stand"
    ]


def test_in_a_series_each_ends_when_the_next_begins(keeper: Keeper, conflict: Proposal, weights: list[Fact]) -> None:
    keeper.store.proposals.approve(conflict.number, choice=1)
    assert states(keeper) == ["superseded", "superseded", "superseded", "active"]
    ended = [keeper.store.fact(fact.number) for fact in weights]
    assert [fact.valid_to for fact in ended] == [fact.valid_from for fact in weights[1:]] + [None]
    assert [fact.superseded_by for fact in ended] == [2, 3, 4, None]
    assert keeper.state(2, valid=15) == "active"


@pytest.mark.parametrize(
    ("choice", "other", "wanted"),
    [
        (2, "ended", ["superseded", "superseded", "superseded", "active"]),
        (2, "never", ["retracted", "retracted", "retracted", "active"]),
        (3, None, ["active"] * 4),
        (4, "ended", ["superseded", "superseded", "active", "superseded"]),
        (4, "never", ["superseded", "retracted", "active", "retracted"]),
        (5, "never", ["retracted", "active", "retracted", "retracted"]),
    ],
)
def test_one_answer_settles_them_all_and_is_undone_as_one(
    keeper: Keeper, conflict: Proposal, choice: int, other: Other | None, wanted: list[str]
) -> None:
    """What is said in the words of the one that holds is merged into it, whatever became of the others."""
    store = keeper.store
    shown = store.proposals.effect(conflict.number, choice, other)
    before = {line.text for line in store.context("ana").lines}
    store.proposals.approve(conflict.number, choice=choice, other=other)
    after = {line.text for line in store.context("ana").lines}
    assert states(keeper) == wanted
    assert ({line.text for line in shown.gone}, {line.text for line in shown.come}) == (before - after, after - before)
    store.undo()
    assert states(keeper) == ["active"] * 4
    assert store.proposals.one(conflict.number).state == "pending"


@pytest.mark.parametrize(
    ("given", "reason"),
    [({}, "choice_needed"), ({"choice": 7}, "choice_needed"), ({"choice": 2}, "other_needed"), ({"choice": 4}, "other_needed")],
)
def test_nothing_is_taken_for_granted_of_many(keeper: Keeper, conflict: Proposal, given: dict[str, int], reason: str) -> None:
    with pytest.raises(Refused) as refused:
        keeper.store.proposals.approve(conflict.number, **given)  # type: ignore[arg-type]
    assert refused.value.reason == reason
    assert states(keeper) == ["active"] * 4


def test_no_slot_is_given_to_many(keeper: Keeper, conflict: Proposal) -> None:
    with pytest.raises(Refused, match="not_of_this_kind"):
        keeper.store.proposals.approve(conflict.number, choice=3, slot="weight")
