"""The scale of valid time: which instant lies in which cell, and the ruler above the rows."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import tzinfo

from inspector.ledger.dates import EARLIEST, LATEST, instant_at, local
from store.clock import DAY, HOUR, MINUTE, SECOND, Instant

MARGIN = 3  # cells before the earliest boundary
BEYOND = 12  # per cent of the span shown after the latest of the last boundary and now
TICK_CELLS = 6  # ticks stand at least so many cells apart
FINEST = 10 * SECOND  # a cell is never shorter
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

# Units of ticks, finest first: name, shortest length, how many minutes, days, months or years they step.
_MINUTES = ((1, MINUTE), (10, 10 * MINUTE), (60, HOUR))
_DAYS = ((1, DAY), (7, 7 * DAY))
_MONTHS = ((1, 28 * DAY), (3, 90 * DAY))
_YEARS = (1, 5, 10, 50, 100, 500, 1000, 5000)


@dataclass(frozen=True)
class Scale:
    """Cells of one length in a row: cell c covers [start + c * cell, start + (c + 1) * cell)."""

    start: Instant
    cell: int
    cells: int

    @classmethod
    def fit(cls, earliest: Instant, latest: Instant, cells: int) -> "Scale":
        """Return the scale that shows both instants, with room before the first and after the last."""
        cells = max(cells, MARGIN + 1)
        span = (latest - earliest) * (100 + BEYOND) // 100
        cell = max(FINEST, -(-span // (cells - MARGIN)))
        return cls(earliest - MARGIN * cell, cell, cells)

    @classmethod
    def window(cls, start: Instant, end: Instant, cells: int) -> "Scale":
        """Return the scale that shows [start, end)."""
        return cls(start, max(FINEST, -(-(end - start) // max(cells, 1))), max(cells, 1))

    @property
    def end(self) -> Instant:
        return self.start + self.cell * self.cells

    def place(self, instant: Instant) -> int:
        """Return the cell the instant lies in; it may be outside the scale."""
        return (instant - self.start) // self.cell

    def middle(self, cell: int) -> Instant:
        """Return the instant at which the value of a cell is taken."""
        return self.start + cell * self.cell + self.cell // 2

    def step(self, instant: Instant, cells: int) -> Instant:
        """Return the instant so many cells away, in whole days, hours or minutes; as many steps back lead back."""
        unit = next((unit for unit in (DAY, HOUR, MINUTE) if self.cell >= unit), SECOND)
        return min(max(instant + cells * -(-self.cell // unit) * unit, EARLIEST), LATEST)

    def shows(self, instant: Instant) -> bool:
        return self.start <= instant < self.end

    def zoomed(self, around: Instant, by: float) -> "Scale":
        """Return a scale whose cells are `by` times as long, with the instant where it stood."""
        cell = min(max(FINEST, int(self.cell * by)), (LATEST - EARLIEST) // self.cells)
        before = (around - self.start) // self.cell if self.shows(around) else self.cells // 2
        return Scale(around - before * cell, cell, self.cells)


@dataclass(frozen=True)
class Tick:
    """A mark on the ruler."""

    cell: int
    label: str
    year: bool


def ticks(scale: Scale, zone: tzinfo) -> list[Tick]:
    """Return the ticks of the finest unit that leaves them at least six cells apart."""
    found: list[Tick] = []
    for instant, label, year in _instants(scale, zone):
        if instant >= scale.end:
            break
        place = scale.place(instant)
        if instant >= scale.start and (not found or place > found[-1].cell):
            found.append(Tick(place, label, year))
    return found


def _instants(scale: Scale, zone: tzinfo) -> Iterator[tuple[Instant, str, bool]]:
    room = TICK_CELLS * scale.cell
    first = local(scale.start, zone)
    for step, length in _MINUTES:
        if length >= room:
            start = instant_at(
                first.year, first.month, first.day, first.hour, first.minute // step * step if step < 60 else 0, zone
            )
            return _clock_ticks(start, length, scale.end, zone)
    for step, length in _DAYS:
        if length >= room:
            return _day_ticks(scale.start, step, scale.end, zone)
    for step, length in _MONTHS:
        if length >= room:
            return _month_ticks(first.year, (first.month - 1) // step * step, step, zone)
    for step in _YEARS:
        if step * 365 * DAY >= room:
            return _year_ticks(first.year // step * step, step, zone)
    return iter(())


def _clock_ticks(start: Instant, length: int, end: Instant, zone: tzinfo) -> Iterator[tuple[Instant, str, bool]]:
    instant = start
    while instant < min(end, LATEST):
        moment = local(instant, zone)
        midnight = moment.hour == moment.minute == 0
        yield instant, f"{moment:%m-%d}" if midnight else f"{moment:%H:%M}", False
        instant += length


def _day_ticks(start: Instant, step: int, end: Instant, zone: tzinfo) -> Iterator[tuple[Instant, str, bool]]:
    around = start
    while around < min(end, LATEST) + DAY:
        moment = local(around, zone)
        if step == 1 or moment.weekday() == 0:
            yield instant_at(moment.year, moment.month, moment.day, 0, 0, zone), f"{moment:%m-%d}", False
            around += step * DAY
        else:
            around += DAY


def _month_ticks(year: int, month: int, step: int, zone: tzinfo) -> Iterator[tuple[Instant, str, bool]]:
    while year <= 9999:
        yield instant_at(year, month + 1, 1, 0, 0, zone), MONTHS[month] if month else f"{year:04}", month == 0
        month += step
        year, month = year + month // 12, month % 12


def _year_ticks(year: int, step: int, zone: tzinfo) -> Iterator[tuple[Instant, str, bool]]:
    for shown in range(max(year, 1), 10_000, step) if year else range(step, 10_000, step):
        yield instant_at(shown, 1, 1, 0, 0, zone), f"{shown:04}", True
