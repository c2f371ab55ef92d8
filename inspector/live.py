"""Noticing what other programs write: the store's data version is polled, then its operations are read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual.message import Message
from textual.timer import Timer

from store.errors import NotFound, StoreError

if TYPE_CHECKING:
    from inspector.screens.main import MainScreen
    from store.query import AsOf
    from store.store import Store
    from store.values import Fact, Newer, Operation

EVERY = 1.0
AT_MOST = 200


@dataclass
class OthersWrote(Message):
    """Another program has changed the store.

    Args:
        operations: Its changes, newest first, ours left out.
        listed: Newer values of the facts that are listed.
        new: How many facts it made.
        more: There were more changes than were read.
    """

    operations: tuple[Operation, ...]
    listed: tuple[Fact, ...]
    new: int
    more: bool = False


@dataclass
class OthersWentOn(Message):
    """Others have made changes that a read-only session does not show yet."""

    newer: Newer


@dataclass
class FolderBehind(Message):
    """The Markdown folder could not be brought up to date.

    Args:
        error: Why.
    """

    error: StoreError


class Recovered(Message):
    """The store can be read again."""


class Moved(Message):
    """The file of the store is gone, or another stands in its place."""


class Live:
    """Polls in a thread, one poll at a time; a store that cannot be read just now is asked again later."""

    def __init__(self, screen: MainScreen, post: Callable[[Message], object]) -> None:
        self._screen = screen
        self._post = post
        self._timer: Timer | None = None
        self._busy = False
        self._version: int | None = None
        self._last = 0
        self._unpublished: str | None = None

    def start(self) -> None:
        """Begin to poll, from what the store holds now."""
        self._version, self._last = None, 0
        if self._timer is None:
            self._timer = self._screen.set_interval(EVERY, self.poll)
        self.poll()

    def poll(self) -> None:
        """Look once."""
        app = self._screen.inspector
        if app.store is None or self._busy:
            return
        self._busy = True
        store, owner, sitting = app.store, app.owner, app.sitting
        listed = {fact.number for fact in self._screen.facts.facts}
        at, failed, is_there = self._screen.at, self._screen.failed, app.is_there

        def work() -> None:
            try:
                if not is_there():
                    self._post(Moved())
                    return
                if failed:
                    store.last_operation()
                    self._post(Recovered())
                self._look(store, owner, sitting, listed, at)
            except StoreError:
                pass  # busy for a moment; the next poll sees it
            finally:
                self._busy = False

        app.run_worker(work, thread=True, exit_on_error=False, group="live")

    def _look(self, store: Store, owner: str | None, sitting: str, listed: set[int], at: AsOf) -> None:
        version = store.data_version()
        if version == self._version:
            return
        if store.read_only:
            self._post(OthersWentOn(store.newer()))
            self._version = version
            return
        last = store.last_operation()
        first, self._version = self._version is None, version
        before, self._last = self._last, last
        self._publish(store)
        if first or last == before:
            return
        found = store.changes(after=before, limit=AT_MOST)
        operations = tuple(operation for operation in found if operation.sitting != sitting)
        if not operations:
            return
        touched = [
            touched for operation in operations if owner is None or operation.owner == owner for touched in operation.touched
        ]
        changed = {touch.fact for touch in touched} & listed
        new = {touch.fact for touch in touched if touch.before == 0} - listed
        newer = tuple(_known(store, sorted(changed), at))
        self._post(OthersWrote(operations, newer, len(new), more=len(found) == AT_MOST))

    def _publish(self, store: Store) -> None:
        """Bring the Markdown folder up to date; what keeps it from being so is said once."""
        try:
            store.publish()
            self._unpublished = None
        except StoreError as error:
            if str(error) != self._unpublished:
                self._unpublished = str(error)
                self._post(FolderBehind(error))


def _known(store: Store, numbers: Iterable[int], at: AsOf) -> Iterator[Fact]:
    """Yield the facts as they are now; what was deleted for good is left out."""
    for number in numbers:
        try:
            yield store.fact(number, at)
        except NotFound:
            continue
