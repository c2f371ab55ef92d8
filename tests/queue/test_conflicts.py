"""A conflict has four answers and no default."""

import pytest

from store.errors import Refused
from store.proposal import Other, ProposalQuery, Stretch
from store.values import Fact
from tests.queue.test_deciding import stated, suggested
from tests.store.conftest import Keeper


@pytest.fixture
def pair(keeper: Keeper) -> tuple[Fact, Fact]:
    keeper.on(0)
    first = stated(keeper, "Likes coffee")
    keeper.on(10)
    return first, stated(keeper, "Hates coffee")


def held(keeper: Keeper, number: int) -> tuple[Stretch, ...]:
    """When a fact holds, as it is believed now."""
    rows = [row for row in keeper.store.card(number).beliefs if row.system_to is None and not row.is_empty]
    return tuple(Stretch(row.valid_from, row.valid_from_exact, row.valid_to) for row in rows)


def foretold(keeper: Keeper, number: int, choice: int, other: Other | None) -> dict[int | None, tuple[Stretch, ...]]:
    """When each fact of a conflict would hold under an answer, as its review says; it begins from when each holds now."""
    review = keeper.store.proposals.review(number)
    (prospect,) = [one for one in review.prospects if (one.choice, one.other) == (choice, other)]
    assert all(one.before == held(keeper, one.fact) for one in prospect.courses if one.fact is not None)
    return {one.fact: one.after for one in prospect.courses}


@pytest.mark.parametrize(
    ("choice", "other", "states"),
    [
        (1, "ended", ("active", "superseded")),
        (1, "never", ("active", "retracted")),
        (2, "ended", ("superseded", "active")),
        (2, "never", ("retracted", "active")),
        (3, None, ("active", "active")),
        (4, None, ("retracted", "retracted")),
    ],
)
def test_each_answer_does_what_it_says_and_can_be_undone(
    keeper: Keeper, pair: tuple[Fact, Fact], choice: int, other: Other | None, states: tuple[str, str]
) -> None:
    """B2: it ended and it was never true are different answers."""
    proposal = suggested(keeper, "conflict", ("first", pair[0]), ("second", pair[1]), reasons=("likes",))
    keeper.on(20)
    told = foretold(keeper, proposal.number, choice, other)
    shown = keeper.store.proposals.effect(proposal.number, choice, other)
    before = {line.text for line in keeper.store.context("ana").lines}
    keeper.store.proposals.approve(proposal.number, choice=choice, other=other)
    after = {line.text for line in keeper.store.context("ana").lines}
    assert ({line.text for line in shown.gone}, {line.text for line in shown.come}) == (before - after, after - before)
    assert told == {number: held(keeper, number) for number in (1, 2)}
    assert (keeper.state(1), keeper.state(2)) == states
    assert keeper.store.proposals.one(proposal.number).choice == choice
    keeper.store.undo()
    assert (keeper.state(1), keeper.state(2)) == ("active", "active")
    assert keeper.store.proposals.one(proposal.number).state == "pending"


def test_nothing_is_taken_for_granted(keeper: Keeper, pair: tuple[Fact, Fact]) -> None:
    proposal = suggested(keeper, "conflict", ("first", pair[0]), ("second", pair[1]))
    operations = keeper.store.last_operation()
    for given, reason in (({}, "choice_needed"), ({"choice": 7}, "choice_needed"), ({"choice": 1}, "other_needed")):
        with pytest.raises(Refused) as refused:
            keeper.store.proposals.approve(proposal.number, **given)  # type: ignore[arg-type]
        assert refused.value.reason == reason
    assert keeper.store.last_operation() == operations


def test_what_ended_ended_when_the_other_began(keeper: Keeper, pair: tuple[Fact, Fact]) -> None:
    proposal = suggested(keeper, "conflict", ("first", pair[0]), ("second", pair[1]))
    keeper.on(20)
    keeper.store.proposals.approve(proposal.number, choice=2, other="ended")
    ended = keeper.store.fact(1)
    assert (ended.valid_to, ended.superseded_by) == (keeper.store.fact(2).valid_from, 2)


def test_both_kept_are_not_asked_about_again(keeper: Keeper, pair: tuple[Fact, Fact]) -> None:
    proposal = suggested(keeper, "conflict", ("first", pair[0]), ("second", pair[1]))
    keeper.store.proposals.approve(proposal.number, choice=3)
    with pytest.raises(AssertionError):
        suggested(keeper, "conflict", ("first", pair[0]), ("second", pair[1]))


