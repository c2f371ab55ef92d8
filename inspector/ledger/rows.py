"""The rows of the ledger: what was held after each learning, and how it differs from what was held before."""

from bisect import bisect_left, bisect_right
from dataclasses import dataclass
from datetime import UTC, tzinfo
from functools import cached_property

from inspector.ledger.dates import days_between
from store.clock import DAY, Instant
from store.values import Belief, History, HistoryFact

# Causes that say more about a learning than how late it came, worst first.
TOLD_BY_CAUSE = ("corrected", "retracted", "undone", "restored", "merged", "expired")
LONG = 3650  # days; beyond them lateness is counted in years


@dataclass(frozen=True)
class Interval:
    """A stretch of valid time, half-open, over which one fact was held."""

    fact: int
    valid_from: Instant
    exact: bool
    valid_to: Instant | None

    @property
    def ends(self) -> tuple[Instant, ...]:
        """Its boundaries, one or two."""
        return (self.valid_from,) if self.valid_to is None else (self.valid_from, self.valid_to)

    def holds(self, instant: Instant) -> bool:
        return self.valid_from <= instant and (self.valid_to is None or instant < self.valid_to)


@dataclass(frozen=True)
class Row:
    """What was held from one learning until the next, in order of valid time."""

    known_from: Instant
    intervals: tuple[Interval, ...]

    @cached_property
    def _starts(self) -> list[Instant]:
        return [interval.valid_from for interval in self.intervals]

    @cached_property
    def _start_set(self) -> frozenset[Instant]:
        return frozenset(self._starts)

    def goes_on(self, interval: Interval) -> bool:
        """Say whether another interval begins where this one ends."""
        return interval.valid_to in self._start_set

    def within(self, start: Instant, end: Instant) -> tuple[Interval, ...]:
        """Return the intervals of which some part lies in [start, end)."""
        first = max(bisect_right(self._starts, start) - 1, 0)
        return self.intervals[first : bisect_left(self._starts, end)]

    def at(self, instant: Instant) -> int | None:
        """Return the number of the fact held at that instant of valid time, if any."""
        place = bisect_right(self._starts, instant) - 1
        if place >= 0 and self.intervals[place].holds(instant):
            return self.intervals[place].fact
        return None

    def interval_at(self, instant: Instant) -> Interval | None:
        """Return the interval that holds at that instant of valid time, if any."""
        place = bisect_right(self._starts, instant) - 1
        return self.intervals[place] if place >= 0 and self.intervals[place].holds(instant) else None

    def boundaries(self) -> list[Instant]:
        """Return every instant of valid time at which what is held changes, in order."""
        return sorted({instant for interval in self.intervals for instant in interval.ends})


