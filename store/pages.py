"""The bytes of a SQLite file that belong to no row, where words of a deleted row may be left.

Every row can be read by SQL; what else a file holds can only be seen in its pages. By the file format
(https://www.sqlite.org/fileformat2.html) that is:

| bytes | how they are told |
|---|---|
| free pages | the list of them begins in the header of the file |
| the gap of a page of a tree | between the last pointer to a cell and the first cell |
| its free blocks | a list of them begins in the header of the page |
| the end of the last page of a long row | only the row says where it begins, so the page counts as unused whole, or not at all |

Words are looked for only there. In the rest of the file a word can seem to stand where it does not: over the border of two columns,
in a digest, or in the number of a row.
"""

from collections.abc import Iterator, Mapping
from mmap import mmap
from typing import NamedTuple

FILE_HEADER = 100
TABLE, INDEX = (13, 5), (10, 2)
INNER = (2, 5)
"""The kinds of pages of a tree that have children."""


class Unused(NamedTuple):
    """Bytes of a page that belong to no row; `long` where they may belong to one that is longer than a page."""

    page: int
    data: bytes
    free: bool = False
    long: bool = False


class Pages:
    """The pages of a file, by number from 1.

    Args:
        data: The file, whole.
    """

    def __init__(self, data: bytes | mmap) -> None:
        self._data = data
        size = self._number(16, 2)
        self._size = 65536 if size == 1 else size
        self._usable = self._size - data[20]

    def unused(self) -> Iterator[Unused]:
        """Yield what belongs to no row, without the zeros around it."""
        free = dict(self._free())
        for page in range(1, len(self._data) // self._size + 1):
            start = self._start(page)
            for unused in self._free_page(page, free[page]) if page in free else self._of_tree(page, start):
                if said := unused.data.strip(b"\0"):
                    yield unused._replace(data=said)

    def trees(self, roots: Mapping[int, str]) -> dict[int, str]:
        """Return what each page of some trees belongs to, by the page at which each begins."""
        found: dict[int, str] = {}
        front = list(roots.items())
        while front:
            page, name = front.pop()
            found[page] = name
            front += [(child, name) for child in self._children(page) if child not in found]
        return found

    def _number(self, place: int, length: int) -> int:
        return int.from_bytes(self._data[place : place + length], "big")

    def _start(self, page: int) -> int:
        return (page - 1) * self._size

    def _free(self) -> Iterator[tuple[int, int]]:
        """Yield the free pages, each with the place at which what it holds begins: after the list, in those that hold the list."""
        trunk, seen = self._number(32, 4), set[int]()
        while trunk and trunk not in seen:
            seen.add(trunk)
            start = self._start(trunk)
            count = min(self._number(start + 4, 4), self._size // 4)
            yield trunk, 8 + 4 * count
            yield from ((self._number(start + 8 + 4 * place, 4), 0) for place in range(count))
            trunk = self._number(start, 4)

    def _free_page(self, page: int, begins: int) -> Iterator[Unused]:
        start = self._start(page)
        yield Unused(page, self._data[start + begins : start + self._size], free=True)

    def _of_tree(self, page: int, start: int) -> Iterator[Unused]:
        head = start + (FILE_HEADER if page == 1 else 0)
        kind = self._data[head]
        if kind not in TABLE + INDEX:  # of a long row; the number of the next page of it stands first
            if self._number(start, 4) == 0:
                yield Unused(page, self._data[start + 4 : start + self._usable], long=True)
            return
        cells = head + (12 if kind in INNER else 8) + 2 * self._number(head + 3, 2)
        yield Unused(page, self._data[cells : start + (self._number(head + 5, 2) or 65536)])
        block = self._number(head + 1, 2)
        while block:
            following, length = self._number(start + block, 2), self._number(start + block + 2, 2)
            yield Unused(page, self._data[start + block + 4 : start + block + length])
            block = following if following > block else 0

    def _children(self, page: int) -> Iterator[int]:
        start = self._start(page)
        head = start + (FILE_HEADER if page == 1 else 0)
        if self._data[head] in INNER:
            yield self._number(head + 8, 4)
            for place in range(self._number(head + 3, 2)):
                yield self._number(start + self._number(head + 12 + 2 * place, 2), 4)
