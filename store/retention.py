"""What time does to a fact by its kind: some end, some sink in the order, and a pinned one neither.

| kind | what time does |
|---|---|
| calendar, one_off | its end is proposed some days after it was last heard of (setting `expire_after.<kind>`) |
| observation, preference | it sinks in the prompt block while nobody recalls it (setting `decay.enabled`) |
| any other | nothing; it is only replaced |

Decay changes an order, expiry is an end that a person approves; how long a fact stays fresh is `store.standing.is_stale`.
"""

from collections.abc import Mapping
from math import log
from typing import Any

from store.clock import DAY, HOUR, Instant

DECAYING = ("observation", "preference")
KEPT_PER_HOUR = 0.995
"""What is left of a fact's weight an hour after it was recalled."""


def expire_after(kind: str, values: Mapping[str, Any]) -> int:
    """Return the days after which an open fact of the kind is proposed to end; 0 is never. An unknown kind goes by `other`."""
    return int(values.get(f"expire_after.{kind}", values["expire_after.other"]))


def expires_at(kind: str, valid_from: Instant, seen_at: Instant, values: Mapping[str, Any]) -> Instant | None:
    """Return when an open fact would expire, microseconds UTC, or `None` where its kind does not.

    Args:
        valid_from: When it began.
        seen_at: Its newest evidence.
        values: The settings.
    """
    days = expire_after(kind, values)
    return max(valid_from, seen_at) + days * DAY if days else None


def weight(importance: int, kind: str, recalled_at: Instant, present: Instant) -> float:
    """Return the logarithm of importance x 0.995 ^ hours since the fact was recalled; only some kinds decay.

    Args:
        recalled_at: When it was last handed out, else last seen; microseconds UTC.
        present: The instant asked about, microseconds UTC.
    """
    return log(importance) + (decayed(present - recalled_at) if kind in DECAYING else 0.0)


def decayed(span: int) -> float:
    """Return the logarithm of what is left after so many microseconds without a recall."""
    return log(KEPT_PER_HOUR) * max(span, 0) / HOUR
