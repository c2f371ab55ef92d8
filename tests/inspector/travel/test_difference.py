"""U3: what held then and what holds now, compared by fact, honestly for long lists too."""

from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.travel import difference
from inspector.travel.difference import compare
from store.errors import NotFound
from store.values import NOW, AsOf, Fact, Key, Page, Query
from tests.inspector.fake import fact

THEN = AsOf(1, 1)


class Lists:
    """Two lists of facts, newest learned first."""

    def __init__(self, then: Sequence[Fact], now: Sequence[Fact], others: Sequence[Fact] = ()) -> None:
        self.lists = {THEN: sorted(then, key=lambda f: -f.number), NOW: sorted(now, key=lambda f: -f.number)}
        self.all = {one.number: one for one in (*others, *now)}
        self.pages = 0

    def facts(self, query: Query, at: AsOf = NOW, *, after: Key | None = None, limit: int = 100) -> Page:
        assert query.state == "active"
        self.pages += 1
        rows = [one for one in self.lists[at] if after is None or (one.number, one.number) < after]
        page = tuple(rows[:limit])
        return Page(page, (page[-1].number, page[-1].number) if len(rows) > limit else None)

    def fact(self, ref: int | str, at: AsOf = NOW) -> Fact:
        if int(ref) not in self.all:
            raise NotFound("fact_not_found", id=f"#{ref}")
        return self.all[int(ref)]


def test_a_slot_that_says_something_else_now_is_one_difference() -> None:
    braga, guimaraes = fact(1, "Lives in Braga", slot="home.city"), fact(2, "Lives in Guimarães", slot="Home.City")
    found = compare(Lists([braga], [guimaraes]), "ana", THEN)
    assert (set(found.other), set(found.gone), found.come, found.count.number) == ({1}, set(), 0, 1)
    assert found.glyphs == {1: difference.OTHER}


def test_without_a_slot_the_successor_is_followed() -> None:
    old = fact(1, "a")
    others = [replace(old, state="superseded", superseded_by=2), fact(2, "b", state="superseded", superseded_by=3)]
    found = compare(Lists([old], [fact(3, "c")], others), "ana", THEN)
    assert (set(found.other), found.come) == ({1}, 0)


def test_what_ended_is_gone_and_what_began_has_come() -> None:
    kept, ended, begun = fact(1, "kept"), fact(2, "ended"), fact(3, "begun")
    found = compare(Lists([kept, ended], [kept, begun], [replace(ended, state="ended")]), "ana", THEN)
    assert (set(found.other), set(found.gone), found.come) == (set(), {2}, 1)


def test_a_fact_deleted_since_is_gone() -> None:
    found = compare(Lists([fact(1, "a")], []), "ana", THEN)
    assert found.gone == {1}


@settings(deadline=None)
@given(st.sets(st.integers(1, 60)), st.sets(st.integers(1, 60)), st.sampled_from([200, 400]))
def test_short_lists_are_compared_whole(then: set[int], now: set[int], cap: int) -> None:
    facts = {number: fact(number, f"fact {number}") for number in then | now}
    found = compare(Lists([facts[n] for n in then], [facts[n] for n in now]), None, THEN, cap)
    assert found.gone == then - now
    assert found.come == len(now - then)
    assert not found.count.more


def test_long_lists_are_compared_as_far_as_both_were_read() -> None:
    """Nothing is called gone or new just because one list was read further down than the other."""
    facts = {number: fact(number, f"fact {number}") for number in range(1, 2001)}
    then = [facts[number] for number in range(1, 1001)]
    lists = Lists(then, list(facts.values()))
    found = compare(lists, None, THEN, cap=600)
    assert found.gone == set()
    assert found.other == set()
    assert found.come == 600
    assert found.count.more
    assert lists.pages == 6