def test_a_late_event_that_is_cut_short_asks_which_holds(keeper: Keeper) -> None:
    """B10: told in May from January on, though the slot holds something from March on."""
    keeper.on(100)
    store = keeper.store
    store.assert_fact("Lives in Porto", owner="ana", slot="city", valid_from=keeper.day(60))
    outcome = store.assert_fact("Lives in Braga", owner="ana", slot="city", valid_from=keeper.day(0))
    assert outcome.conflict == 1
    (proposal,) = store.proposals.page(ProposalQuery("ana")).proposals
    assert (proposal.kind, [item.fact.text for item in proposal.items]) == ("conflict", ["Lives in Braga", "Lives in Porto"])
    store.proposals.approve(proposal.number, choice=1, other="never")
    assert (keeper.state(1), keeper.state(2)) == ("retracted", "active")
    store.undo()
    keeper.on(110)
    told = foretold(keeper, proposal.number, 1, "ended")
    store.proposals.approve(proposal.number, choice=1, other="ended")
    assert told == {number: held(keeper, number) for number in (1, 2)}
    assert (keeper.state(2, valid=50), keeper.state(1, valid=105), keeper.state(2)) == ("active", "active", "active")


def test_what_a_change_asked_is_not_asked_any_more_once_it_is_undone(keeper: Keeper) -> None:
    """N7: undone, it leaves no question in the queue; redone, it is asked again, of the facts as they are then."""
    keeper.on(100)
    store = keeper.store
    store.assert_fact("Lives in Porto", owner="ana", slot="city", valid_from=keeper.day(60))
    store.assert_fact("Lives in Braga", owner="ana", slot="city", valid_from=keeper.day(0))
    store.undo()
    assert (store.proposals.waiting("ana").count.number, store.proposals.one(1).state) == (0, "rejected")
    store.redo()
    assert store.proposals.one(1).state == "pending"
    store.proposals.approve(1, choice=1, other="never")
    store.undo()
    store.undo()
    assert store.proposals.one(1).state == "rejected"


def test_both_in_a_shared_slot_need_a_slot_each(keeper: Keeper) -> None:
    keeper.on(100)
    store = keeper.store
    store.assert_fact("Works at Nordlys", owner="ana", slot="job", valid_from=keeper.day(60), evidence=keeper.heard("Nordlys!"))
    store.confirm(1)
    store.undo()
    store.assert_fact("Works at Lumen", owner="ana", slot="Job", valid_from=keeper.day(0))
    (proposal,) = store.proposals.page(ProposalQuery("ana")).proposals
    with pytest.raises(Refused, match="slot_needed"):
        store.proposals.approve(proposal.number, choice=3)
    assert [answer.asks_slot for answer in store.proposals.review(proposal.number).answers] == [False, False, True, False]
    told = foretold(keeper, proposal.number, 3, None)
    with pytest.raises(Refused, match="slot_needed"):
        store.proposals.approve(proposal.number, choice=3, slot="JOB")
    outcome = store.proposals.approve(proposal.number, choice=3, slot="second job")
    moved = outcome.facts[0]
    assert (moved.text, moved.slot, moved.state) == ("Works at Nordlys", "second job", "active")
    assert store.fact(2).valid_to is None
    assert told == {2: held(keeper, 2), 1: held(keeper, moved.number)}
    assert [one.quote for one in store.card(moved.number).evidence] == ["Nordlys!"]


@pytest.mark.parametrize(
    ("choice", "other", "texts"),
    [
        (1, None, {"Lives in Porto": "active"}),
        (2, "ended", {"Lives in Porto": "superseded", "Lives in Braga": "active"}),
        (2, "never", {"Lives in Porto": "retracted", "Lives in Braga": "active"}),
        (4, None, {"Lives in Porto": "retracted"}),
    ],
)
def test_two_values_of_one_unclear_moment_are_a_persons_matter(
    keeper: Keeper, choice: int, other: Other | None, texts: dict[str, str]
) -> None:
    """B10: no second fact is made until it is decided."""
    from store.values import Query

    keeper.on(0)
    heard = keeper.heard("Porto, or was it Braga?")
    store = keeper.store
    store.assert_fact("Lives in Porto", owner="ana", slot="city", evidence=heard)
    outcome = store.assert_fact("Lives in Braga", owner="ana", slot="city", evidence=heard)
    assert (outcome.result, outcome.conflict) == ("proposed", 1)
    assert len(store.facts(Query(state="all")).facts) == 1
    (proposal,) = store.proposals.page(ProposalQuery("ana")).proposals
    assert (proposal.new.text if proposal.new else None, proposal.reasons[0]) == ("Lives in Braga", "same_instant_conflict")
    keeper.on(1)
    told = foretold(keeper, proposal.number, choice, other)
    store.proposals.approve(proposal.number, choice=choice, other=other)
    assert told[1] == held(keeper, 1)
    assert told.get(None, ()) == (held(keeper, 2) if "Lives in Braga" in texts else ())
    assert {fact.text: fact.state for fact in store.facts(Query(state="all")).facts} == texts
