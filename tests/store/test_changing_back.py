"""Retracting, restoring, undoing: nothing is lost, and nothing comes back in silence."""

import pytest

from store.errors import Refused
from store.values import AsOf
from tests.store.conftest import Keeper


@pytest.fixture
def moved(keeper: Keeper) -> tuple[int, int]:
    """Porto from day 0, superseded by Braga on day 10; it is day 20."""
    keeper.on(0)
    old = keeper.store.assert_fact("Lives in Porto", owner="ana", slot="home.city", valid_from=keeper.day(0)).facts[0].number
    keeper.on(20)
    new = keeper.store.supersede(old, "Lives in Braga", at=keeper.day(10)).facts[0].number
    return old, new


def test_retracting_a_successor_gives_the_time_back(keeper: Keeper, moved: tuple[int, int]) -> None:
    """B4: and the answer names what reopened."""
    old, new = moved
    outcome = keeper.store.retract(new)
    assert outcome.reopened == (old,)
    assert keeper.state(old) == "active"
    assert keeper.state(new) == "retracted"


def test_retracting_a_corrected_successor_gives_the_time_back(keeper: Keeper, moved: tuple[int, int]) -> None:
    """B4: through the chain of corrections."""
    old, new = moved
    corrected = keeper.store.correct(new, "Lives in Guimarães").facts[0].number
    assert keeper.store.retract(corrected).reopened == (old,)
    assert keeper.state(old) == "active"


def test_what_was_ended_since_is_not_reopened(keeper: Keeper, moved: tuple[int, int]) -> None:
    """B4: the time goes back only where nobody settled it otherwise."""
    old, new = moved
    keeper.store.end(old, at=keeper.day(5))
    assert keeper.store.retract(new).reopened == ()
    assert keeper.state(old) == "ended"


def test_restoring_names_what_is_in_the_way(keeper: Keeper, moved: tuple[int, int]) -> None:
    """B4: never silently."""
    old, new = moved
    with pytest.raises(Refused, match="slot_busy") as refusal:
        keeper.store.restore(old)
    assert refusal.value.details["facts"] == [new]
    assert keeper.state(new) == "active"


def test_swap_takes_the_time_back(keeper: Keeper, moved: tuple[int, int]) -> None:
    """B4: the spell in between stays in the history."""
    old, new = moved
    keeper.on(30)
    keeper.store.restore(old, mode="swap")
    assert keeper.state(old, valid=15) == "active"
    assert keeper.state(new) == "superseded"
    assert keeper.state(old, valid=15, known=25) == "superseded"


def test_from_now_on_leaves_the_past_alone(keeper: Keeper, moved: tuple[int, int]) -> None:
    """B4: nothing before now is touched."""
    old, new = moved
    keeper.on(30)
    keeper.store.restore(old, mode="from_now")
    assert keeper.state(old) == "active"
    assert keeper.state(new, valid=29) == "active"
    assert keeper.state(old, valid=29) == "superseded"


def test_from_now_on_leaves_the_past_alone_without_a_slot_too(keeper: Keeper) -> None:
    keeper.on(0)
    old = keeper.store.assert_fact("Likes tea", owner="ana").facts[0].number
    keeper.on(10)
    new = keeper.store.supersede(old, "Likes mate").facts[0].number
    keeper.on(30)
    keeper.store.restore(old, mode="from_now")
    assert [keeper.state(number, valid=29) for number in (old, new)] == ["superseded", "active"]
    assert [keeper.state(number, valid=30) for number in (old, new)] == ["active", "superseded"]


def test_a_slot_holds_one(keeper: Keeper, moved: tuple[int, int]) -> None:
    """B4: both can be kept only without a shared slot."""
    with pytest.raises(Refused, match="slot_holds_one"):
        keeper.store.restore(moved[0], mode="keep_both")
    keeper.on(21)
    loose = keeper.store.assert_fact("Likes tea", owner="ana").facts[0].number
    keeper.on(22)
    successor = keeper.store.supersede(loose, "Likes mate").facts[0].number
    with pytest.raises(Refused, match="successor_active"):
        keeper.store.restore(loose)
    keeper.store.restore(loose, mode="keep_both")
    assert (keeper.state(loose), keeper.state(successor)) == ("active", "active")


def test_ending_is_not_retracting(keeper: Keeper, moved: tuple[int, int]) -> None:
    """B2: different operations, different answers."""
    new = moved[1]
    keeper.store.end(new, at=keeper.day(15))
    assert (keeper.state(new), keeper.state(new, valid=12)) == ("ended", "active")
    keeper.store.retract(new)
    assert (keeper.state(new), keeper.state(new, valid=12)) == ("retracted", "retracted")


def test_a_break_is_cut_out(keeper: Keeper, moved: tuple[int, int]) -> None:
    """B2: ended until: it holds again afterwards."""
    new = moved[1]
    keeper.store.end(new, at=keeper.day(12), until=keeper.day(14))
    assert [keeper.state(new, valid=day) for day in (11, 12, 13, 14)] == ["active", "ended", "ended", "active"]
    with pytest.raises(Refused, match="nothing_to_end"):
        keeper.store.end(new, at=keeper.day(12), until=keeper.day(13))


def test_expiry_is_a_state_of_its_own(keeper: Keeper) -> None:
    """F9: expired, not ended; pinned facts are out of reach (B7)."""
    keeper.on(0)
    flight = keeper.store.assert_fact("Flight to Oslo", owner="ana", kind="calendar", valid_from=keeper.day(0)).facts[0].number
    keeper.on(5)
    keeper.store.expire(flight, keeper.day(3))
    assert keeper.state(flight) == "expired"
    pinned = keeper.store.assert_fact("Passport runs out", owner="ana", valid_from=keeper.day(0)).facts[0].number
    keeper.store.pin(pinned)
    with pytest.raises(Refused, match="pinned_target"):
        keeper.store.expire(pinned, keeper.day(3))


