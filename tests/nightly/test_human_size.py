"""F10: a queue that a person can look through: one question for a group, one question for a fact, and no more than may wait."""

import pytest

from store.likeness import features
from store.nightly import run_nightly
from store.proposal import ProposalQuery
from store.values import Query
from tests.nightly.conftest import COFFEE, MILK, NO_COFFEE, Night
from tests.store.conftest import Keeper

LIKES = [f"Likes song number {number} of the long list" for number in range(1, 85)]
SEEN = ("New Haven", "Won", "Wont", "Нет-Нет", "不二")
WHERE = ("bakery", "harbour", "library", "orchestra", "stadium", "market", "school", "museum", "garden", "cinema")
TEMPLATES = (
    "Visited the {1} of {0}",
    "Buys bread at the {1} in {0} Street",
    "Гулял с Марией у {0}: {1}",
    "Has a photograph from {0}, taken at the {1}",
    "喜欢{0}的{1}",
)


def weigh(night: Night, days: int, start: int = 0) -> list[int]:
    """State a weight a day; every third is one that was there before."""
    numbers = []
    for day in range(start, start + days):
        night.keeper.on(day)
        numbers.append(night.state(f"Weighs {70 + day % 20 / 10:.1f} kg", kind="observation"))
    return numbers


def named() -> list[str]:
    return [TEMPLATES[(place + place // 5) % 5].format(SEEN[place % 5], WHERE[place // 5]) for place in range(50)]


def test_a_night_over_a_long_life_makes_three_questions(night: Night) -> None:
    """F10: thirty weights, eighty-four numbered likes, and fifty facts with names that look like denials."""
    weights = weigh(night, 30)
    night.keeper.tell(LIKES)
    night.keeper.tell(named())
    found = night.run()
    assert len(found) <= 3
    assert {(kind, len(numbers)) for kind, numbers in found} >= {("conflict", 30), ("conflict", 84)}
    assert ("conflict", tuple(weights)) in found  # in the order in which they were observed
    assert not any(features(text).negated for text in named())


def test_no_answer_makes_another_question_of_the_run_stale(night: Night) -> None:
    """F10: whatever is approved first, and by whatever answer, all others stand as they were proposed."""
    weigh(night, 6)
    for text in (COFFEE, f"{COFFEE} ", MILK, NO_COFFEE, "Has two children", "Has three children", "Plays the cello"):
        night.state(text, kind="one_off" if text == "Plays the cello" else "preference")
    for slot, text in (("city", "Lives in Porto"), ("town", "Lives in Braga"), ("city", "Lives in Faro")):
        night.state(text, slot=slot, kind="calendar")
    night.keeper.on(400)
    assert len(night.run()) >= 4
    while waiting := night.store.proposals.page(ProposalQuery()).proposals:
        assert [one.state for one in waiting] == ["pending"] * len(waiting)
        one = waiting[-1]
        choice = {"choice": 1, "other": "ended"} if one.kind == "conflict" else {}
        night.store.proposals.approve(one.number, **choice)  # type: ignore[arg-type]


def test_a_fact_is_in_one_question_at_a_time(night: Night) -> None:
    """F10: what else was found about it comes once that is decided, and is counted until then."""
    likes, same, hates = night.state(COFFEE), night.state(f"{COFFEE}!"), night.state(NO_COFFEE)
    night.keeper.on(800)
    found = night.run()
    numbers = [number for _, group in found for number in group]
    assert sorted(numbers) == sorted(set(numbers))
    assert sum(night.skipped(step).get("busy", 0) for step in ("duplicates", "suspects")) >= 2
    assert night.run() == []
    for proposal in night.store.proposals.page(ProposalQuery()).proposals:
        night.store.proposals.reject(proposal.number)
    assert night.run() != []
    assert {likes, same, hates} <= {fact.number for fact in night.store.facts(Query()).facts}


def test_no_more_wait_than_a_person_can_look_through(night: Night) -> None:
    """F10: the rest is left for later runs, the most urgent first, and said; each owner has a queue of their own."""
    for place in range(70):
        night.state("".join(chr(97 + int(digit)) for digit in f"{place * 7919:09}"), kind="preference")
        night.state(f"{place}", "bo", kind="preference")
    night.keeper.on(800)
    night.run(owner="ana")
    assert night.store.proposals.count(ProposalQuery("ana")).number == 50
    assert night.skipped("suspects") == {"full": 20}
    assert night.run(owner="ana") == []
    night.store.set_setting("nightly.queue", "60")
    assert len(night.run(owner="ana")) == 10
    night.store.proposals.approve(1)
    assert len(night.run(owner="ana")) == 1
    assert night.store.proposals.count(ProposalQuery("bo")).number == 0


def test_one_more_value_asks_about_itself_alone(night: Night) -> None:
    """F10: a series that was kept whole is not asked about again, value by value, whenever it grows."""
    first = weigh(night, 5)
    ((kind, group),) = night.run()
    assert (kind, group) == ("conflict", tuple(first))
    night.store.proposals.approve(1, choice=3)
    assert (night.run(), night.skipped("conflicts")) == ([], {"decided": 1})
    for number, day in enumerate((5, 6), 2):
        (newest,) = weigh(night, 1, day)
        assert night.run() == [("conflict", (newest - 1, newest))]
        night.store.proposals.approve(number, choice=3)
        assert night.run() == []


def test_a_value_that_changed_is_asked_about_again_without_the_rest(night: Night) -> None:
    """F10: an answer stands for the facts that are as they were."""
    numbers = weigh(night, 5)
    night.run()
    night.store.proposals.approve(1, choice=3)
    night.keeper.on(10)
    new = night.store.correct(numbers[1], "Weighs 79 kg").facts[0].number
    ((kind, group),) = night.run()
    assert (kind, len(group), new in group) == ("conflict", 2, True)


def test_many_that_say_the_same_are_merged_before_what_contradicts_them_is_asked(night: Night) -> None:
    """F10: else it would be asked as often as there are members."""
    for text in (COFFEE, MILK, f"{COFFEE}, really", NO_COFFEE):
        night.state(text)
    ((kind, group),) = night.run()
    assert (kind, set(group), night.skipped("conflicts")["busy"]) == ("merge", {1, 2, 3}, 1)
    night.store.proposals.approve(1)
    assert [kind for kind, _ in night.run()] == ["conflict"]


def test_a_very_long_series_is_asked_about_in_parts(night: Night, monkeypatch: pytest.MonkeyPatch) -> None:
    """F10: the oldest first, none of them in two."""
    monkeypatch.setattr("store.nightly.conflicts.VALUES_AT_MOST", 4)
    numbers = weigh(night, 10)
    assert night.run() == [("conflict", tuple(numbers[:4])), ("conflict", tuple(numbers[4:8])), ("conflict", tuple(numbers[8:]))]


def test_what_a_run_left_for_later_is_recorded(keeper: Keeper, night: Night) -> None:
    """F10: the header of the queue says it until the next run."""
    for text in (COFFEE, f"{COFFEE} ", NO_COFFEE):
        night.state(text)
    run_nightly(night.store)
    assert night.store.proposals.waiting("ana").left == 1
