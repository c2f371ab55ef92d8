"""The whole ledger as lines of cells: ruler, rows, fold, legend, version list."""

from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from functools import cached_property
from typing import Literal, NamedTuple

from rich.cells import cell_len

from inspector.door import cut, plain
from inspector.ledger.bars import HELD, LEARNED, NEVER, REVISED, Bars
from inspector.ledger.canvas import Canvas, Line
from inspector.ledger.dates import local
from inspector.ledger.labels import Label
from inspector.ledger.rows import Ledger
from inspector.ledger.ruler import pointer, ruler
from inspector.ledger.scale import Scale
from inspector.ledger.words import NEVER_HELD, Version, how_and_whence, names, sentence, versions
from inspector.words import day, masked
from store.clock import Instant
from store.values import AsOf, History

NOTES_FROM = 70  # cells from which the notes stand beside the rows
NOTE_CELLS = 15
NEVER_IN_LEGEND_FROM = 68
LEAST_AXIS = 12
LEAST_LIST = 5  # lines under which no part of the version list is shown
FOLD_MARGIN = 5
HOW_CELLS = 26  # what is told beside the column of time travel
UNCHANGED = "This fact has never changed."
STATE_ROLES = {"active": "active", "upcoming": "upcoming", "retracted": "never"}

Kind = Literal["row", "how", "fold", "blank", "detail", "legend", "unchanged", "list-head", "version", "more"]


class Place(NamedTuple):
    """What a line of the body shows: its kind, and which learning or version."""

    kind: Kind
    number: int


@dataclass(frozen=True)
class View:
    """How a ledger is looked at.

    Args:
        width, height: Cells and lines there are.
        zone: Whose days are shown.
        window: The stretch of valid time shown; `None` fits all of it.
        unfolded: Whether the fold is open.
        compact: Whether one sentence on the current row stands in for legend and list.
        current: The learning the cursor is on.
        cursor: The instant of valid time pointed at.
        travel: The instants travelled to; then each learning takes up to three lines.
        hidden: Whether texts are covered.
    """

    width: int
    height: int
    zone: tzinfo = UTC
    window: tuple[Instant, Instant] | None = None
    unfolded: bool = False
    compact: bool = False
    current: int | None = None
    cursor: Instant | None = None
    travel: AsOf | None = None
    hidden: bool = False


@dataclass(frozen=True)
class Reading:
    """What a history says, whatever the size and the cursor; kept from one picture to the next.

    Args:
        history: What was read.
        view: How it was looked at then.
        ledger: Its rows.
        called: The names of its facts.
        form: The form of date that tells the learnings apart.
        dates: The first learning in that form.
    """

    history: History
    view: View
    ledger: Ledger
    called: dict[int, Label]
    form: str
    dates: list[str]

    @classmethod
    def of(cls, history: History, view: View) -> "Reading":
        """Read a history."""
        shown, called = history, names(history)
        if view.hidden:
            called = {fact: Label(masked(label.text), masked(label.core)) for fact, label in called.items()}
            shown = replace(history, facts=tuple(replace(fact, text=masked(plain(fact.text))) for fact in history.facts))
        ledger = Ledger(shown, view.zone)
        return cls(history, view, ledger, called, *_dates(ledger, view))

    def serves(self, history: History, view: View) -> bool:
        """Say whether another view of a history needs nothing else."""
        mine = self.view
        same = mine.zone == view.zone and mine.hidden == view.hidden
        return self.history is history and same and (mine.width >= NOTES_FROM) == (view.width >= NOTES_FROM)