def test_automatic_news_never_cuts_a_pinned_fact(keeper: Keeper, moved: tuple[int, int]) -> None:
    """B7: a person may, by hand."""
    new = moved[1]
    keeper.store.pin(new)
    heard = keeper.heard("I moved to Coimbra")
    with pytest.raises(Refused, match="pinned_target"):
        keeper.store.assert_fact("Lives in Coimbra", owner="ana", slot="home.city", origin="online", evidence=heard)
    assert keeper.state(new) == "active"
    keeper.on(25)
    keeper.store.assert_fact("Lives in Coimbra", owner="ana", slot="home.city")
    assert keeper.state(new) == "superseded"


def test_several_changes_are_undone_one_after_the_other_and_redone(keeper: Keeper, moved: tuple[int, int]) -> None:
    """B3: undo and redo append; each step is one of the person's own."""
    old, new = moved
    keeper.store.pin(new)
    keeper.store.correct(new, "Lives in Guimarães")
    keeper.store.undo()
    assert keeper.state(new) == "active"
    keeper.store.undo()
    assert not keeper.store.fact(new).pinned
    keeper.store.undo()
    assert (keeper.state(old), keeper.state(new)) == ("active", "retracted")
    keeper.store.redo()
    keeper.store.redo()
    assert keeper.store.fact(new).pinned
    keeper.store.redo()
    assert keeper.state(new) == "retracted"
    with pytest.raises(Refused, match="nothing_to_redo"):
        keeper.store.redo()


def test_a_change_made_meanwhile_makes_an_undo_stale(keeper: Keeper, moved: tuple[int, int]) -> None:
    """B12: what moved since is named, nothing is touched."""
    old, new = moved
    supersede = keeper.store.changes()[0].number
    keeper.store.end(new, at=keeper.day(15))
    with pytest.raises(Refused, match=f"#{new} has changed since"):
        keeper.store.undo(supersede)
    assert keeper.state(new) == "ended"
    assert keeper.state(old) == "superseded"


def test_an_undo_does_not_push_a_later_fact_aside(keeper: Keeper, moved: tuple[int, int]) -> None:
    """B4: undo is a restore; what comes back must still be free."""
    new = moved[1]
    keeper.store.end(new, at=keeper.day(15))
    end = keeper.store.changes()[0].number
    keeper.store.assert_fact("Lives in Coimbra", owner="ana", slot="home.city", valid_from=keeper.day(16))
    with pytest.raises(Refused, match="slot_busy"):
        keeper.store.undo(end)


def test_a_batch_is_undone_whole(keeper: Keeper) -> None:
    """N7: what one key did, one key takes back."""
    keeper.on(0)
    facts = [keeper.store.assert_fact(text, owner="ana").facts[0].number for text in ("Likes tea", "Likes rain", "Owns a boat")]
    for number in facts:
        keeper.store.retract(number, batch="b")
    keeper.store.undo()
    assert [keeper.state(number) for number in facts] == ["active"] * 3
    keeper.store.redo()
    assert [keeper.state(number) for number in facts] == ["retracted"] * 3


def test_a_batch_is_undone_as_far_as_its_facts_are_there(keeper: Keeper) -> None:
    """N7, D2: a fact that was deleted meanwhile keeps nothing else from being taken back."""
    keeper.on(0)
    for text in ("Likes tea", "Likes rain"):
        keeper.store.assert_fact(text, owner="ana")
    for number in (1, 2):
        keeper.store.retract(number, batch="b")
    keeper.store.delete(1)
    assert keeper.store.undo().undid == 1
    assert keeper.state(2) == "active"


def test_what_was_pinned_or_unpinned_since_makes_an_undo_stale(keeper: Keeper) -> None:
    """B7, B12: undoing a pin never pins, and never unpins what was pinned again."""
    keeper.on(0)
    store = keeper.store
    fact = store.assert_fact("Likes tea", owner="ana").facts[0].number
    first = store.pin(fact).operation
    store.unpin(fact)
    for pinned in (False, True):
        with pytest.raises(Refused, match="stale"):
            store.undo(first)
        assert store.fact(fact).pinned is pinned
        store.pin(fact)
    store.undo()
    store.undo()
    assert store.fact(fact).pinned
    store.undo()
    assert not store.fact(fact).pinned


def test_a_restore_finds_what_held_before(keeper: Keeper, moved: tuple[int, int]) -> None:
    """B4: one key, one transaction; a fact that holds needs none."""
    new = moved[1]
    keeper.store.retract(new)
    keeper.on(21)
    keeper.store.restore(new, mode="swap")
    assert keeper.store.fact(new, AsOf(keeper.day(12))).state == "active"
    with pytest.raises(Refused, match="not_invalidated"):
        keeper.store.restore(new)


def test_what_gave_way_in_another_slot_is_undone_with_the_rest(keeper: Keeper) -> None:
    """B10: a conflict that is opened on the way parts nothing from its operation."""
    keeper.on(0)
    old = keeper.store.assert_fact("Works at a mill", owner="ana", slot="work", valid_from=keeper.day(-30)).facts[0].number
    keeper.store.assert_fact("Sells bread", owner="ana", slot="side", valid_from=keeper.day(-5))
    done = keeper.store.supersede(old, "Bakes", slot="side", at=keeper.day(-20))
    assert done.conflict is not None
    (change,) = keeper.store.changes(limit=1)
    assert (change.verb, {one.fact for one in change.touched}) == ("supersede", {old, done.facts[0].number})
    keeper.store.undo()
    assert keeper.state(old) == "active"
