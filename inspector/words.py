"""How facts are said on the screen: times, ages, states, marks and kinds in words."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, tzinfo
from typing import TYPE_CHECKING

from inspector import door
from store.clock import DAY, HOUR, MINUTE, Instant, to_datetime

if TYPE_CHECKING:
    from store.values import Block, Count, Evidence, Fact

KIND_CODES = {
    "profile": "prof",
    "person": "pers",
    "project": "proj",
    "preference": "pref",
    "observation": "obs",
    "calendar": "cal",
    "one_off": "once",
    "intention": "plan",
    "other": "",
}
STATE_GLYPHS = {"active": "●", "upcoming": "○", "superseded": "»", "ended": "■", "expired": "□", "retracted": "×", "unknown": "·"}
STATE_ROLES = {"active": "$text-success", "upcoming": "$text-accent", "retracted": "$text-error"}
MARK_GLYPHS = {"doubtful": "?", "unverified": "∅", "suspect": "~", "pinned": "◆"}
MARK_ROLES = {"doubtful": "$text-warning", "unverified": "$text-warning", "suspect": "$text-warning", "pinned": "$text-primary"}
MARK_REASONS = {
    "no_evidence": "no source is known",
    "other_speaker": "another person said it",
    "source_changed": "its message has changed since",
    "source_gone": "its message is gone",
    "untrusted_source": "its source is not trusted to carry a fact",
    "not_seen_lately": "not seen lately",
}
SOURCE_WORDS = {
    "owner_message": "direct message",
    "group_message": "group message",
    "assistant_message": "assistant's reply",
    "screen_text": "screen text",
    "speech_transcript": "transcript",
    "document": "document",
    "tool_output": "tool output",
    "record": "record",
    "owner_statement": "own statement",
}
TOAST_CELLS = 32
SITTING = 8
"""So much of a sitting's id is printed, and is enough to name it."""
_MONTH = 30.44 * DAY


class MachineZone(tzinfo):
    """The machine's own zone with its summer times, where that of a single instant would be wrong for half the year."""

    def fromutc(self, dt: datetime) -> datetime:
        shown = dt.replace(tzinfo=UTC).astimezone()
        return shown.replace(tzinfo=self)

    def utcoffset(self, dt: datetime | None) -> timedelta | None:
        return self._placed(dt).utcoffset()

    def dst(self, dt: datetime | None) -> timedelta | None:
        return None

    def tzname(self, dt: datetime | None) -> str | None:
        return self._placed(dt).tzname()

    @staticmethod
    def _placed(dt: datetime | None) -> datetime:
        moment = (dt or datetime.now(UTC)).replace(tzinfo=None)
        try:
            return moment.astimezone()
        except (OverflowError, ValueError, OSError):
            return moment.replace(tzinfo=UTC)


MACHINE_ZONE = MachineZone()


def zone_of(name: str | None) -> tzinfo:
    """Return the named time zone, or the machine's own when there is no name or no such zone."""
    if name:
        from zoneinfo import ZoneInfo

        try:
            return ZoneInfo(name)
        except (KeyError, ValueError, OSError):
            pass
    return MACHINE_ZONE


def day(instant: Instant, zone: tzinfo) -> str:
    """Return the day in that zone, `2026-03-21`."""
    moment = _local(instant, zone)
    return f"{moment.year:04}-{moment:%m-%d}"


def minute(instant: Instant, zone: tzinfo) -> str:
    """Return day and minute in that zone, `2026-03-21 18:30`."""
    return f"{day(instant, zone)} {_local(instant, zone):%H:%M}"


def when(instant: Instant, zone: tzinfo) -> str:
    """Return the day alone for a midnight, day and minute for any other instant."""
    return day(instant, zone) if f"{_local(instant, zone):%H%M%S%f}" == "000000000000" else minute(instant, zone)


def zone_name(zone: tzinfo, at: Instant) -> str:
    """Return the short name of the zone at that instant."""
    return _local(at, zone).tzname() or "UTC"


def since(fact: Fact, zone: tzinfo) -> str:
    """Return the start of a fact; `≤` when it held by then and its start is unknown, and that it never held."""
    if fact.state == "retracted":
        return "never"
    return f"{'' if fact.valid_from_exact else '≤'}{day(fact.valid_from, zone)}"


