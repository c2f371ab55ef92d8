"""The ledger in words: its versions, what each learning said, and all of it as plain text."""

from dataclasses import dataclass
from datetime import UTC, tzinfo

from rich.cells import cell_len

from inspector.door import cut, plain
from inspector.ledger.canvas import Segment
from inspector.ledger.dates import span
from inspector.ledger.labels import Label, labels
from inspector.ledger.rows import Interval, Ledger
from inspector.words import STATE_GLYPHS, day, minute
from store.clock import Instant
from store.values import History

NEVER_HELD = "never"


@dataclass(frozen=True)
class Version:
    """One line of the version list: an interval of a fact as believed now.

    Args:
        fact: The number of the fact.
        glyph, name, state: Empty on the further intervals of a fact.
        start, end: Days; `never` and nothing for what never held.
    """

    fact: int
    glyph: str
    name: str
    start: str
    end: str
    state: str


def names(history: History) -> dict[int, Label]:
    """Return what each fact of a history is called."""
    return dict(zip([fact.number for fact in history.facts], labels([fact.text for fact in history.facts]), strict=True))


def versions(ledger: Ledger, called: dict[int, Label], zone: tzinfo) -> list[Version]:
    """Return every version of a slot, the latest start on top, one line for each interval."""
    intervals: dict[int, list[Interval]] = {number: [] for number in ledger.facts}
    emptied: dict[int, Instant] = {}
    for interval in ledger.newest.intervals:
        intervals.setdefault(interval.fact, []).append(interval)
    for belief in ledger.history.beliefs:
        if belief.system_to is None and belief.is_empty:
            emptied[belief.fact] = belief.valid_from
    listed: list[Version] = []
    for number in sorted(ledger.facts, key=lambda fact: _order(fact, intervals, emptied), reverse=True):
        fact = ledger.facts[number]
        glyph, name, state = STATE_GLYPHS[fact.state], called[number].text, str(fact.state)
        held = sorted(intervals[number], key=lambda interval: interval.valid_from, reverse=True)
        if not held:
            at = emptied.get(number)
            ends = (NEVER_HELD, "") if fact.state == "retracted" or at is None else span(at, True, at, zone)
            listed.append(Version(number, glyph, name, *ends, state))
        for interval in held:
            ends = span(interval.valid_from, interval.exact, interval.valid_to, zone)
            listed.append(Version(number, glyph, name, *ends, state))
            glyph = name = state = ""
    return listed


def _order(fact: int, intervals: dict[int, list[Interval]], emptied: dict[int, Instant]) -> tuple[Instant, bool, int]:
    starts = [interval.valid_from for interval in intervals[fact]]
    return max(starts, default=emptied.get(fact, 0)), bool(starts), fact


def how(ledger: Ledger, index: int, called: dict[int, Label]) -> str:
    """Say how something was learned: `told 12 d late`, `corrected Braga`."""
    note = ledger.note(index)
    if note in ("corrected", "retracted"):
        gone = [called[fact].core for fact in ledger.emptied(index) if fact in called]
        return f"{note} {', '.join(gone)}".rstrip()
    return f"told {note}" if note.endswith((" late", " ahead")) else note or "told the same day"


def how_and_whence(ledger: Ledger, index: int, called: dict[int, Label]) -> str:
    """Say how something was learned and from where: `told 12 d late · m-2203`."""
    return " · ".join(part for part in (how(ledger, index, called), source(ledger, index)) if part)


def source(ledger: Ledger, index: int) -> str:
    """Name the message a learning came from, else who wrote it."""
    subject = ledger.subject(index)
    fact = ledger.facts.get(subject) if subject is not None else None
    written = ledger.written(index)
    stated = any(belief.fact == subject and belief.version == 1 for belief in written)
    if fact is not None and fact.source_ref and stated:
        return plain(fact.source_ref)
    who, _, name = written[0].actor.partition(":") if written else ("", "", "")
    return {"person": "by hand", "import": "import"}.get(who, plain(name or who))


@dataclass(frozen=True)
class Sentence:
    """What a learning said: the fact in full, when it was held to be true, how and whence that was learned."""

    text: str
    when: str
    how: str
    source: str

    def segments(self, cells: int) -> list[Segment]:
        """Return it in one line; the source goes first when there is no room, then how; a third is left for the text."""
        when = f"   {self.when}" if self.when else ""
        parts = [part for part in (self.how, self.source) if part]
        least = min(cell_len(self.text), cells // 3)
        while parts and least + cell_len(when) + 3 + cell_len(" · ".join(parts)) > cells:
            parts.pop()
        told = f"   {' · '.join(parts)}" if parts else ""
        text = cut(self.text, max(cells - cell_len(when) - cell_len(told), min(cells, 12)))
        return [Segment(text, "detail-text"), Segment(cut(when, cells - cell_len(text)), "detail"), Segment(told, "note")]


def sentence(ledger: Ledger, index: int, called: dict[int, Label], at: Instant | None, zone: tzinfo) -> Sentence:
    """Describe what a learning said.

    Args:
        ledger: The rows.
        index: Which learning.
        called: The names of the facts.
        at: An instant of valid time pointed at; without one, what the learning is about.
        zone: Whose days.
    """
    row = ledger.row(index)
    told, whence = how(ledger, index, called), source(ledger, index)
    if at is None:
        subject = ledger.subject(index)
        held = [interval for interval in row.intervals if interval.fact == subject]
        interval = held[-1] if held else None
    else:
        interval = row.interval_at(at)
    if interval is None:
        return Sentence(f"Nothing held on {day(at, zone)}" if at is not None else "Nothing held any more", "", told, whence)
    start, end = span(interval.valid_from, interval.exact, interval.valid_to, zone)
    fact = ledger.facts.get(interval.fact)
    return Sentence(plain(fact.text) if fact else "A deleted fact", f"{start} → {end}", told, whence)


def as_text(history: History, zone: tzinfo = UTC) -> str:
    """Return a history as words alone, for a report, a screen reader or a test."""
    ledger = Ledger(history, zone)
    called = names(history)
    lines = []
    for version in versions(ledger, called, zone):
        lead = f"{version.glyph} {version.name}" if version.glyph else "  and"
        when = version.start if version.start == NEVER_HELD else f"{version.start} → {version.end}"
        lines.append(f"{lead}: {when}" + (f", {version.state}" if version.state else ""))
    for index in reversed(range(len(ledger))):
        subject = ledger.subject(index)
        name = called[subject].text if subject in called else "a deleted fact"
        lines.append(f"known from {minute(ledger.learnings[index], zone)}: {name}, {how_and_whence(ledger, index, called)}")
    return "\n".join(lines)
