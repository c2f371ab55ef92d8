"""How the sample memory is told: what was said on which day, and what was learned from it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from store.clock import DAY, HOUR, Instant, to_iso

OWNER = "Vera Almeida"


@dataclass(frozen=True)
class Learned:
    """A fact read from a message. Days are counted back from today; a negative one lies ahead.

    Args:
        quote: The words that carry it; all of the message unless given.
        since, until: The days from and to which it holds, where the message tells them.
        key: A name for lines that change the fact later.
    """

    text: str
    kind: str = "preference"
    slot: str | None = None
    quote: str | None = None
    since: int | None = None
    until: int | None = None
    key: str | None = None
    subject: str | None = None


@dataclass(frozen=True)
class Said:
    """A message (or what else was read) and the facts learned from it."""

    day: int
    text: str
    learned: tuple[Learned, ...] = ()
    author: str | None = OWNER
    kind: str = "owner_message"
    talk: str = "chat"
    hour: int = 9
    key: str | None = None


@dataclass(frozen=True)
class Noted:
    """A fact that came without any message, as lists from other programs do."""

    day: int
    learned: Learned
    hour: int = 12


@dataclass(frozen=True)
class Changed:
    """What became of a fact later; `fields` are those of an event line, days under `at`, `until` and `since`."""

    day: int
    op: str
    fact: str
    fields: dict[str, Any] = field(default_factory=dict)
    hour: int = 15


@dataclass(frozen=True)
class Related:
    """A relation between two names, held up by facts."""

    day: int
    names: tuple[str, str, str]
    facts: tuple[str, ...]
    hour: int = 20


Entry = Said | Noted | Changed | Related


def events(story: list[Entry], now: Instant) -> list[dict[str, Any]]:
    """Return the story as event lines in the order of time, with days counted back from `now` (microseconds UTC)."""
    lines: list[tuple[Instant, int, dict[str, Any]]] = []
    for entry in story:
        at = min(_day(now, entry.day) + entry.hour * HOUR, now)
        lines.extend((at, len(lines), line) for line in _lines(entry, at, now))
    return [line for _, _, line in sorted(lines, key=lambda line: line[:2])]


def _lines(entry: Entry, at: Instant, now: Instant) -> Iterator[dict[str, Any]]:
    recorded_at = to_iso(at)
    if isinstance(entry, Related):
        begin, relation, end = entry.names
        facts = [f"fact/{key}" for key in entry.facts]
        yield {"op": "edge", "recorded_at": recorded_at, "from": begin, "relation": relation, "to": end, "facts": facts}
    elif isinstance(entry, Changed):
        yield {"op": entry.op, "recorded_at": recorded_at, "fact": f"fact/{entry.fact}", **_dated(entry.fields, now)}
    elif isinstance(entry, Noted):
        yield _stated(entry, entry.learned, recorded_at, None, now)
    else:
        ref = f"{entry.talk}/{recorded_at[:13]}"
        yield {
            "op": "source",
            "recorded_at": recorded_at,
            "key": f"said/{entry.key or ref}",
            "kind": entry.kind,
            "conversation": entry.talk,
            "ref": ref,
            "author": entry.author,
            "text": entry.text,
            "observed_at": recorded_at,
        }
        for learned in entry.learned:
            yield _stated(entry, learned, recorded_at, f"said/{entry.key or ref}", now)


def _stated(entry: Said | Noted, learned: Learned, recorded_at: str, source: str | None, now: Instant) -> dict[str, Any]:
    evidence = [] if source is None else [{"source": source, "quote": learned.quote}]
    line: dict[str, Any] = {
        "op": "assert",
        "recorded_at": recorded_at,
        "key": f"fact/{learned.key or f'{learned.text}/{entry.day}'}",
        "owner": OWNER,
        "subject": learned.subject,
        "kind": learned.kind,
        "slot": learned.slot,
        "text": learned.text,
        "evidence": evidence,
    }
    if learned.since is not None:
        line["valid_from"] = to_iso(_day(now, learned.since))
    if learned.until is not None:
        line["valid_to"] = to_iso(_day(now, learned.until))
    return line


def _dated(fields: dict[str, Any], now: Instant) -> dict[str, Any]:
    """Turn days into instants, and names of messages into evidence."""
    line = dict(fields)
    for name, field_name in (("at", "at"), ("until", "until"), ("since", "valid_from")):
        if name in line:
            line[field_name] = to_iso(_day(now, line.pop(name)))
    if "key" in line:
        line["key"] = f"fact/{line['key']}"
    if "by" in line:
        line["by"] = f"fact/{line['by']}"
    if "said" in line:
        line["evidence"] = [{"source": f"said/{line.pop('said')}"}]
    return line


def _day(now: Instant, days_ago: int) -> Instant:
    """Return the beginning of a day (UTC), so many days back."""
    return now - now % DAY - days_ago * DAY