def age(past: Instant | None, now: Instant) -> str:
    """Return how long ago that was, in at most five cells: `2 h`, `19 d`, `14 mo`, `3 y`."""
    if past is None:
        return "—"
    passed = now - past
    if passed < MINUTE:
        return "now"
    if passed < HOUR:
        return f"{passed // MINUTE} m"
    if passed < DAY:
        return f"{passed // HOUR} h"
    if passed < 31 * DAY:
        return f"{passed // DAY} d"
    months = int(passed / _MONTH)
    return f"{max(1, months)} mo" if months < 24 else f"{months // 12} y"


def ago(past: Instant, now: Instant) -> str:
    """Return the age as part of a sentence."""
    said = age(past, now)
    return "just now" if said == "now" else f"{said} ago"


def kind_code(kind: str) -> str:
    """Return a kind in at most four cells."""
    return KIND_CODES.get(kind) if kind in KIND_CODES else door.one_line(kind, 4)  # type: ignore[return-value]


def kind_word(kind: str) -> str:
    """Return a kind as a word."""
    return "one-off" if kind == "one_off" else door.plain(kind)


def worst_mark(fact: Fact) -> str | None:
    """Return the mark that needs an eye most, as one cell can show but one."""
    marks = {mark.mark for mark in fact.marks} | ({"pinned"} if fact.pinned else set())
    return next((name for name in MARK_GLYPHS if name in marks), None)


def mark_reason(reason: str) -> str:
    """Return the reason of a mark in words."""
    return MARK_REASONS.get(reason) or door.plain(reason.replace("_", " "))


def state_sentence(fact: Fact, zone: tzinfo) -> tuple[str, str]:
    """Return the state of a fact and what belongs to it: ("active", "since 2026-03-21")."""
    start = f"by {day(fact.valid_from, zone)}" if not fact.valid_from_exact else day(fact.valid_from, zone)
    if fact.state == "active":
        begun = f"since {start}" if fact.valid_from_exact else f"{start}, start unknown"
        return "active", begun + (f", until {when(fact.valid_to, zone)}" if fact.valid_to is not None else "")
    if fact.state == "upcoming":
        return "upcoming", f"from {when(fact.valid_from, zone)}" + (
            f" until {when(fact.valid_to, zone)}" if fact.valid_to is not None else ""
        )
    if fact.state == "retracted":
        return "retracted", "never true" + (f", corrected by #{fact.superseded_by}" if fact.superseded_by else "")
    if fact.state == "unknown":
        return "not known", "this early"
    ended = f" {when(fact.valid_to, zone)}" if fact.valid_to is not None else ""
    told = f"{ended}, held since {start}" if fact.valid_from_exact else f"{ended}, held {start}"
    if fact.state == "superseded":
        word = "merged" if fact.ends_as == "merged" else "superseded"
        return word, (f"by #{fact.superseded_by}" if fact.superseded_by else "by a deleted fact") + told
    return fact.state, told.strip()


def number(count: Count) -> str:
    """Return an honest count."""
    return f"more than {count.number}" if count.more else str(count.number)


def quantity(amount: int, one: str, many: str | None = None) -> str:
    """Return an amount and its noun."""
    return f"{amount:,} {one if amount == 1 else many or one + 's'}"


def left_out(block: Block) -> str:
    """Return how many facts that hold have no line in a prompt block, and why."""
    alone = block.left_out.number == 1 and not block.left_out.more
    same = "says the same as a line above" if alone else "say the same as lines above"
    return f"{number(block.left_out)} more {f'had no room, or {same}' if block.is_full else same}"


def shortened(text: str, cells: int = TOAST_CELLS) -> str:
    """Return the text of a fact as toasts name it."""
    return door.one_line(text, cells)


def role(evidence: Evidence) -> str:
    """Return what the evidence does for its fact."""
    if evidence.role == "relevance":
        return "relevance only, not counted"
    return "carries the fact" if evidence.role == "carries" else "confirms"


def quoted(quote: str) -> str:
    """Return a quote in the quotation marks of its script."""
    shown = door.plain(quote)
    letters = [character for character in shown if character.isalpha()]
    if letters and sum("Ѐ" <= character <= "ӿ" for character in letters) * 2 > len(letters):
        return f"«{shown}»"
    return f"“{shown}”"


def masked(shown: str) -> str:
    """Return harmless text with every word covered, at the same width."""
    from rich.cells import cell_len

    return "".join(character if character.isspace() else "░" * cell_len(character) for character in shown)


def _local(instant: Instant, zone: tzinfo) -> datetime:
    moment = to_datetime(instant)
    try:
        return moment.astimezone(zone)
    except OverflowError:
        return moment
