"""One line of an event file, read into typed fields; nothing here looks at a store."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from store.clock import Instant, from_iso
from store.errors import Refused
from store.imports.lines import canonical
from store.vocabulary import ORIGINS, SOURCE_KINDS

STATING = ("assert", "supersede", "correct")
ABOUT_A_FACT = ("supersede", "correct", "end", "retract", "restore", "pin", "unpin", "confirm", "delete")
OPERATIONS = ("source", "assert", *ABOUT_A_FACT, "edge")


class Quote(NamedTuple):
    """Evidence as a line gives it: the key of a source, and words in it."""

    source: str
    quote: str | None


@dataclass(frozen=True, slots=True)
class Event:
    """A line that can be applied, as far as the line itself tells.

    Args:
        op: One of `OPERATIONS`.
        recorded_at: When the history says it became known, microseconds UTC.
        given: The names that stand in the line; what is absent is inherited, what is null is not.
        content: The line in one canonical form, whose digest tells whether it was taken in before.
    """

    op: str
    recorded_at: Instant
    given: frozenset[str]
    content: str
    key: str | None = None
    fact: str | None = None
    by: str | None = None
    owner: str | None = None
    subject: str | None = None
    kind: str | None = None
    slot: str | None = None
    text: str | None = None
    valid_from: Instant | None = None
    valid_from_exact: bool | None = None
    valid_to: Instant | None = None
    at: Instant | None = None
    until: Instant | None = None
    event_id: str | None = None
    origin: str = "import"
    importance: int | None = None
    evidence: tuple[Quote, ...] = ()
    # of a source
    conversation: str | None = None
    ref: str | None = None
    author: str | None = None
    observed_at: Instant | None = None
    # of an edge
    subject_name: str = ""
    relation: str = ""
    object_name: str = ""
    facts: tuple[str, ...] = ()


def parse(line: dict[str, Any]) -> Event:
    """Read the fields of a line.

    Raises:
        Refused: `bad_line`, `bad_text`, `bad_time`, `naive_time` or `empty_interval`.
    """
    content = canonical(line)
    fields = _Fields(line)
    op = fields.word("op", needed=True)
    if op not in OPERATIONS:
        raise Refused("bad_line", why=f"op is none of {', '.join(OPERATIONS)}")
    recorded_at = fields.time("recorded_at", needed=True)
    assert recorded_at is not None
    common: dict[str, Any] = {
        "op": op,
        "recorded_at": recorded_at,
        "given": frozenset(line),
        "content": content,
        "key": fields.word("key", needed=op in ("source", "assert")),
        "owner": fields.word("owner"),
        "evidence": _quotes(line.get("evidence")),
        "event_id": fields.word("event_id"),
    }
    if op == "source":
        return Event(**common, **_source(fields))
    if op == "edge":
        return Event(**common, **_edge(fields, line.get("facts")))
    if op in ABOUT_A_FACT:
        common |= {"fact": fields.word("fact", needed=True), "at": fields.time("at"), "until": fields.time("until")}
    if op in STATING:
        common |= _statement(fields, op)
    event = Event(**common)
    _check_times(event)
    return event


def _source(fields: "_Fields") -> dict[str, Any]:
    kind = fields.word("kind") or "record"
    if kind not in SOURCE_KINDS:
        raise Refused("bad_line", why=f"the kind of a source is none of {', '.join(SOURCE_KINDS)}")
    return {
        "kind": kind,
        "conversation": fields.word("conversation"),
        "ref": fields.word("ref"),
        "author": fields.word("author"),
        "text": fields.text("text") or "",
        "observed_at": fields.time("observed_at"),
    }


def _statement(fields: "_Fields", op: str) -> dict[str, Any]:
    by = fields.word("by") if op != "assert" else None
    origin = fields.word("origin") or "import"
    if origin not in ORIGINS:
        raise Refused("bad_line", why=f"origin is none of {', '.join(ORIGINS)}")
    return {
        "by": by,
        "subject": fields.word("subject"),
        "kind": fields.word("kind"),
        "slot": fields.word("slot"),
        "text": fields.text("text", needed=op == "assert" or (op == "supersede" and by is None)),
        "valid_from": fields.time("valid_from"),
        "valid_from_exact": fields.flag("valid_from_exact"),
        "valid_to": fields.time("valid_to"),
        "origin": origin,
        "importance": fields.whole("importance", 1, 10),
    }


def _edge(fields: "_Fields", facts: Any) -> dict[str, Any]:
    if not isinstance(facts, list) or not facts or not all(isinstance(key, str) and key for key in facts):
        raise Refused("bad_line", why="facts is no list of keys")
    return {
        "subject_name": fields.word("from", needed=True),
        "relation": fields.word("relation", needed=True),
        "object_name": fields.word("to", needed=True),
        "facts": tuple(dict.fromkeys(facts)),
    }


def _quotes(value: Any) -> tuple[Quote, ...]:
    if value is None:
        return ()
    if not isinstance(value, list):
        raise Refused("bad_line", why="evidence is no list")
    quotes: list[Quote] = []
    for piece in value:
        fields = _Fields(piece) if isinstance(piece, dict) else None
        if fields is None:
            raise Refused("bad_line", why="a piece of evidence is no object")
        source = fields.word("source", needed=True)
        assert source is not None
        quotes.append(Quote(source, fields.text("quote")))
    return tuple(dict.fromkeys(quotes))


def _check_times(event: Event) -> None:
    begins = event.valid_from
    if begins is not None and event.valid_to is not None and begins >= event.valid_to:
        raise Refused("empty_interval")
    at = event.recorded_at if event.at is None else event.at
    if event.op == "end" and event.until is not None and at >= event.until:
        raise Refused("empty_interval")


class _Fields:
    """The fields of one object, each read as what it must be; null counts as absent."""

    def __init__(self, line: dict[str, Any]) -> None:
        self._line = line

    def text(self, name: str, *, needed: bool = False) -> str | None:
        value = self._line.get(name)
        if value is None:
            if needed:
                raise Refused("bad_line", why=f"{name} is missing")
            return None
        if not isinstance(value, str):
            raise Refused("bad_line", why=f"{name} is no text")
        return value

    def word(self, name: str, *, needed: bool = False) -> str | None:
        """Return a name, reference or key, for which empty is absent."""
        value = self.text(name, needed=needed)
        if value is not None and not value.strip():
            if needed:
                raise Refused("bad_line", why=f"{name} is empty")
            return None
        return value

    def time(self, name: str, *, needed: bool = False) -> Instant | None:
        value = self.text(name, needed=needed)
        return None if value is None else from_iso(value)

    def flag(self, name: str) -> bool | None:
        value = self._line.get(name)
        if value is not None and not isinstance(value, bool):
            raise Refused("bad_line", why=f"{name} is neither true nor false")
        return value

    def whole(self, name: str, least: int, most: int) -> int | None:
        value = self._line.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise Refused("bad_line", why=f"{name} is no whole number from {least} to {most}")
        return value
