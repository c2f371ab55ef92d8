"""The sample memory: an invented person's two years in English, Russian and Chinese, with every state and mark a fact can have."""

import io
import json
from pathlib import Path

from inspector.sample.script import Learned, Noted, Said, events
from inspector.sample.story import EXPIRED, MERGED, SOURCES_SINCE, STORY
from store.clock import DAY, FixedClock, Instant


def build(path: Path, now: Instant) -> Path:
    """Make a store with the sample memory and return its path.

    Args:
        path: Where; there must be no file yet.
        now: The present of the story, microseconds UTC; all its dates are counted back from it.
    """
    from store.imports import run_import
    from store.store import create_store
    from store.values import Query

    lines = "\n".join(json.dumps(line) for line in events(STORY, now))
    with create_store(path, clock=FixedClock(now), actor="agent:sample") as store:
        report = run_import(store, "events", io.BytesIO(lines.encode()))
        if report.refused:
            raise ValueError(f"the sample story does not hold: {report.refused}")
        numbers = {fact.text: fact.number for fact in store.facts(Query(state="all"), limit=1000).facts}
        named = {key: numbers[text] for key, text in _texts().items()}
        for member, representative in MERGED:
            store.merge([named[member]], named[representative])
        for fact, days_ago in EXPIRED:
            store.expire(named[fact], now - days_ago * DAY)
        for fact, state in SOURCES_SINCE:
            store.mark_source(store.card(named[fact]).evidence[0].source, state)
    return path


def _texts() -> dict[str, str]:
    """Return the texts of the facts the story gives a name."""
    told: list[Learned] = []
    for entry in STORY:
        if isinstance(entry, Said):
            told.extend(entry.learned)
        elif isinstance(entry, Noted):
            told.append(entry.learned)
    return {learned.key: learned.text for learned in told if learned.key}
