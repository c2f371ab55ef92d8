"""What time brings up: some kinds expire, others are asked about; it is proposed, and a person decides."""

import pytest

from store.clock import DAY
from store.values import AsOf
from tests.nightly.conftest import Night
from tests.store.conftest import Keeper


@pytest.mark.parametrize("kind", ["calendar", "one_off"])
def test_an_open_fact_of_a_passing_kind_expires(keeper: Keeper, night: Night, kind: str) -> None:
    """F1, F9: thirty days after its start or its newest evidence; approved, it is expired, which is no deletion."""
    number = night.state("Dentist at noon", kind=kind)
    keeper.on(29)
    assert night.run() == []
    keeper.on(40)
    assert night.run() == [("expire", (number,))]
    assert night.report
    assert night.report.proposed[0].at == night.store.fact(number).valid_from + 30 * DAY
    assert keeper.state(number) == "active"
    night.store.proposals.approve(1)
    assert keeper.state(number) == "expired"


@pytest.mark.parametrize("kind", ["profile", "person", "project", "preference", "observation", "intention", "other", "invented"])
def test_no_other_kind_expires_by_itself(keeper: Keeper, night: Night, kind: str) -> None:
    """F1: profile, person and project are only replaced, preference and observation only sink in the order."""
    night.state("Dentist at noon", kind=kind)
    keeper.on(4000)
    assert [kind for kind, _ in night.run()] == ["confirm"]


def test_fresh_evidence_a_later_start_and_a_told_end_put_expiry_off(keeper: Keeper, night: Night) -> None:
    """F1: the later of start and newest evidence counts; what says its end waits for that, upcoming is no case."""
    heard = night.state("Dentist at noon", kind="one_off")
    night.state("Concert in the park", kind="calendar", valid_from=keeper.day(20))
    night.state("Train to Faro", kind="calendar", valid_to=keeper.day(90))
    night.state("Fair in May", kind="calendar", valid_from=keeper.day(200))
    keeper.on(15)
    night.store.add_evidence(heard, keeper.heard("Dentist at noon"))
    keeper.on(44)
    assert night.run() == []
    keeper.on(46)
    assert night.run() == [("expire", (heard,))]
    keeper.on(51)
    assert night.run() == [("expire", (heard + 1,))]


def test_what_was_brought_back_after_it_expired_is_left_alone(keeper: Keeper, night: Night) -> None:
    """F1: restored by hand, or its expiry undone."""
    first, second = night.state("Dentist at noon", kind="one_off"), night.state("Concert in the park", kind="one_off")
    keeper.on(40)
    night.run()
    night.store.proposals.approve(1)
    night.store.restore(first)
    outcome = night.store.proposals.approve(2)
    night.store.undo(outcome.operation)
    night.store.proposals.reject(2)
    assert keeper.state(first) == keeper.state(second) == "active"
    assert (night.run(), night.skipped("expiry")) == ([], {"restored": 2})


def test_days_are_a_setting(keeper: Keeper, night: Night) -> None:
    """F1: by kind; 0 is never."""
    night.state("Dentist at noon", kind="one_off")
    project = night.state("Builds a shed", kind="project")
    night.store.set_setting("expire_after.one_off", "0")
    night.store.set_setting("expire_after.project", "10")
    keeper.on(40)
    assert night.run() == [("expire", (project,))]


def test_suspects_are_asked_about_in_the_order_of_how_far_over(keeper: Keeper, night: Night) -> None:
    """F7: by the rule of the mark, in proportion to how volatile the kind is."""
    keeper.on(0)
    taste = night.state("Likes tea", kind="preference")
    shed = night.state("Builds a shed", kind="project")
    night.state("Is called Ana", kind="profile")
    keeper.on(400)
    assert night.run() == [("confirm", (shed,)), ("confirm", (taste,))]
    assert night.report
    assert night.report.proposed[0].reasons == ("suspect",)
    assert "suspect" in keeper.marks(shed)
    night.store.proposals.approve(1)
    assert "suspect" not in keeper.marks(shed)


def test_a_fact_confirmed_once_is_asked_about_again_a_year_later(keeper: Keeper, night: Night) -> None:
    """F7: though nothing in it changed; a rejected question does not return."""
    first, second = night.state("Likes tea", kind="preference"), night.state("Plays the cello", kind="preference")
    keeper.on(400)
    night.run()
    night.store.proposals.approve(1)
    night.store.proposals.reject(2)
    assert night.run() == []
    keeper.on(800)
    assert night.run() == [("confirm", (first,))]
    assert night.skipped("suspects") == {"decided": 1}
    assert keeper.state(second) == "active"


def test_nothing_pinned_expires_or_is_asked_about(keeper: Keeper, night: Night) -> None:
    """B7, F1: left out in the query that picks targets, and counted."""
    night.store.pin(night.state("Dentist at noon", kind="one_off"))
    night.store.pin(night.state("Likes tea", kind="preference"))
    keeper.on(400)
    assert night.run() == []
    assert (night.skipped("expiry"), night.skipped("suspects")) == ({"pinned": 1}, {"pinned": 1})


def test_what_is_to_expire_is_not_asked_about_too(keeper: Keeper, night: Night) -> None:
    """F9: two words, one decision."""
    number = night.state("Dentist at noon", kind="one_off")
    night.store.set_setting("suspect_after.one_off", "10")
    keeper.on(40)
    assert night.run() == [("expire", (number,))]
    assert night.skipped("suspects") == {"expires": 1}


def test_now_moves_the_judgement_and_not_the_clock(keeper: Keeper, night: Night) -> None:
    """F7, U3: a rehearsal of another day; an earlier day may also be run by."""
    number = night.state("Dentist at noon", kind="one_off")
    assert night.run(dry_run=True, now=keeper.day(40)) == [("expire", (number,))]
    keeper.on(60)
    assert night.run(now=keeper.day(20)) == []
    assert night.run(now=keeper.day(35)) == [("expire", (number,))]
    (proposal,) = night.store.proposals.about(number)
    assert proposal.created_at >= keeper.day(60)
    assert night.store.fact(number, AsOf(keeper.day(59))).state == "active"
