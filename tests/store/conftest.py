"""A store in a file, with a clock that the test moves, checked after every test that wrote to it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from store.clock import DAY, FixedClock, Instant, from_iso
from store.store import Store, create_store
from store.values import EvidenceInput, Source, SourceInput

START = from_iso("2026-01-01T12:00:00Z")


class Keeper:
    """A store and its clock, with the short forms tests are written in."""

    def __init__(self, path: Path) -> None:
        self.clock = FixedClock(START)
        self.store: Store = create_store(path, clock=self.clock, actor="person:ana")

    def day(self, number: int) -> Instant:
        """The instant so many days after the first of January 2026, noon."""
        return START + number * DAY

    def on(self, number: int) -> Store:
        """Move the clock to a day and return the store."""
        self.clock.at = self.day(number)
        return self.store

    def say(self, text: str, *, author: str = "ana", kind: str = "owner_message", ref: str | None = None) -> Source:
        """Let somebody say something now."""
        source = SourceInput(text, self.clock.at, kind=kind, author=author, conversation="chat", ref=ref or f"m-{text[:20]}")
        return self.store.add_source(source)

    def heard(self, text: str, **who: str) -> list[EvidenceInput]:
        """Evidence that somebody said something now."""
        return [EvidenceInput(self.say(text, **who).number)]

    def state(self, number: int, valid: int | None = None, known: int | None = None) -> str:
        """The state of a fact at a pair of days."""
        from store.values import AsOf

        at = AsOf(None if valid is None else self.day(valid), None if known is None else self.day(known))
        return self.store.fact(number, at).state

    def marks(self, number: int) -> dict[str, str]:
        """The marks of a fact, each with its reason."""
        return {mark.mark: mark.reason for mark in self.store.fact(number).marks}


@pytest.fixture
def keeper(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Keeper]:
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "keys"))
    keeper = Keeper(tmp_path / "memory.db")
    yield keeper
    try:
        assert keeper.store.check() == ()
    finally:
        keeper.store.close()


@pytest.fixture
def store(keeper: Keeper) -> Store:
    return keeper.store
