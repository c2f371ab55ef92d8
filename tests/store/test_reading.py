"""Lists, counts, search and the prompt block: pages by key, honest numbers, only what is active."""

import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import create_engine, insert, literal, select

from store.clock import FOREVER
from store.errors import NotFound, Refused
from store.spans import Span, deciding, state_of
from store.state import VALID, deciding_id, state_at
from store.store import open_store
from store.tables import BELIEF, METADATA
from store.values import AsOf, EvidenceInput, Fact, Key, Query, SourceInput
from tests.store.conftest import Keeper, kept


@pytest.fixture(scope="module")
def sixty(blank: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixty facts of two owners, in three states."""
    folder = tmp_path_factory.mktemp("sixty")
    with kept(blank, folder) as keeper:
        for number in range(60):
            keeper.on(number // 3)
            owner = "ana" if number % 2 else "rui"
            outcome = keeper.store.assert_fact(f"Fact number {number}", owner=owner, kind="profile")
            if number % 5 == 0:
                keeper.store.retract(outcome.facts[0].number)
    return folder


@pytest.fixture(scope="module")
def read(sixty: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Keeper]:
    """The sixty facts ten days later, for tests that only read."""
    with kept(sixty, tmp_path_factory.mktemp("read")) as keeper:
        keeper.on(30)
        yield keeper


@pytest.fixture
def many(sixty: Path, tmp_path: Path) -> Iterator[Keeper]:
    """A copy of the sixty facts, ten days later."""
    with kept(sixty, tmp_path) as keeper:
        keeper.on(30)
        yield keeper


@pytest.mark.parametrize("sort", ["seen", "since", "number", "learned"])
@pytest.mark.parametrize("descending", [True, False])
@pytest.mark.parametrize("state", ["active", "all", "invalidated"])
def test_pages_by_key_give_every_fact_once_in_order(read: Keeper, sort: str, descending: bool, state: str) -> None:
    """B8: forwards and backwards, whatever the order."""
    query = Query(owner="ana", sort=sort, descending=descending, state=state)
    whole = read.store.facts(query, limit=100).facts
    key: Key | None = None
    paged: list[Fact] = []
    while True:
        page = read.store.facts(query, after=key, limit=7)
        paged += page.facts
        key = page.next
        if key is None:
            break
    assert paged == list(whole)
    assert len({fact.number for fact in whole}) == len(whole) == read.store.count(query).number


def test_a_page_before_a_key_is_the_one_just_left(read: Keeper) -> None:
    """B8: scrolling back shows the same rows."""
    query = Query(owner="ana", sort="learned")
    first = read.store.facts(query, limit=5)
    second = read.store.facts(query, after=first.next, limit=5)
    third = read.store.facts(query, after=second.next, limit=1).facts[0]
    key = (min(belief.system_from for belief in read.store.card(third.number).beliefs), third.number)
    assert read.store.facts(query, before=key, limit=5).facts == second.facts


def test_counts_are_honest(read: Keeper) -> None:
    """Counts: exact up to the cap, and more than the cap is said."""
    assert read.store.count(Query(owner="ana")).number == 24
    capped = read.store.count(Query(owner="ana"), cap=10)
    assert (capped.number, capped.more) == (10, True)
    assert read.store.count(Query(owner="nobody")).number == 0


def test_a_list_of_the_past_is_what_was_known_then(read: Keeper) -> None:
    """B8: as of a pair, by SQL, the same facts one would find one by one."""
    for day in (3, 9, 15):
        at = AsOf(read.day(day), read.day(day))
        listed = {fact.number for fact in read.store.facts(Query(), at, limit=100).facts}
        single = {number for number in range(1, 61) if read.store.fact(number, at).state == "active"}
        assert listed == single


def test_marks_of_the_past_are_counted_as_they_were(many: Keeper) -> None:
    """B8: what was pinned then, not what is pinned now."""
    many.on(40)
    many.store.pin(2)
    many.on(41)
    many.store.unpin(2)
    many.store.pin(4)
    at = AsOf(known_at=many.day(40) + 1)
    assert [fact.number for fact in many.store.facts(Query(mark="pinned"), at).facts] == [2]
    assert many.store.count(Query(mark="pinned"), at).number == 1
    assert many.store.count(Query(mark="pinned")).number == 1


def test_a_page_before_a_key_is_in_order_for_marks_of_the_past_too(many: Keeper) -> None:
    """B8: nearest last, as in any list."""
    many.on(40)
    for number in (2, 4, 6, 8):
        many.store.pin(number)
    query, at = Query(state="all", mark="pinned"), AsOf(known_at=many.day(41))
    many.on(50)
    listed = many.store.facts(query, at).facts
    key = (min(belief.system_from for belief in many.store.card(listed[-1].number).beliefs), listed[-1].number)
    assert len(listed) == 4
    assert many.store.facts(query, at, before=key, limit=2).facts == listed[1:3]


def test_what_a_sitting_states_itself_is_not_new_to_it(many: Keeper) -> None:
    """N1: news is what others told meanwhile."""
    since = many.day(18)
    with open_store(many.store.path, clock=many.on(30).clock, sitting="mine") as own:
        before = own.overview("ana", since=since).new.number
        own.assert_fact("Has a cat", owner="ana")
        assert own.overview("ana", since=since).new.number == before
        many.store.assert_fact("Has a dog", owner="ana")
        assert own.overview("ana", since=since).new.number == before + 1
        assert many.store.overview("ana", since=since).new.number == before + 2


def test_what_is_new_since_an_instant(read: Keeper) -> None:
    """N1: what was learned since the last visit."""
    assert read.store.overview("ana", since=read.day(18)).new.number == 3


def test_every_name_of_a_fact_finds_it(read: Keeper) -> None:
    """Every ID argument takes the number, the number with its sign, or the UUID."""
    fact = read.store.fact(7)
    assert read.store.fact("#7") == read.store.fact("7") == read.store.fact(fact.id) == fact
    for wrong in ("8888", "#", "-1", "x", "9" * 30, fact.id[:-1]):
        with pytest.raises(NotFound, match="fact_not_found"):
            read.store.fact(wrong)


@pytest.mark.parametrize("sort", ["seen", "since", "number", "learned"])
def test_the_place_of_a_fact_is_where_the_list_goes_on_with_it(read: Keeper, sort: str) -> None:
    """Listed or not, so that what leaves the list leaves the cursor where it was."""
    query = Query(owner="ana", sort=sort, state="all")
    for at in (AsOf(), AsOf(known_at=read.day(20))):
        listed = read.store.facts(query, at).facts
        for fact, following in zip(listed[::9], listed[1::9], strict=False):
            key = read.store.place((10**6, fact.number), query, at)
            assert read.store.facts(query, at, after=key, limit=1).facts == (following,)
    assert read.store.place((10**6,), query) is None


@pytest.mark.parametrize("query", ['"', "*", "NEAR(", "-", "a AND", "stems : x", "🎈", "'; DROP TABLE fact", "\x00", "   "])
def test_no_query_is_an_error(keeper: Keeper, query: str) -> None:
    """B15: nothing a person can type is query syntax; also over an empty store."""
    assert keeper.store.facts(Query(search=query)).facts == ()
    keeper.store.assert_fact("Likes tea", owner="ana")
    keeper.store.facts(Query(search=query))
    keeper.store.context("ana", query)


def test_search_follows_what_is_deleted_and_corrected(keeper: Keeper) -> None:
    """B15, D1: the index holds what the store holds."""
    keeper.on(0)
    wrong = keeper.store.assert_fact("Plays the cello", owner="ana").facts[0].number
    right = keeper.store.correct(wrong, "Plays the viola").facts[0].number
    assert [fact.number for fact in keeper.store.facts(Query(search="plays")).facts] == [right]
    keeper.store.delete(right)
    assert keeper.store.facts(Query(search="viola", state="all")).facts == ()


def test_while_typing_the_last_word_may_be_unfinished(keeper: Keeper) -> None:
    """B15: and only the last."""
    keeper.store.assert_fact("Plays the violoncello", owner="ana")
    assert len(keeper.store.facts(Query(search="plays viol", typing=True)).facts) == 1
    assert keeper.store.facts(Query(search="plays viol")).facts == ()
    assert keeper.store.facts(Query(search="viol plays", typing=True)).facts == ()


def test_only_active_facts_enter_the_prompt_block(keeper: Keeper) -> None:
    """B15: the filter stands before the order and the limit; pinned first, the clocks beside the words."""
    keeper.on(0)
    gone = keeper.store.assert_fact("Allergic to peanuts", owner="ana", kind="profile").facts[0].number
    tea = keeper.store.assert_fact("Likes tea", owner="ana", kind="preference", valid_from=keeper.day(-100)).facts[0].number
    keeper.store.assert_fact("Moves to Coimbra", owner="ana", valid_from=keeper.day(50))
    cello = keeper.store.assert_fact("Plays the cello", owner="ana", kind="observation").facts[0].number
    keeper.store.assert_fact("Likes rain", owner="rui")
    keeper.store.retract(gone)
    keeper.store.pin(cello)
    keeper.on(21)
    block = keeper.store.context("ana")
    assert [line.fact for line in block.lines] == [cello, tea]
    assert block.text.splitlines() == [
        "- Plays the cello (since 2026-01-01 or earlier; pinned; observed 20 days ago)",
        "- Likes tea (since 2025-09-23; observed 20 days ago)",
    ]
    short = keeper.store.context("ana", limit=1)
    assert ([line.fact for line in short.lines], short.left_out.number) == ([cello], 1)


def test_a_served_block_is_logged_and_recalls_its_facts(keeper: Keeper) -> None:
    """B9: ids in order, basis instant, digest; only when it was handed out."""
    keeper.on(0)
    number = keeper.store.assert_fact("Likes tea", owner="ana").facts[0].number
    keeper.on(1)
    keeper.store.context("ana")
    assert keeper.store.card(number).recalled_at is None
    block = keeper.store.context("ana", record=True)
    assert keeper.store.card(number).recalled_at == keeper.day(1)
    assert block.digest == hashlib.sha256(block.text.encode()).hexdigest()
    assert keeper.store.changes()[0].verb == "serve"


def test_a_stale_fact_says_so_in_the_block(keeper: Keeper) -> None:
    """F7: "observed 14 months ago, not confirmed since"."""
    keeper.on(0)
    keeper.store.assert_fact("Rides a bike", owner="ana", kind="observation")
    keeper.on(430)
    assert "observed 14 months ago, not confirmed since" in keeper.store.context("ana").text


def test_the_past_block_uses_what_was_pinned_and_known_then(keeper: Keeper) -> None:
    """B9: a block can be rebuilt."""
    keeper.on(0)
    for text in ("Likes tea", "Likes rain"):
        keeper.store.assert_fact(text, owner="ana")
    keeper.on(1)
    before = keeper.store.context("ana")
    keeper.on(2)
    keeper.store.pin(1)
    keeper.store.retract(2)
    again = keeper.store.context("ana", at=AsOf(before.valid_at, before.known_at))
    assert again.lines == before.lines


def test_settings_are_checked_and_known_as_of(keeper: Keeper) -> None:
    """A setting that changes judgement lives in the store, with system time."""
    keeper.on(1)
    keeper.store.set_setting("context.limit", "5")
    assert keeper.store.settings()["context.limit"] == 5
    assert keeper.store.settings(AsOf(known_at=keeper.day(0)))["context.limit"] == 80
    for name, said in (("context.limit", "0"), ("context.limit", "many"), ("late_events", "maybe")):
        with pytest.raises(Refused, match="bad_setting"):
            keeper.store.set_setting(name, said)
    with pytest.raises(Refused, match="setting_not_found"):
        keeper.store.set_setting("no.such", "1")


def test_sources_with_one_key_are_one(keeper: Keeper) -> None:
    """P2: the same message is not read twice."""
    from store.values import SourceInput

    message = SourceInput("I like tea", keeper.clock.at, key="m-1", author="ana")
    first = keeper.store.add_source(message)
    assert keeper.store.add_source(message) == first
    with pytest.raises(Refused, match="key_reused"):
        keeper.store.add_source(SourceInput("I like rain", keeper.clock.at, key="m-1", author="ana"))
    with pytest.raises(Refused, match="key_reused"):
        keeper.store.add_source(SourceInput("I like tea", keeper.clock.at, key="m-1", author="rui"))
    number = keeper.store.assert_fact("Likes tea", owner="ana", origin="online", evidence=[EvidenceInput("m-1")]).facts[0].number
    assert keeper.store.card(number).evidence[0].source == first.number


def test_an_event_said_twice_is_taken_once(keeper: Keeper) -> None:
    """D5: by its id; with other words it is refused; once deleted it stays deleted."""
    first = keeper.store.assert_fact("Likes tea", owner="ana", event_id="e-1")
    again = keeper.store.assert_fact("Likes tea", owner="ana", event_id="e-1")
    assert (again.result, again.facts[0].number) == ("unchanged", first.facts[0].number)
    with pytest.raises(Refused, match="event_id_reused"):
        keeper.store.assert_fact("Likes rain", owner="ana", event_id="e-1")
    keeper.on(1)
    keeper.store.delete(first.facts[0].number)
    assert keeper.store.assert_fact("Likes tea", owner="ana", event_id="e-1").result == "deleted_before"
    assert keeper.store.assert_fact("Likes tea", owner="ana", event_id="e-2").result == "done"


ENGINE = create_engine("sqlite://")
METADATA.create_all(ENGINE, tables=[BELIEF])
INSTANTS = st.integers(0, 8)
BY_SQL = select(state_at(BELIEF, VALID)).where(BELIEF.c.id == deciding_id(VALID, None, literal(1)))


@st.composite
def belief_sets(draw: st.DrawFn) -> list[Span]:
    """One version of a fact: a single empty row, or disjoint rows."""
    if draw(st.booleans()) and draw(st.booleans()):
        at = draw(INSTANTS)
        return [Span(at, at, by=draw(st.sampled_from([None, 2])))]
    cuts = sorted(draw(st.sets(INSTANTS, min_size=2, max_size=6)))
    spans = [
        Span(
            start,
            end,
            exact=draw(st.booleans()),
            by=draw(st.sampled_from([None, 2])),
            ends_as=draw(st.sampled_from([None, "expired", "told"])),
        )
        for start, end in zip(cuts[::2], cuts[1::2], strict=False)
    ]
    return [*spans[:-1], Span(spans[-1].start, FOREVER, exact=spans[-1].exact)] if draw(st.booleans()) else spans


@given(belief_sets(), st.sampled_from(["asserted", "corrected", "superseded", "undone", "retracted"]))
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_the_state_in_sql_is_the_state_in_python(spans: list[Span], cause: str) -> None:
    """B8: one rule, two forms, at every valid instant."""
    rows = [
        {
            "id": place,
            "fact_id": 1,
            "version": 1,
            "valid_from": span.start,
            "valid_from_exact": span.exact,
            "valid_to": span.end,
            "valid_to_exact": True,
            "start_told": True,
            "superseded_by": span.by,
            "ends_as": span.ends_as,
            "cause": cause,
            "system_from": 1,
            "system_to": FOREVER,
            "operation_id": 1,
        }
        for place, span in enumerate(spans, start=1)
    ]
    with ENGINE.connect() as connection:
        connection.execute(BELIEF.delete())
        connection.execute(insert(BELIEF), rows)
        for valid in range(-1, 10):
            assert connection.execute(BY_SQL, {"valid": valid}).scalar_one() == state_of(deciding(spans, valid), cause, valid)


def test_lists_read_evidence_through_a_merge_as_cards_do(keeper: Keeper) -> None:
    """B10, P3: what becomes of the message of a member is seen in every list at once."""
    keeper.on(0)
    store = keeper.store
    heard = keeper.heard("I have a cat and a dog")
    kept = store.assert_fact("Has a cat and a dog", owner="ana").facts[0].number
    member = store.assert_fact("Has a cat, a dog", owner="ana", evidence=heard).facts[0].number
    store.merge([member], kept)
    store.mark_source(int(heard[0].source), "gone")
    assert [fact.number for fact in store.facts(Query(mark="doubtful")).facts] == [kept]
    store.mark_source(int(heard[0].source), "present")
    assert store.facts(Query(mark="doubtful")).facts == ()
    store.delete(member)
    assert store.fact(kept).confirmations == 0
    assert store.check() == ()


def test_a_message_of_no_conversation_stands_alone(keeper: Keeper) -> None:
    """P4: what somebody else wrote elsewhere is not shown beside it."""
    keeper.on(0)
    store = keeper.store
    store.add_source(SourceInput("Ana's diary", keeper.day(0), kind="document", author="ana", ref="a"))
    letter = store.add_source(SourceInput("Bob's letter", keeper.day(0), kind="document", author="bob", ref="b"))
    found = store.conversation(letter.number)
    assert (found.before, found.after) == ((), ())


def test_values_that_mean_nothing_are_refused(keeper: Keeper) -> None:
    keeper.on(0)
    store = keeper.store
    source = store.add_source(SourceInput("hello", keeper.day(0)))
    for wrong in (
        lambda: store.mark_source(source.number, "banana"),  # type: ignore[arg-type]
        lambda: store.context("ana", limit=0),
        lambda: store.context("ana", limit=-1),
    ):
        with pytest.raises(Refused, match="bad_value"):
            wrong()
