"""LoCoMo: two people's chats over months, with what was observed about each of them.

A message becomes a source, an observation a fact of its speaker with one piece of evidence per message it names. Owner and author
are written `conv-26/Caroline`. A session's date and time, read as UTC, is when its messages were observed and its facts known.
"""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any, BinaryIO

from store.clock import Instant, from_datetime, to_iso
from store.errors import Refused
from store.imports.reading import Reading, parsed

_SESSION = re.compile(r"session_(0|[1-9]\d{0,5})", re.ASCII)
_TURN = re.compile(r"D\d+:\d+", re.ASCII)
_DATE = re.compile(r"\s*(\d{1,2}):(\d{2})\s*(am|pm)\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})\s*", re.ASCII | re.IGNORECASE)
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

Session = tuple[Instant, str, int, dict[str, Any]]


def read_locomo(file: BinaryIO, _owner: str | None, _now: Instant) -> Reading:
    """Read a LoCoMo file.

    Raises:
        Refused: `bad_file` when it is not JSON or has another shape.
    """
    try:
        samples = json.loads(file.read().decode("utf-8-sig"))
    except (ValueError, RecursionError):
        raise _bad_file("it is no JSON") from None
    samples = [samples] if isinstance(samples, dict) else samples
    if not isinstance(samples, list) or not samples or not all(_is_sample(sample) for sample in samples):
        raise _bad_file("it holds no list of conversations")
    for sample in samples:
        _check_sessions(sample)
    lines = list(_lines(samples))
    return Reading((parsed(place, number, line) for number, (place, line) in enumerate(lines, start=1)), len(lines))


def _bad_file(why: str) -> Refused:
    return Refused("bad_file", path="the file", format="locomo", why=why)


def _is_sample(sample: Any) -> bool:
    return (
        isinstance(sample, dict)
        and isinstance(sample.get("sample_id"), str)
        and isinstance(sample.get("conversation"), dict)
        and isinstance(sample.get("observation", {}), dict)
    )


def _check_sessions(sample: dict[str, Any]) -> None:
    """Refuse a conversation of another shape, of which nothing would come in.

    Raises:
        Refused: `bad_file`.
    """
    sessions = [name for name in sample["conversation"] if _SESSION.fullmatch(name)]
    if not sessions:
        raise _bad_file(f"{sample['sample_id']} has no session")
    for name in sessions:
        if not isinstance(sample["conversation"][name], list):
            raise _bad_file(f"{sample['sample_id']} {name} is no list of messages")
        observed = sample.get("observation", {}).get(f"{name}_observation", {})
        if not isinstance(observed, dict) or not all(isinstance(facts, list) for facts in observed.values()):
            raise _bad_file(f"{sample['sample_id']} {name}_observation holds no list for each speaker")


def _lines(samples: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any] | Refused]]:
    """Yield (place, line) session by session, in the order in which all of them happened."""
    sessions: list[Session] = []
    for sample in samples:
        for name in sample["conversation"]:
            found = _SESSION.fullmatch(name)
            if found is None:
                continue
            at = _instant(sample["conversation"].get(f"{name}_date_time"))
            if at is None:
                yield f"{sample['sample_id']} {name}", Refused("bad_line", why="the session has no date")
            else:
                sessions.append((at, sample["sample_id"], int(found[1]), sample))
    for at, _, number, sample in sorted(sessions, key=lambda session: session[:3]):
        yield from _session(sample, number, to_iso(at))


def _session(sample: dict[str, Any], number: int, at: str) -> Iterator[tuple[str, dict[str, Any] | Refused]]:
    chat = sample["sample_id"]
    for place, turn in enumerate(sample["conversation"][f"session_{number}"], start=1):
        where = f"{chat} session {number} message {place}"
        if not isinstance(turn, dict) or not isinstance(turn.get("dia_id"), str):
            yield where, Refused("bad_line", why="the message has no dia_id")
            continue
        ref = f"{chat}/{turn['dia_id']}"
        yield (
            where,
            {
                "op": "source",
                "recorded_at": at,
                "key": f"locomo/{ref}",
                "kind": "owner_message",
                "conversation": chat,
                "ref": ref,
                "author": f"{chat}/{turn.get('speaker')}",
                "text": turn.get("text"),
                "observed_at": at,
            },
        )
    observed = sample.get("observation", {}).get(f"session_{number}_observation", {})
    for speaker, facts in observed.items():
        for place, fact in enumerate(facts, start=1):
            where = f"{chat} session {number} observation {place} of {speaker}"
            if not isinstance(fact, list) or len(fact) != 2:
                yield where, Refused("bad_line", why="the observation is no pair of words and messages")
                continue
            turns = dict.fromkeys(_TURN.findall(json.dumps(fact[1])))
            yield (
                where,
                {
                    "op": "assert",
                    "recorded_at": at,
                    "key": f"locomo/{chat}/session_{number}/{speaker}/{place}",
                    "owner": f"{chat}/{speaker}",
                    "kind": "observation",
                    "text": fact[0],
                    "evidence": [{"source": f"locomo/{chat}/{turn}"} for turn in turns],
                },
            )


def _instant(written: Any) -> Instant | None:
    found = _DATE.fullmatch(written) if isinstance(written, str) else None
    if found is None or found[5][:3].lower() not in _MONTHS:
        return None
    hour = int(found[1]) % 12 + (12 if found[3].lower() == "pm" else 0)
    month = _MONTHS.index(found[5][:3].lower()) + 1
    try:
        return from_datetime(datetime(int(found[6]), month, int(found[4]), hour, int(found[2]), tzinfo=UTC))
    except (ValueError, Refused):
        return None
