"""What the store says on both clocks: news that comes late, ahead, or turns out wrong."""

import pytest

from store.clock import SECOND
from store.errors import Refused
from store.values import AsOf, Query
from tests.store.conftest import Keeper


def city(keeper: Keeper, text: str, **when: int) -> int:
    told = {name: keeper.day(day) for name, day in when.items()}
    return keeper.store.assert_fact(text, owner="ana", slot="home.city", kind="profile", **told).facts[0].number  # type: ignore[arg-type]


def active(keeper: Keeper, valid: int, known: int) -> list[str]:
    page = keeper.store.facts(Query(), AsOf(keeper.day(valid), keeper.day(known)))
    return [fact.text for fact in page.facts]


def test_news_told_late_holds_from_its_own_time(keeper: Keeper) -> None:
    """B1, B10: "I left in spring", said in August."""
    keeper.on(0)
    city(keeper, "Lives in Porto", valid_from=0)
    keeper.on(200)
    city(keeper, "Lives in Braga", valid_from=90)
    assert active(keeper, valid=100, known=200) == ["Lives in Braga"]
    assert active(keeper, valid=100, known=199) == ["Lives in Porto"]
    assert active(keeper, valid=89, known=200) == ["Lives in Porto"]


def test_news_told_ahead_becomes_active_by_the_clock_alone(keeper: Keeper) -> None:
    """B1, B13: "I start on Monday"."""
    keeper.on(0)
    fact = city(keeper, "Moves to Coimbra", valid_from=10)
    assert keeper.state(fact) == "upcoming"
    keeper.on(10)
    assert keeper.state(fact) == "active"


def test_a_correction_answers_differently_before_and_after(keeper: Keeper) -> None:
    """B2: what held in May, as known now and as known before the correction."""
    keeper.on(0)
    wrong = city(keeper, "Lives in Braga", valid_from=0)
    keeper.on(30)
    keeper.store.correct(wrong, "Lives in Guimarães")
    assert active(keeper, valid=10, known=30) == ["Lives in Guimarães"]
    assert active(keeper, valid=10, known=29) == ["Lives in Braga"]
    assert keeper.state(wrong) == "retracted"


def test_a_corrected_start_moves_the_neighbour(keeper: Keeper) -> None:
    """B2: a neighbour that ended at the old start moves to a new start, later or earlier."""
    keeper.on(60)
    porto = city(keeper, "Lives in Porto", valid_from=0)
    braga = city(keeper, "Lives in Braga", valid_from=30)
    later = keeper.store.correct(braga, valid_from=keeper.day(40)).facts[0].number
    assert keeper.state(porto, valid=39) == "active"
    assert keeper.state(porto, valid=40) == "superseded"
    keeper.store.correct(later, valid_from=keeper.day(20))
    assert keeper.state(porto, valid=19) == "active"
    assert keeper.state(porto, valid=20) == "superseded"


def test_only_the_new_fact_is_active_at_the_instant_of_replacement(keeper: Keeper) -> None:
    """B5: intervals are half-open."""
    keeper.on(10)
    old = city(keeper, "Lives in Porto", valid_from=0)
    new = keeper.store.supersede(old, "Lives in Braga", at=keeper.day(5)).facts[0].number
    assert keeper.store.fact(old, AsOf(keeper.day(5) - 1)).state == "active"
    assert keeper.store.fact(old, AsOf(keeper.day(5))).state == "superseded"
    assert keeper.store.fact(new, AsOf(keeper.day(5))).state == "active"
    assert keeper.store.fact(new, AsOf(keeper.day(5) - 1)).state == "upcoming"


def test_an_open_end_stops_at_the_next_told_start_and_says_so(keeper: Keeper) -> None:
    """B10, B11: the answer names what begins then."""
    keeper.on(20)
    later = city(keeper, "Lives in Braga", valid_from=10)
    outcome = keeper.store.assert_fact("Lives in Porto", owner="ana", slot="home.city", valid_from=keeper.day(0))
    assert (outcome.until, outcome.next, outcome.conflict) == (keeper.day(10), later, later)


def test_late_events_can_be_refused(keeper: Keeper) -> None:
    """B10: the strict mode leaves the state untouched."""
    keeper.on(20)
    city(keeper, "Lives in Braga", valid_from=10)
    keeper.store.set_setting("late_events", "refuse")
    with pytest.raises(Refused, match="out_of_order"):
        city(keeper, "Lives in Porto", valid_from=0)
    assert len(keeper.store.facts(Query(state="all")).facts) == 1


