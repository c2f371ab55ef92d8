"""A question is asked once; a rejected one returns only when a fact in it changed."""

import pytest

from tests.nightly.conftest import COFFEE, MILK, NO_COFFEE, Night


@pytest.fixture
def asked(night: Night) -> Night:
    """One merge and one conflict that wait."""
    for text in (COFFEE, MILK, "Has two children", "Has three children"):
        night.state(text)
    assert night.run() == [("merge", (2, 1)), ("conflict", (3, 4))]
    return night


def test_a_second_run_finds_nothing_new(asked: Night) -> None:
    """F6: and says that it waits."""
    assert asked.run() == []
    assert (asked.skipped("duplicates"), asked.skipped("conflicts")) == ({"waits": 1}, {"waits": 1})


def test_what_was_rejected_does_not_return(asked: Night) -> None:
    """F6: not while the facts are as they were."""
    for proposal in (*asked.store.proposals.about(1), *asked.store.proposals.about(3)):
        asked.store.proposals.reject(proposal.number)
    assert asked.run() == []
    assert asked.skipped("duplicates") == {"decided": 1}


def test_it_returns_when_a_fact_in_it_was_corrected(asked: Night) -> None:
    """F6: and still meets the rule; that one only."""
    for proposal in (*asked.store.proposals.about(1), *asked.store.proposals.about(3)):
        asked.store.proposals.reject(proposal.number)
    new = asked.store.correct(2, f"{COFFEE}, with cream").facts[0].number
    assert asked.run() == [("merge", (new, 1))]
    assert asked.run() == []


def test_a_rejected_group_of_three_returns_whole(night: Night) -> None:
    """F6: once one of it changed."""
    for text in (COFFEE, MILK, f"{COFFEE}, really"):
        night.state(text)
    ((_, group),) = night.run()
    assert set(group) == {1, 2, 3}
    night.store.proposals.reject(1)
    assert night.run() == []
    new = night.store.correct(1, COFFEE.replace("strong", "very strong")).facts[0].number
    ((_, again),) = night.run()
    assert set(again) == {2, 3, new}


def test_a_newcomer_is_asked_about_without_what_was_kept_apart(night: Night) -> None:
    """F6: a rejected group does not return with every fact that joins it."""
    night.state(COFFEE)
    night.state(MILK)
    night.run()
    night.store.proposals.reject(1)
    night.keeper.on(1)
    new = night.state(f"{COFFEE}, with cream")
    ((kind, group),) = night.run()
    assert (kind, len(group), new in group) == ("merge", 2, True)
    night.store.proposals.reject(2)
    assert (night.run(), night.skipped("duplicates")) == ([], {"decided": 1})


def test_facts_of_which_a_merge_waits_wait_for_it(night: Night) -> None:
    """F6: one decision at a time."""
    night.state(COFFEE)
    night.state(MILK)
    night.run()
    night.keeper.on(1)
    new = night.state(f"{COFFEE}, really")
    assert (night.run(), night.skipped("duplicates")) == ([], {"waits": 1})
    night.store.proposals.approve(1)
    ((kind, group),) = night.run()
    assert (kind, set(group)) == ("merge", {2, new})


def test_an_answer_to_a_conflict_stands(asked: Night) -> None:
    """F7: "both hold, do not ask again"."""
    (conflict,) = asked.store.proposals.about(3)
    asked.store.proposals.approve(conflict.number, choice=3)
    assert (asked.run(), asked.skipped("conflicts")) == ([], {"decided": 1})


def test_an_answer_stands_for_what_is_said_in_other_words(night: Night) -> None:
    """F7: a contradiction that was settled is not asked again about a copy of one side."""
    night.state(COFFEE)
    night.state(NO_COFFEE)
    night.run()
    night.store.proposals.approve(1, choice=3)
    night.keeper.on(1)
    copy = night.state(COFFEE)
    assert night.run() == [("merge", (copy, 1))]
    assert night.skipped("conflicts") == {"decided": 1}


def test_an_undone_decision_waits_and_is_not_made_twice(asked: Night) -> None:
    """F6: undone, it is pending again."""
    outcome = asked.store.proposals.approve(1)
    asked.store.undo(outcome.operation)
    assert asked.run() == []
    assert len(asked.store.proposals.about(1)) == 1
