"""Promises the ledger keeps for any history, any size and any window."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.ledger.bars import END, END_REVISED, MANY, NEVER, START, START_REVISED, UNKNOWN, Bars
from inspector.ledger.canvas import text_of, width_of
from inspector.ledger.dates import EARLIEST, LATEST
from inspector.ledger.labels import labels
from inspector.ledger.picture import Picture, View
from inspector.ledger.rows import Ledger
from inspector.ledger.scale import TICK_CELLS, Scale, ticks
from inspector.ledger.steps import next_change
from inspector.ledger.words import as_text, names
from store.clock import DAY, SECOND
from store.values import AsOf, History
from tests.inspector.ledger.tellings import OPEN, Telling, at

TEXTS = st.one_of(
    st.sampled_from(
        [
            "Lives in Porto",
            "Lives in Lisbon",
            "我住在上海",
            "我住在北京",
            "Живёт в Твери",
            "A",
            "\x1b[31m\u202e",
            "👩\u200d👧 here",
        ]
    ),
    st.text(min_size=1, max_size=30).filter(str.strip),
)
UNITS = (SECOND, 3600 * SECOND, DAY, 30 * DAY, 400 * DAY)
instants = st.integers(EARLIEST, LATEST - 1)


def _iso(instant: int) -> str:
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(microseconds=instant)).isoformat()


@st.composite
def histories(draw: st.DrawFn) -> History:
    """Histories of one slot: each learning rewrites where some facts hold, never two at one instant."""
    unit = draw(st.sampled_from(UNITS))
    base = at("2026-01-01")
    tale = Telling("slot", "2026-06-01")
    facts = [tale.fact(text) for text in draw(st.lists(TEXTS, min_size=1, max_size=5))]
    known = base + draw(st.integers(-20, 20)) * unit
    for step in range(draw(st.integers(1, 7))):
        known += draw(st.integers(1, 4)) * draw(st.sampled_from((1, unit)))
        cuts = sorted(draw(st.lists(st.integers(-30, 30), min_size=1, max_size=6, unique=True)))
        owners = [draw(st.sampled_from([None, *facts])) for _ in cuts]
        cause = draw(st.sampled_from(["asserted", "superseded", "corrected", "retracted", "ended", "undone"]))
        for fact in facts:
            spells = [
                (_iso(base + cut * unit)[:26], _iso(base + after * unit)[:26] if after is not None else OPEN)
                for cut, after, owner in zip(cuts, [*cuts[1:], None], owners, strict=True)
                if owner == fact
            ]
            if spells or step or fact == facts[0]:
                tale.told(_iso(known)[:26], fact, *spells, cause=cause, exact=draw(st.booleans()))
    history = tale.history()
    return replace(history, beliefs=tuple(sorted(history.beliefs, key=lambda belief: belief.system_from)))


@st.composite
def views(draw: st.DrawFn) -> View:
    window = draw(st.one_of(st.none(), st.tuples(instants, instants).map(lambda pair: (min(pair), max(pair) + 1))))
    around = st.one_of(st.none(), st.integers(at("2020-01-01"), at("2030-01-01")))
    return View(
        draw(st.integers(24, 160)),
        draw(st.integers(3, 40)),
        draw(st.sampled_from([UTC, timezone(timedelta(hours=13)), timezone(-timedelta(hours=11, minutes=30))])),
        window,
        draw(st.booleans()),
        draw(st.booleans()),
        draw(st.one_of(st.none(), st.integers(0, 6))),
        draw(around),
        draw(st.one_of(st.none(), st.builds(AsOf, around, around))),
    )


@settings(deadline=None)
@given(histories(), views())
def test_every_line_is_exactly_as_wide_as_the_view(history: History, view: View) -> None:
    picture = Picture(history, view)
    for line in (*picture.head, *(picture.line(place) for place in picture.body)):
        assert width_of(line) == view.width
        assert "\x1b" not in text_of(line)


@settings(deadline=None)
@given(histories(), views())
def test_the_newest_row_and_the_first_are_always_there(history: History, view: View) -> None:
    rows = Picture(history, view).rows()
    count = len(Ledger(history))
    assert rows[0] == count - 1
    if view.height >= 7:
        assert rows[-1] == 0


@settings(deadline=None)
@given(histories(), st.integers(20, 120))
def test_every_interval_has_its_start_somewhere(history: History, cells: int) -> None:
    """Intervals get at least one cell: where one begins stands a start, or the sign of several changes."""
    ledger = Ledger(history)
    scale = Scale.fit(*ledger.extent(), cells)
    bars = Bars(ledger, scale, names(history))
    for index in range(len(ledger)):
        canvas = bars.draw(index)
        for interval in ledger.row(index).intervals:
            assert canvas[scale.place(interval.valid_from)] in {START, START_REVISED, NEVER, UNKNOWN, MANY, "╋"}


@settings(deadline=None)
@given(histories(), st.integers(20, 120))
def test_a_cell_says_what_held_at_its_middle(history: History, cells: int) -> None:
    """B8: a bare bar is drawn just where the row holds something, and whole where now agrees."""
    ledger = Ledger(history)
    scale = Scale.fit(*ledger.extent(), cells)
    bars = Bars(ledger, scale, {})
    for index in range(len(ledger)):
        row, canvas = ledger.row(index), bars.draw(index)
        for cell in range(cells):
            middle = scale.middle(cell)
            fact = row.at(middle)
            if canvas[cell] == "━":
                assert fact is not None
                assert ledger.newest.at(middle) == fact
            elif canvas[cell] == "┄":
                assert fact is not None
                assert ledger.newest.at(middle) != fact
            elif canvas[cell] in " ·":
                assert fact is None
            elif canvas[cell] in (END, END_REVISED):
                assert cell + 1 == cells or row.at(scale.middle(cell + 1)) is None or canvas[cell + 1] != "━"


@settings(deadline=None)
@given(instants, st.integers(1, 400 * DAY), st.integers(1, 200))
def test_ticks_stand_apart(start: int, length: int, cells: int) -> None:
    scale = Scale.window(start, start + length * cells, cells)
    found = ticks(scale, UTC)
    assert all(0 <= tick.cell < cells for tick in found)
    assert all(after.cell - before.cell >= TICK_CELLS - 1 for before, after in pairwise(found))


@given(st.lists(TEXTS, min_size=1, max_size=6))
def test_every_version_has_a_name_from_its_own_text(texts: list[str]) -> None:
    for text, label in zip(texts, labels(texts), strict=True):
        assert label.core in label.text or label.text == label.core
        if text.strip():
            assert label.core


@settings(deadline=None)
@given(histories(), st.integers(at("2025-01-01"), at("2027-01-01")), st.integers(at("2025-01-01"), at("2027-01-01")))
def test_steps_reach_every_learning_and_come_to_an_end(history: History, valid_at: int, known_at: int) -> None:
    ledger = Ledger(history)
    for forward in (True, False):
        here, seen = (valid_at, known_at), 0
        while (there := next_change(ledger, here, forward)) is not None:
            assert there > here if forward else there < here
            here, seen = there, seen + 1
            assert seen < 1000
        assert here[1] == (max(known_at, ledger.learnings[-1]) if forward else min(known_at, ledger.learnings[0]))


@settings(deadline=None)
@given(histories())
def test_the_words_name_every_fact_and_every_learning(history: History) -> None:
    said = as_text(history).splitlines()
    assert sum(line.startswith("known from ") for line in said) == len(Ledger(history))
    assert len([line for line in said if not line.startswith(("known from ", "  and"))]) == len(history.facts)
