"""The sample memory: an invented person's two years in English, Russian and Chinese, with every state and mark a fact can have."""

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from inspector.sample import waiting
from inspector.sample.script import Learned, Noted, Said, events
from inspector.sample.story import EXPIRED, MERGED, SOURCES_SINCE, STORY
from store.clock import DAY, FixedClock, Instant, from_iso

if TYPE_CHECKING:
    from store.store import Store


def build(path: Path, now: Instant) -> Path:
    """Make a store with the sample memory and return its path.

    Args:
        path: Where; there must be no file yet.
        now: The present of the story, microseconds UTC; all its dates are counted back from it.
    """
    from store.store import create_store
    from store.values import Query

    lines = events([*STORY, *waiting.SAID_SINCE], now)
    clock = FixedClock(from_iso(lines[0]["recorded_at"]))
    with create_store(path, clock=clock, actor=waiting.AGENT) as store:
        store.set_setting("nightly.enabled", "true")
        for moment in waiting.moments(now):
            lines = _bring(store, lines, clock, moment)
            waiting.happen(store, clock, moment, now)
        _bring(store, lines, clock, now)
        numbers = {fact.text: fact.number for fact in store.facts(Query(state="all"), limit=1000).facts}
        named = {key: numbers[text] for key, text in _texts().items()}
        for member, representative in MERGED:
            store.merge([named[member]], named[representative])
        for fact, days_ago in EXPIRED:
            store.expire(named[fact], now - days_ago * DAY)
        for fact, state in SOURCES_SINCE:
            store.mark_source(store.card(named[fact]).evidence[0].source, state)
    return path


def _bring(store: "Store", lines: list[dict[str, Any]], clock: FixedClock, until: Instant) -> list[dict[str, Any]]:
    """Bring in what was told up to an instant and return the rest."""
    from store.imports import run_import

    clock.at = until
    told = [line for line in lines if from_iso(line["recorded_at"]) <= until]
    report = run_import(store, "events", io.BytesIO("\n".join(map(json.dumps, told)).encode()))
    if report.refused:
        raise ValueError(f"the sample story does not hold: {report.refused}")
    return lines[len(told) :]


def _texts() -> dict[str, str]:
    """Return the texts of the facts the story gives a name."""
    told: list[Learned] = []
    for entry in STORY:
        if isinstance(entry, Said):
            told.extend(entry.learned)
        elif isinstance(entry, Noted):
            told.append(entry.learned)
    return {learned.key: learned.text for learned in told if learned.key}
