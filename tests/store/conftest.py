"""A store in a file, with a clock that the test moves, checked after every test that wrote to it."""

import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from store import asserting
from store.clock import DAY, FixedClock, Instant, from_iso
from store.stating import New
from store.store import Store, create_store, open_store
from store.values import EvidenceInput, Source, SourceInput

START = from_iso("2026-01-01T12:00:00Z")


class Keeper:
    """A store and its clock, with the short forms tests are written in.

    Args:
        template: A folder with a `memory.db` and its `keys`, of which this one is a copy.
        folder: Where this one lies.
    """

    def __init__(self, template: Path, folder: Path) -> None:
        shutil.copytree(template, folder, dirs_exist_ok=True)
        self.clock = FixedClock(START)
        self.store: Store = open_store(folder / "memory.db", clock=self.clock, actor="person:ana")

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

    def tell(self, texts: Iterable[str], *, owner: str = "ana", importance: int | None = None) -> None:
        """State many facts by hand in one change."""
        with self.store.change() as change:
            for text in texts:
                asserting.assert_fact(change, New(text, change.owner(owner), owner, importance=importance))

    def state(self, number: int, valid: int | None = None, known: int | None = None) -> str:
        """The state of a fact at a pair of days."""
        from store.values import AsOf

        at = AsOf(None if valid is None else self.day(valid), None if known is None else self.day(known))
        return self.store.fact(number, at).state

    def marks(self, number: int) -> dict[str, str]:
        """The marks of a fact, each with its reason."""
        return {mark.mark: mark.reason for mark in self.store.fact(number).marks}


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty store and its key, made once."""
    folder = tmp_path_factory.mktemp("blank")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEMORY_INSPECTOR_KEYS", str(folder / "keys"))
        create_store(folder / "memory.db", clock=FixedClock(START)).close()
    return folder


@contextmanager
def kept(template: Path, folder: Path) -> Iterator[Keeper]:
    """Give a copy of a store, whose keys are the ones in use, and check it at the end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEMORY_INSPECTOR_KEYS", str(folder / "keys"))
        keeper = Keeper(template, folder)
        try:
            yield keeper
            assert keeper.store.check() == ()
        finally:
            keeper.store.close()


@pytest.fixture
def keeper(blank: Path, tmp_path: Path) -> Iterator[Keeper]:
    """A store of the test's own, checked after it."""
    with kept(blank, tmp_path) as keeper:
        yield keeper