class Ledger:
    """A history as rows: one for each distinct instant at which something was learned, oldest first.

    Rows are built when they are asked for, so that a long history costs what is shown of it.

    Args:
        history: Everything ever believed of a slot, or of a fact that has none.
        zone: Whose days are counted.
    """

    def __init__(self, history: History, zone: tzinfo = UTC) -> None:
        self.history = history
        self.zone = zone
        self.learnings: tuple[Instant, ...] = tuple(sorted({belief.system_from for belief in history.beliefs}))
        self.facts: dict[int, HistoryFact] = {fact.number: fact for fact in history.facts}
        self._rows: dict[int, Row] = {}
        self._written: dict[Instant, list[Belief]] = {}
        for belief in history.beliefs:
            self._written.setdefault(belief.system_from, []).append(belief)

    @cached_property
    def _stated(self) -> dict[int, Instant]:
        """When each fact was first believed."""
        first: dict[int, Instant] = {}
        for belief in self.history.beliefs:
            first[belief.fact] = min(first.get(belief.fact, belief.system_from), belief.system_from)
        return first

    def __len__(self) -> int:
        return len(self.learnings)

    @property
    def newest(self) -> Row:
        """What is held now; empty when nothing was ever learned."""
        return self.row(len(self) - 1) if self.learnings else Row(self.history.now, ())

    def row(self, index: int) -> Row:
        """Return what was held after the learning of that index."""
        if index not in self._rows:
            self._rows[index] = Row(self.learnings[index], _held(self.history.beliefs, self.learnings[index]))
        return self._rows[index]

    def in_force(self, known_at: Instant) -> int:
        """Return the index of the last learning at or before that instant of system time; -1 before the first."""
        return bisect_right(self.learnings, known_at) - 1

    def written(self, index: int) -> tuple[Belief, ...]:
        """Return the beliefs written by a learning."""
        return tuple(self._written[self.learnings[index]])

    def never_true(self, fact: int) -> bool:
        """Say whether the statement was retracted or corrected since."""
        return fact in self.facts and self.facts[fact].state == "retracted"

    def moved(self, index: int) -> Instant | None:
        """Return the earliest instant of valid time whose fact this learning changed."""
        row = self.row(index)
        before = self.row(index - 1) if index else Row(row.known_from, ())
        same = 0
        for one, other in zip(row.intervals, before.intervals, strict=False):
            if one != other:
                break
            same += 1
        ends = {instant for part in (row, before) for interval in part.intervals[same:] for instant in interval.ends}
        return next((instant for instant in sorted(ends) if row.at(instant) != before.at(instant)), None)

    def note(self, index: int) -> str:
        """Say in a word or two how something was learned; nothing when it was told within a day."""
        causes = {belief.cause for belief in self.written(index)}
        for cause in TOLD_BY_CAUSE:
            if cause in causes:
                return cause
        moved = self.moved(index)
        if moved is None:
            return ""
        interval = self.row(index).interval_at(moved)
        if interval is not None and interval.valid_from == moved and not interval.exact:
            return "start unknown"
        late = self.learnings[index] - moved
        if abs(late) < DAY:
            return ""
        days = abs(days_between(moved, self.learnings[index], self.zone))
        length = f"{days} d" if days < LONG else f"{days * 100 // 36525} y"
        return f"{length} {'late' if late > 0 else 'ahead'}"

    def subject(self, index: int) -> int | None:
        """Return the fact a learning is about: the newest it stated, else the one it changed."""
        stated = [belief for belief in self.written(index) if self._stated[belief.fact] == self.learnings[index]]
        if stated:
            return max(stated, key=lambda belief: belief.fact).fact
        moved = self.moved(index)
        if moved is not None:
            holder = self.row(index).at(moved)
            before = self.row(index - 1).at(moved) if index else None
            if holder is not None or before is not None:
                return holder if holder is not None else before
        written = self.written(index)
        return written[-1].fact if written else None

    def emptied(self, index: int) -> tuple[int, ...]:
        """Return the facts a learning found never to have been true."""
        gone = {belief.fact for belief in self.written(index) if belief.is_empty and belief.cause in ("corrected", "retracted")}
        return tuple(sorted(gone))

    def extent(self) -> tuple[Instant, Instant]:
        """Return the earliest and the latest of every boundary ever believed, every learning, and now."""
        instants = [self.history.now, *self.learnings]
        for belief in self.history.beliefs:
            instants.append(belief.valid_from)
            if belief.valid_to is not None:
                instants.append(belief.valid_to)
        return min(instants), max(instants)


def _held(beliefs: tuple[Belief, ...], known_at: Instant) -> tuple[Interval, ...]:
    held = sorted(
        (
            belief
            for belief in beliefs
            if belief.system_from <= known_at
            and (belief.system_to is None or known_at < belief.system_to)
            and not belief.is_empty
        ),
        key=lambda belief: (belief.valid_from, belief.fact),
    )
    joined: list[Interval] = []
    for belief in held:
        last = joined[-1] if joined else None
        if last is not None and last.fact == belief.fact and last.valid_to == belief.valid_from:
            joined[-1] = Interval(last.fact, last.valid_from, last.exact, belief.valid_to)
        else:
            joined.append(Interval(belief.fact, belief.valid_from, belief.valid_from_exact, belief.valid_to))
    return tuple(joined)
