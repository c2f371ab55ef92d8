"""Importing lines of text into a store that stands at a fixed present."""

import io
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from store.clock import FixedClock
from store.imports import run_import
from store.keys import keys_folder
from store.store import Store, open_store
from store.values import Fact, ImportReport, Query
from tests.store.conftest import blank as blank

Bring = Callable[..., ImportReport]
Line = dict[str, Any] | str | bytes


@pytest.fixture
def store(blank: Path, db: Path, clock: FixedClock) -> Iterator[Store]:
    """A copy of an empty store, whose keys are the ones in use."""
    shutil.copy(blank / "memory.db", db)
    shutil.copytree(blank / "keys", keys_folder())
    with open_store(db, clock=clock) as opened:
        yield opened


@pytest.fixture
def bring(store: Store) -> Bring:
    """Import lines: objects, or text and bytes as they stand."""

    def bring(*lines: Line, form: str = "events", **options: Any) -> ImportReport:
        parts = [
            line if isinstance(line, bytes) else (line if isinstance(line, str) else json.dumps(line)).encode() for line in lines
        ]
        return run_import(store, form, io.BytesIO(b"\n".join(parts)), **options)

    return bring


def source(key: str, text: str = "I live in Porto", **fields: Any) -> dict[str, Any]:
    """A message of Ana's."""
    return {
        "op": "source",
        "recorded_at": "2026-01-01T00:00:00Z",
        "key": key,
        "kind": "owner_message",
        "author": "ana",
        "text": text,
        "observed_at": "2026-01-01T00:00:00Z",
        **fields,
    }


def stated(key: str, text: Any = "Lives in Porto", **fields: Any) -> dict[str, Any]:
    """A fact of Ana's."""
    return {"op": "assert", "recorded_at": "2026-01-02T00:00:00Z", "key": key, "owner": "ana", "text": text, **fields}


def about(op: str, fact: str, **fields: Any) -> dict[str, Any]:
    """What became of a fact."""
    return {"op": op, "recorded_at": "2026-03-01T00:00:00Z", "fact": fact, **fields}


def reasons(report: ImportReport) -> list[str]:
    return [line.reason for line in report.refused]


def facts(store: Store, state: str = "all") -> dict[str, Fact]:
    return {fact.text: fact for fact in store.facts(Query(state=state), limit=1000).facts}
