"""What held at one pair of instants and what holds now, compared by fact."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from inspector.ledger.dates import EARLIEST
from store.errors import NotFound
from store.values import NOW, AsOf, Count, Fact, Key, Page, Query

PAGE = 200
LAST: Key = (EARLIEST, 0)
CAP = 1000  # facts read of either side; beyond them the count says "more than"
FOLLOWED = 50  # facts without a slot whose successor is looked up

GONE = ("−", "$text-error")
OTHER = ("≠", "$text-warning")
COME = ("+", "$text-success")


class Reader(Protocol):
    """What is asked of a store."""

    def facts(self, query: Query, at: AsOf = NOW, *, after: Key | None = None, limit: int = 100) -> Page: ...

    def fact(self, ref: int | str, at: AsOf = NOW) -> Fact: ...


@dataclass(frozen=True)
class Differences:
    """What is not as it was.

    Args:
        other: Facts that held then, and in whose place another holds now.
        gone: Facts that held then and do not now, with nothing in their place.
        come: How many hold now that did not then and replace nothing.
        more: Only the facts learned last were compared, since there are too many.
    """

    other: frozenset[int] = frozenset()
    gone: frozenset[int] = frozenset()
    come: int = 0
    more: bool = False

    @property
    def count(self) -> Count:
        """How many differences there are, at least."""
        return Count(len(self.other) + len(self.gone) + self.come, self.more)

    @property
    def glyphs(self) -> dict[int, tuple[str, str]]:
        """The mark of each fact that held then and does not now, with its style."""
        return dict.fromkeys(self.other, OTHER) | dict.fromkeys(self.gone, GONE)


def compare(reader: Reader, owner: str | None, at: AsOf, cap: int = CAP) -> Differences:
    """Compare what held at a pair of instants with what holds now.

    Both lists are read by key, the latest learned first, and compared as far as both were read.

    Args:
        reader: The store.
        owner: Whose facts; `None` is everybody's.
        at: The instants travelled to.
        cap: How many facts to read of each list.
    """
    query = Query(owner=owner, state="active", sort="learned", descending=True)
    then, now = _read(reader, query, at, cap), _read(reader, query, NOW, cap)
    bound = max(then.until or LAST, now.until or LAST)
    lost = [fact for fact in then.down_to(bound) if fact.number not in now.numbers]
    come = {fact.number: fact for fact in now.down_to(bound) if fact.number not in then.numbers}
    slots = {_slot(fact): number for number, fact in come.items() if fact.slot}
    other: set[int] = set()
    replaced_by: set[int] = set()
    followed = 0
    for fact in lost:
        successor = slots.get(_slot(fact)) if fact.slot else None
        if successor is None and followed < FOLLOWED:
            followed += 1
            successor = _successor(reader, fact.number, come)
        if successor is not None:
            other.add(fact.number)
            replaced_by.add(successor)
    gone = {fact.number for fact in lost} - other
    return Differences(
        frozenset(other), frozenset(gone), len(come.keys() - replaced_by), then.until is not None or now.until is not None
    )


@dataclass
class _Part:
    """The first pages of a list: the facts of each page, with a key that none of them lies beyond."""

    pages: list[tuple[tuple[Fact, ...], Key]]
    until: Key | None
    """The key at which reading stopped; `None` when all was read."""

    @property
    def numbers(self) -> set[int]:
        return {fact.number for facts, _ in self.pages for fact in facts}

    def down_to(self, bound: Key) -> list[Fact]:
        """Return the facts of the pages that lie before a key, which both lists reached."""
        return [fact for facts, key in self.pages for fact in facts if key >= bound]


def _read(reader: Reader, query: Query, at: AsOf, cap: int) -> _Part:
    part = _Part([], None)
    after: Key | None = None
    for _ in range(-(-cap // PAGE)):
        page = reader.facts(query, at, after=after, limit=PAGE)
        part.pages.append((page.facts, page.next or LAST))
        after = page.next
        if after is None:
            return part
    part.until = after
    return part


def _slot(fact: Fact) -> tuple[str, str, str]:
    return fact.owner.casefold(), fact.subject.casefold(), (fact.slot or "").casefold()


def _successor(reader: Reader, number: int, come: Iterable[int]) -> int | None:
    """Return the fact that holds now in place of another, by what superseded it."""
    seen: set[int] = set()
    while number not in seen and len(seen) < 10:
        seen.add(number)
        try:
            by = reader.fact(number).superseded_by
        except NotFound:
            return None
        if by is None or by in come:
            return by
        number = by
    return None