def test_two_values_at_one_instant_are_for_a_person(keeper: Keeper) -> None:
    """B10: `same_instant_conflict`, state untouched."""
    keeper.on(1)
    city(keeper, "Lives in Braga", valid_from=0)
    with pytest.raises(Refused, match="same_instant_conflict"):
        city(keeper, "Lives in Porto", valid_from=0)
    assert keeper.store.last_operation() == 1


def test_what_a_new_fact_was_to_take_over_from_stays_while_a_person_is_asked(keeper: Keeper) -> None:
    """B10: of two values of one unclear moment in another slot; the state is untouched, as no new fact is made."""
    keeper.on(0)
    job = keeper.store.assert_fact("Works as a cook", owner="ana", slot="job").facts[0].number
    keeper.on(1)
    city(keeper, "Lives in Porto")
    keeper.on(2)
    outcome = keeper.store.supersede(job, "Lives in Braga", at=keeper.day(1), slot="home.city")
    assert (outcome.result, keeper.state(job)) == ("proposed", "active")


def test_the_same_words_again_are_evidence_not_a_fact(keeper: Keeper) -> None:
    """B11, P3: said again, a fact is confirmed."""
    keeper.on(0)
    fact = keeper.store.assert_fact(
        "Lives in Braga", owner="ana", slot="home.city", origin="online", evidence=keeper.heard("I live in Braga")
    )
    keeper.on(5)
    again = keeper.store.assert_fact(
        "Lives in Braga", owner="ana", slot="home.city", origin="online", evidence=keeper.heard("Braga is home")
    )
    assert again.result == "unchanged"
    assert again.facts[0].number == fact.facts[0].number
    assert again.facts[0].confirmations == 2


def test_a_start_nobody_told_is_by_then(keeper: Keeper) -> None:
    """B1: without a start the fact holds from when it was observed, or earlier; before that nothing is known."""
    keeper.on(5)
    fact = city(keeper, "Lives in Porto")
    assert not keeper.store.fact(fact).valid_from_exact
    assert keeper.state(fact, valid=4) == "unknown"


def test_a_subject_has_slots_of_its_own(keeper: Keeper) -> None:
    """B11: the sister's city does not touch the owner's."""
    keeper.on(0)
    mine = city(keeper, "Lives in Porto")
    keeper.store.assert_fact("Lives in Rome", owner="ana", subject="Lena", slot="Home.City ")
    assert keeper.state(mine) == "active"
    keeper.on(1)
    keeper.store.assert_fact("Lives in Braga", owner="ANA", subject="Ana", slot=" HOME.CITY")
    assert keeper.state(mine) == "superseded"


def test_an_intention_replaces_nothing(keeper: Keeper) -> None:
    """B11: "maybe Kotlin some day" is kept beside what is used now."""
    keeper.on(0)
    python = keeper.store.assert_fact("Writes Python", owner="ana", slot="work.language").facts[0].number
    keeper.on(1)
    store = keeper.store
    kotlin = store.assert_fact("Maybe Kotlin some day", owner="ana", slot="work.language", kind="intention").facts[0].number
    rust = store.supersede(python, "Maybe Rust some day", kind="intention").facts[0]
    assert (rust.slot, keeper.state(python), keeper.state(kotlin)) == (None, "active", "active")
    tea = store.assert_fact("Drinks tea", owner="ana").facts[0].number
    store.supersede(tea, "Maybe coffee some day", kind="intention")
    assert keeper.state(tea) == "active"
    store.supersede(kotlin, "Kotlin next year")
    assert keeper.state(kotlin) == "superseded"
    assert store.correct(python, "Wants to learn Python", kind="intention").facts[0].slot is None


def test_a_known_instant_later_than_now_is_now(keeper: Keeper) -> None:
    """B8: the future of system time is not known."""
    keeper.on(0)
    fact = city(keeper, "Lives in Porto")
    assert keeper.state(fact, valid=0, known=500) == "active"


def test_system_time_never_stands_still(keeper: Keeper) -> None:
    """B3: every operation is later than the last, even when the machine's clock steps back."""
    keeper.on(5)
    first = city(keeper, "Lives in Porto")
    keeper.on(0)
    keeper.store.pin(first)
    newest, oldest = keeper.store.changes()
    assert newest.at > oldest.at
    assert keeper.store.fact(first).state == "active"


def test_the_past_as_it_was_known_never_changes(keeper: Keeper) -> None:
    """B3: history is appended to."""
    keeper.on(0)
    fact = city(keeper, "Lives in Porto")
    at = AsOf(keeper.day(0), keeper.day(0) + SECOND)
    before = keeper.store.facts(Query(state="all"), at)
    keeper.on(1)
    keeper.store.correct(fact, "Lives in Braga")
    keeper.store.pin(keeper.store.facts(Query()).facts[0].number)
    assert keeper.store.facts(Query(state="all"), at) == before
