"""What every test stands on: a home of its own, a clock it owns, and the shared data where it is there."""

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from store.clock import DAY, FixedClock, from_iso

EXAMPLES = int(os.environ.get("MEMORY_INSPECTOR_EXAMPLES", "30"))
"""So many random examples of each property; more look longer."""

settings.register_profile("calm", max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("calm")  # a busy machine fails no test

ROOT = Path(__file__).resolve().parent.parent
NOW = from_iso("2026-06-15T12:00:00Z")


def pytest_collection_finish() -> None:
    """Look for garbage seldom, and never among what was imported and collected: a tenth of the time went there."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(200_000, 20, 100)


def pytest_sessionfinish() -> None:
    """Look for garbage once more; pytest then looks five times, which shall not go over all that is kept."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep the person's own store, keys and settings out of reach of every test."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(name, str(folder / name.lower()))
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(folder / "keys"))
    monkeypatch.delenv("MEMORY_INSPECTOR_DB", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    return folder


@pytest.fixture
def clock() -> FixedClock:
    """A clock that stands at 2026-06-15T12:00Z until a test moves it."""
    return FixedClock(NOW)


@pytest.fixture
def day() -> int:
    """A day in microseconds, for moving the clock."""
    return DAY


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of public data sets, which are not part of the project; without it the test is skipped."""
    folder = Path(os.environ.get("MEMORY_INSPECTOR_SHARED", ROOT.parent / "shared"))
    if not (folder / "data").is_dir():
        pytest.skip("The shared data sets are not here; MEMORY_INSPECTOR_SHARED can name their folder.")
    return folder


@pytest.fixture
def db(tmp_path: Path) -> Iterator[Path]:
    """The path of a store that is not there yet; what is there at the end must pass the checker."""
    path = tmp_path / "memory.db"
    yield path
    if path.exists():
        from store.store import open_store

        with open_store(path) as store:
            assert store.check() == ()
