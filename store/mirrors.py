"""The places that hold copies of the words, each of which is cleared and verified by itself.

A place is a `Mirror`: it lets go of what was deleted, says where it still holds some of it, and can be built anew. The rows are
gone when this begins; what is left are copies in index pages, free pages and files.
"""

import mmap
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from store import sqlite
from store.files import backups, drafts
from store.pages import Pages
from store.words import index_words

if TYPE_CHECKING:
    from store.store import Store

SHORTEST, LONGEST = 3, 64
"""So many bytes of a word tell it apart, and so many characters of a text."""
MANY = 20_000
"""To look for more words than this takes longer than to write the file anew."""


class Mirror(Protocol):
    """A place that holds copies of the words."""

    name: str

    def what(self, store: "Store") -> str:
        """Say in a few words what is there."""

    def reach(self, store: "Store") -> bool | None:
        """Tell whether it can be reached; `None` where there is no such place now."""

    def purge(self, store: "Store", texts: Sequence[str]) -> None:
        """Let go of deleted texts."""

    def verify(self, store: "Store", texts: Sequence[str]) -> tuple[str, ...]:
        """Name the parts of it in which deleted words are still to be found."""

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

    def verify(self, store: "Store", texts: Sequence[str]) -> tuple[str, ...]:
        """Look the deleted words up in the vocabulary of the index."""
        terms = {term for text in texts for part in index_words(text) for term in part.split()}
        return ("the vocabulary of fact_search",) * store.raw(lambda connection: sqlite.stale_terms(connection, terms))

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
        """Write the file anew when a copy was left somewhere, or when there is much to look for."""
        words = _sought(texts)
        if len(words) > MANY or _left(store, words, long=True):
            store.raw(sqlite.vacuum)

    def verify(self, store: "Store", texts: Sequence[str]) -> tuple[str, ...]:
        """Name the places that hold deleted words and belong to no row; the end of a long row was cleared by writing the file anew."""
        return _left(store, _sought(texts))

    def rebuild(self, store: "Store") -> None:
        """Write the file anew."""
        store.raw(sqlite.vacuum)


class Backups:
    """The copies that were made beside the store before its schema was changed, and what killed processes left half-made of it."""

    name = "migration backups"

    def what(self, store: "Store") -> str:
        """Name them."""
        return f"{', '.join(copy.name for copy in _beside(store))}; made before its file was changed, and removed"

    def reach(self, store: "Store") -> bool | None:
        """Tell whether there are any."""
        return True if _beside(store) else None

    def purge(self, store: "Store", texts: Sequence[str]) -> None:
        """Remove them: nobody edits a copy that was made to go back to."""
        self.rebuild(store)

    def verify(self, store: "Store", texts: Sequence[str]) -> tuple[str, ...]:
        """Name those that are left."""
        return tuple(copy.name for copy in _beside(store))

    def rebuild(self, store: "Store") -> None:
        """Remove them; the next change of the schema makes a new one."""
        for path in _beside(store):
            path.unlink(missing_ok=True)


def _beside(store: "Store") -> list[Path]:
    return [*backups(store.path), *drafts(store.path)]


def _sought(texts: Iterable[str]) -> tuple[str, ...]:
    """Return what to look for where words may be left: each text as far as it is told apart, its words, and those of the index."""
    wholes = [text[:LONGEST] for text in texts]
    words = [word for text in texts for part in (text, *index_words(text)) for word in part.split()]
    return tuple(word for word in dict.fromkeys([*wholes, *words]) if len(_bytes(word)) >= SHORTEST)


def _left(store: "Store", words: Sequence[str], *, long: bool = False) -> tuple[str, ...]:
    """Return where in the store's file a whole text stands that belongs to no row, or a word that no fact has any more.

    Args:
        long: Also where a long row may end; there the words may be those of a row.
    """
    with (
        store.noting(),  # nobody in this process writes meanwhile: to close a file is to let go of its locks
        store.path.open("rb") as file,
        mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data,
    ):
        pages = Pages(data)
        unused = [one for one in pages.unused() if long or not one.long]
        together = re.sub(b"\0+", b"\0", b"\0".join(one.data for one in unused))
        found = [word for word in words if _bytes(word) in together]
        if not found:
            return ()
        gone = store.raw(lambda connection: [word for word in found if " " in word or not sqlite.indexes(connection, word)])
        holding = [one for one in unused if any(_bytes(word) in one.data for word in gone)]
        trees = pages.trees(store.raw(sqlite.roots)) if holding else {}
    return tuple(
        f"free page {one.page}" if one.free else f"page {one.page}, unused bytes of {trees.get(one.page, 'a long row')}"
        for one in holding
    )


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
