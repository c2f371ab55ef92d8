"""The places that hold copies of the words, each of which is cleared and verified by itself.

A place is a `Mirror`: it lets go of what was deleted, says how many of the texts it still holds, and can be built anew. The rows are
gone when this begins; what is left are copies in index pages, free pages and files.
"""

import mmap
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from store import sqlite
from store.files import backups
from store.words import index_words

if TYPE_CHECKING:
    from store.store import Store

SHORTEST, LONGEST = 4, 64
FEW = 12
"""So many words are found faster one by one."""
PREFIX = 8
"""By so many bytes each of many words is looked for; where they stand, the rest is compared."""


class Mirror(Protocol):
    """A place that holds copies of the words."""

    name: str

    def what(self, store: "Store") -> str:
        """Say in a few words what is there."""

    def reach(self, store: "Store") -> bool | None:
        """Tell whether it can be reached; `None` where there is no such place now."""

    def purge(self, store: "Store", texts: Sequence[str]) -> None:
        """Let go of deleted texts."""

    def verify(self, store: "Store", texts: Sequence[str]) -> int:
        """Return how many of the deleted words are still to be found."""

    def rebuild(self, store: "Store") -> None:
        """Make the place anew from the store: after a restart nobody knows the deleted texts any more."""


class SearchIndex:
    """The full-text index: its tombstones go when its segments are merged."""

    name = "search index"

    def what(self, store: "Store") -> str:
        """Say what it is for."""
        return "the words of every fact, for searching"

    def reach(self, store: "Store") -> bool:
        """Tell that every store has one."""
        return True

    def purge(self, store: "Store", texts: Sequence[str]) -> None:
        """Merge the index into one segment, which drops what was deleted."""
        store.raw(sqlite.optimize_search)

    def verify(self, store: "Store", texts: Sequence[str]) -> int:
        """Look the deleted words up in the vocabulary of the index."""
        terms = {term for text in texts for part in index_words(text) for term in part.split()}
        return store.raw(lambda connection: sqlite.stale_terms(connection, terms))

    def rebuild(self, store: "Store") -> None:
        """Build the index anew from the words of the facts."""
        store.raw(sqlite.rebuild_search)


class StoreFile:
    """The store's own file: what was deleted is overwritten, and pages that moved may keep a copy."""

    name = "store file"

    def what(self, store: "Store") -> str:
        """Say how much of it is cleared."""
        return "every page of it, free ones too"

    def reach(self, store: "Store") -> bool:
        """Tell that every store has one."""
        return True

    def purge(self, store: "Store", texts: Sequence[str]) -> None:
        """Write the file anew when a copy was left somewhere."""
        if found_in(store.path, needles(store, texts)):
            store.raw(sqlite.vacuum)

    def verify(self, store: "Store", texts: Sequence[str]) -> int:
        """Count the deleted words in the bytes of the file that no text left in the store explains."""
        found = found_in(store.path, needles(store, texts))
        return store.raw(lambda connection: sum(not sqlite.says(connection, word) for word in found))

    def rebuild(self, store: "Store") -> None:
        """Write the file anew."""
        store.raw(sqlite.vacuum)


class Backups:
    """The copies that were made beside the store before its schema was changed."""

    name = "migration backups"

    def what(self, store: "Store") -> str:
        """Name them."""
        return f"{', '.join(copy.name for copy in backups(store.path))}; made before its file was changed, and removed"

    def reach(self, store: "Store") -> bool | None:
        """Tell whether there are any."""
        return True if backups(store.path) else None

    def purge(self, store: "Store", texts: Sequence[str]) -> None:
        """Remove them: nobody edits a copy that was made to go back to."""
        self.rebuild(store)

    def verify(self, store: "Store", texts: Sequence[str]) -> int:
        """Count those that are left."""
        return len(backups(store.path))

    def rebuild(self, store: "Store") -> None:
        """Remove them; the next change of the schema makes a new one."""
        for path in backups(store.path):
            path.unlink(missing_ok=True)


def needles(store: "Store", texts: Sequence[str]) -> tuple[str, ...]:
    """Return what to look for in the bytes of a file: the longest word of each text no fact has any more, then whole texts."""
    longest = dict.fromkeys(max(text.split(), key=len, default="") for text in texts)
    told = [word for word in longest if len(_bytes(word)) >= SHORTEST]
    unknown = store.raw(lambda connection: [word for word in told if not sqlite.indexes(connection, word)])
    wholes = dict.fromkeys(text[:LONGEST] for text in texts if len(text.split()) > 1)
    return tuple(dict.fromkeys([*unknown, *wholes]))


def found_in(path: Path, words: Sequence[str]) -> list[str]:
    """Return the words whose bytes stand somewhere in a file: a few one by one, many in one reading."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if len(words) > FEW:
            return list(_found_at_once(data, words))
        return [word for word in words if data.find(_bytes(word)) >= 0]


def _found_at_once(data: mmap.mmap, words: Iterable[str]) -> Iterator[str]:
    missing: dict[bytes, set[str]] = defaultdict(set)
    for word in words:
        missing[_bytes(word)[:PREFIX]].add(word)
    beginning = re.compile(_one_of(missing), re.DOTALL)
    lengths = sorted({len(key) for key in missing})
    match = beginning.search(data)
    while match is not None:
        start = match.start()
        for key in (data[start : start + length] for length in lengths):
            for word in tuple(missing.get(key, ())):
                if data[start : start + len(_bytes(word))] == _bytes(word):
                    missing[key].remove(word)
                    yield word
        match = beginning.search(data, start + 1)


def _one_of(beginnings: Iterable[bytes]) -> bytes:
    """Return a pattern for any of some beginnings, branching byte by byte; one that goes on from another is found by that."""
    rests: dict[bytes, list[bytes]] = defaultdict(list)
    for beginning in beginnings:
        if not beginning:
            return b""
        rests[beginning[:1]].append(beginning[1:])
    return b"(?:" + b"|".join(re.escape(byte) + _one_of(rest) for byte, rest in rests.items()) + b")"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