class Picture:
    """A ledger drawn for a view: `head` stays on top, the lines of the body scroll.

    Every line is exactly as wide as the view. Lines are drawn when they are asked for.

    Args:
        history: Everything ever believed of a slot, or of a fact that has none.
        view: How it is looked at.
        before: A picture drawn before; what it found out is used again where it is of the same history.
    """

    def __init__(self, history: History, view: View, before: "Picture | None" = None) -> None:
        self.view = view
        self.reading: Reading = (
            before.reading if before is not None and before.reading.serves(history, view) else Reading.of(history, view)
        )
        self.ledger, self.called = self.reading.ledger, self.reading.called
        self.margin = max((cell_len(date) for date in self.reading.dates), default=10) + (2 if view.travel else 1)
        self.noted = view.width >= NOTES_FROM and view.travel is None
        cells = max(view.width - self.margin - (NOTE_CELLS if self.noted else 0), LEAST_AXIS)
        self.scale = Scale.window(*view.window, cells) if view.window else self.fit(cells)
        valid_at = view.travel.valid_at if view.travel is not None else None
        kept: Bars | None = before.bars if before is not None and before.reading is self.reading else None
        if kept is None or (kept.scale, kept.valid_at) != (self.scale, valid_at):
            kept = Bars(self.ledger, self.scale, self.called, valid_at)
        self.bars: Bars = kept
        self.in_force = -1
        if view.travel is not None:
            known_at = view.travel.known_at
            self.in_force = self.ledger.in_force(history.now if known_at is None else known_at)

    def fit(self, cells: int) -> Scale:
        """Return the scale on which everything there is can be seen."""
        earliest, latest = self.ledger.extent()
        if self.view.travel is not None and self.view.travel.valid_at is not None:
            earliest, latest = min(earliest, self.view.travel.valid_at), max(latest, self.view.travel.valid_at)
        return Scale.fit(earliest, latest, cells)

    @cached_property
    def versions(self) -> list[Version]:
        return versions(self.ledger, self.called, self.view.zone)

    @cached_property
    def head(self) -> tuple[Line, ...]:
        """The ruler, under the pointer of the instant travelled to."""
        view = self.view
        lines = ruler(self.scale, self.ledger.history.now, self.margin, view.width, view.zone, view.cursor)
        if view.travel is not None and view.travel.valid_at is not None:
            return (pointer(self.scale, view.travel.valid_at, self.margin, view.width, view.zone), *lines)
        return lines

    @cached_property
    def body(self) -> tuple[Place, ...]:
        """What the lines under the ruler show, from the newest learning on."""
        return tuple(self._travel_body() if self.view.travel is not None else self._ledger_body())

    @cached_property
    def folded(self) -> range:
        """The learnings behind the fold, empty when there is none."""
        count = len(self.ledger)
        room = self.view.height - 2 - (1 if self.view.compact else 0)
        if self.view.unfolded or self.view.travel is not None or count <= room or room < 2:
            return range(0)
        return range(1, count - max(room - 2, 1))

    def rows(self) -> list[int]:
        """Return the learnings shown, newest first; -1 is the fold."""
        return [place.number if place.kind == "row" else -1 for place in self.body if place.kind in ("row", "fold")]

    def line(self, place: Place) -> Line:
        """Draw one line of the body."""
        kind, index = place
        if kind == "row":
            return self._row(index)
        canvas = Canvas(self.view.width)
        if kind == "fold":
            self._fold(canvas)
        elif kind == "how":
            self._how(canvas, index)
        elif kind == "legend":
            self._legend(canvas)
        elif kind == "version":
            self._version(canvas, self.versions[index])
        elif kind == "list-head":
            canvas.write(self._name_cells + 4, "valid", "head")
        elif kind == "more":
            canvas.write(2, cut(f"… {index} more, + shows them", max(self.view.width - 2, 0)), "note")
        elif kind == "unchanged":
            canvas.write(0, cut(UNCHANGED, self.view.width), "legend")
        elif kind == "detail" and self.view.current is not None and 0 <= self.view.current < len(self.ledger):
            self._detail(canvas, self.view.current)
        elif self.view.travel is not None:
            self._between(canvas)
        return canvas.line()

    # the order of lines

    def _ledger_body(self) -> list[Place]:
        count, view = len(self.ledger), self.view
        folded = self.folded
        shown = [index for index in reversed(range(count)) if index not in folded]
        rows = [Place("row", index) for index in shown]
        if folded:
            rows.insert(len(rows) - 1 if shown[-1] == 0 else len(rows), Place("fold", 0))
        if view.compact:
            return [*rows, Place("detail", 0)]
        room = view.height - 2 - len(rows)
        if room < 1 and not view.unfolded:
            return rows
        count_of_versions = len(self.versions)
        listed = [Place("blank", 0), Place("list-head", 0), *(Place("version", index) for index in range(count_of_versions))]
        legend = [Place("detail", 0), Place("legend" if count > 1 else "unchanged", 0)]
        if view.unfolded or room >= len(legend) + len(listed):
            return [*rows, *legend, *listed]
        if room >= len(listed):
            return [*rows, *listed]
        above = legend if room >= len(legend) + LEAST_LIST else []
        fitting = room - len(above) - 1
        if fitting + 1 < LEAST_LIST:
            return [*rows, *legend[:room]]
        return [*rows, *above, *listed[:fitting], Place("more", count_of_versions - (fitting - 2))]

    def _travel_body(self) -> list[Place]:
        count, height = len(self.ledger), self.view.height - 3
        lines = 3 if 3 * count <= height else 2 if 2 * count <= height else 1
        places: list[Place] = []
        for index in reversed(range(count)):
            places.append(Place("row", index))
            if lines >= 2 or index == self.in_force:
                places.append(Place("how", index))
            if lines == 3:
                places.append(Place("blank", index))
        if height >= len(places) + 1:
            places.append(Place("legend", 0))
        return places

    # single lines

    def _row(self, index: int) -> Line:
        view = self.view
        newest, in_force = index == len(self.ledger) - 1, index == self.in_force
        canvas = Canvas(view.width)
        date_role = "travel-date" if in_force else "date-newest" if newest else "date"
        if view.travel is not None:
            if in_force:
                canvas.put(0, "►", "column")
            canvas.write(1, self._date(index), date_role)
        else:
            canvas.write(0, self._date(index), date_role)
        canvas.paste(self.margin, self.bars.draw(index, in_force))
        if self.noted:
            note = self.ledger.note(index)
            canvas.write(view.width - cell_len(note), note, "note-newest" if newest else "note")
        if view.cursor is not None and index == view.current and self.scale.shows(view.cursor):
            canvas.point(self.margin + self.scale.place(view.cursor))
        return canvas.line()

    def _date(self, index: int) -> str:
        return _date(self.ledger.learnings[index], self.reading.form, self.view.zone)

    def _fold(self, canvas: Canvas) -> None:
        canvas.write(2, "…", "note")
        first, last = self.folded[0], self.folded[-1]
        zone = self.view.zone
        said = f"{len(self.folded)} more learned"
        when = f" between {day(self.ledger.learnings[first], zone)} and {day(self.ledger.learnings[last], zone)}"
        keys = ", enter opens them"
        room = self.view.width - FOLD_MARGIN
        text = next((text for text in (said + when + keys, said + keys, said) if cell_len(text) <= room), cut(said, room))
        canvas.write(self.margin if self.margin + cell_len(text) <= self.view.width else FOLD_MARGIN, text, "note")

    def _how(self, canvas: Canvas, index: int) -> None:
        travel = self.view.travel
        self._between(canvas)
        in_force = index == self.in_force
        if in_force and travel is not None and travel.known_at is not None:
            moment = local(travel.known_at, self.view.zone)
            canvas.write(1, cut(f"{moment:%m-%d %H:%M}", self.margin), "travel-known")
        text = how_and_whence(self.ledger, index, self.called)
        valid_at = travel.valid_at if travel else None
        column = self.scale.place(valid_at) if valid_at is not None else 0
        start = self.margin + min(max(column, 0), self.scale.cells - 1) + 2
        if start + HOW_CELLS > self.view.width:
            text = cut(text, start - 4 - self.margin)
            start -= 3 + cell_len(text)
        canvas.write(start, cut(text, self.view.width - start), "how-in-force" if in_force else "note")

    def _between(self, canvas: Canvas) -> None:
        lane = Canvas(self.scale.cells)
        self.bars.column(lane)
        canvas.paste(self.margin, lane)

    def _legend(self, canvas: Canvas) -> None:
        marks = [
            (HELD, "newest", "still held"),
            (REVISED, "revised", "revised since"),
            (LEARNED[HELD], "mark", "learned that day"),
        ]
        if self.view.width >= NEVER_IN_LEGEND_FROM:
            marks.append((NEVER, "never", "never true"))
        cell = 0
        for glyph, role, meaning in marks:
            if cell + 2 + cell_len(meaning) > self.view.width:
                break
            canvas.put(cell, glyph, role)
            cell = canvas.write(cell + 2, meaning, "legend") + 2

    def _detail(self, canvas: Canvas, index: int) -> None:
        cell = 0
        for part in sentence(self.ledger, index, self.called, self.view.cursor, self.view.zone).segments(self.view.width):
            cell = canvas.write(cell, part.text, part.role)

    @cached_property
    def _columns(self) -> tuple[int, int]:
        """The cells of both ends in the version list."""
        starts = (
            cell_len(version.start) - version.start.startswith("≤") for version in self.versions if version.start != NEVER_HELD
        )
        return max(starts, default=10), max((cell_len(version.end) for version in self.versions), default=10)

    @cached_property
    def _name_cells(self) -> int:
        start, end = self._columns
        widest = max((cell_len(version.name) for version in self.versions), default=0)
        room = self.view.width - 2 - 2 - start - 3 - end - 2 - 10
        return min(widest, room if room >= 8 else room + 12) if room + 12 > 0 else 0

    def _name(self, version: Version) -> str:
        if cell_len(version.name) <= self._name_cells:
            return version.name
        return cut(self.called[version.fact].core, self._name_cells)

    def _version(self, canvas: Canvas, version: Version) -> None:
        start, end = self._columns
        role = STATE_ROLES.get(version.state, "note")
        canvas.write(0, version.glyph, role)
        name_role = {"active": "name-active", "upcoming": "name"}.get(version.state, "note")
        canvas.write(2, self._name(version), name_role)
        cell = self._name_cells + 4
        dates = "note" if version.state not in ("active", "upcoming") else "name"
        if version.start == NEVER_HELD:
            canvas.write(cell, version.start, "note")
        else:
            unknown = version.start.startswith("≤")
            canvas.write(cell - 1 if unknown else cell, version.start, dates)
            canvas.write(cell + start + 1, f"→ {version.end}", dates)
        canvas.write(cell + start + 3 + end + 2, version.state, role)


def _dates(ledger: Ledger, view: View) -> tuple[str, list[str]]:
    """Return the shortest form of date that tells the learnings apart, and the widest it gets."""
    learnings = ledger.learnings
    years = {local(instant, view.zone).year for instant in learnings[:1] + learnings[-1:]}
    forms = ["day", "minute", "second"] if len(years) == 1 or view.width < NOTES_FROM else ["day", "full-minute", "full-second"]
    for form in forms:
        shown = [_date(instant, form, view.zone) for instant in learnings]
        if len(set(shown)) == len(shown):
            break
    return form, shown[:1] or ["2026-01-01"]


def _date(instant: Instant, form: str, zone: tzinfo) -> str:
    if form == "day":
        return day(instant, zone)
    moment = local(instant, zone)
    clock = f"{moment:%H:%M:%S}" if form.endswith("second") else f"{moment:%H:%M}"
    return f"{day(instant, zone)} {clock}" if form.startswith("full") else f"{moment:%m-%d} {clock}"
