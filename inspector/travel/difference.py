"""What held at one pair of instants and what holds now, compared by fact."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from store.errors import NotFound
from store.values import NOW, AsOf, Count, Fact, Key, Page, Query

PAGE = 200
CAP = 1000  # facts read of either side; beyond them the count says "more than"
FOLLOWED = 50  # facts without a slot whose successor is looked up

GONE = ("−", "$text-error")
OTHER = ("≠", "$text-warning")
COME = ("+", "$text-success")


class Reader(Protocol):
    """What is asked of a store."""

    def facts(self, query: Query, at: AsOf = NOW, *, after: Key | None = None, limit: int = 100) -> Page: ...

    def fact(self, ref: int | str, at: AsOf = NOW) -> Fact: ...


@dataclass(frozen=True, slots=True)
class Differences:
    """What is not as it was.

    Args:
        other: Facts that held then, and in whose place another holds now.
        gone: Facts that held then and do not now, with nothing in their place.
        come: How many hold now that did not then and replace nothing.
        more: Only the newest facts were compared, since there are too many.
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

    Both lists are read by key, newest fact first, and compared as far as both were read.

    Args:
        reader: The store.
        owner: Whose facts; `None` is everybody's.
        at: The instants travelled to.
        cap: How many facts to read of each list.
    """
    query = Query(owner=owner, state="active", sort="number", descending=True)
    then, then_more = _read(reader, query, at, cap)
    now, now_more = _read(reader, query, NOW, cap)
    least = max(min(then, default=0) if then_more else 0, min(now, default=0) if now_more else 0)
    lost = [fact for number, fact in then.items() if number not in now and number >= least]
    come = {number: fact for number, fact in now.items() if number not in then and number >= least}
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
    return Differences(frozenset(other), frozenset(gone), len(come.keys() - replaced_by), then_more or now_more)


def _read(reader: Reader, query: Query, at: AsOf, cap: int) -> tuple[dict[int, Fact], bool]:
    found: dict[int, Fact] = {}
    after: Key | None = None
    while len(found) < cap:
        page = reader.facts(query, at, after=after, limit=min(PAGE, cap - len(found)))
        found.update((fact.number, fact) for fact in page.facts)
        if page.next is None:
            return found, False
        after = page.next
    return found, True


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
