"""What a person types to find changes: words of actors and verbs, a fact, times."""

from __future__ import annotations

from datetime import tzinfo
from typing import TYPE_CHECKING, Any, NamedTuple

from inspector.cli.times import parse_time
from store.errors import Refused

if TYPE_CHECKING:
    from store.clock import Instant
    from store.store import Store
    from store.values import Count, Operation


class Wanted(NamedTuple):
    """Which changes are listed.

    Args:
        words: Each occurs in the actor or the verb.
        since, until: Only in this time.
        fact: Only what touched this fact.
        wrong: A word that should be a time and is none.
    """

    words: tuple[str, ...] = ()
    since: Instant | None = None
    until: Instant | None = None
    fact: int | None = None
    wrong: str = ""

    @property
    def which(self) -> dict[str, Any]:
        """As the store is asked for it."""
        return {"words": self.words, "since": self.since, "until": self.until, "fact": self.fact}


def parse(typed: str, now: Instant, zone: tzinfo) -> Wanted:
    """Read a filter: `person:ana`, `delete`, `#412`, `since:2026-11-01`, `until:yesterday`."""
    wanted = Wanted()
    for word in typed.split():
        name, colon, told = word.partition(":")
        if colon and name in ("since", "until"):
            try:
                at = parse_time(told, now, zone)
                wanted = wanted._replace(since=at) if name == "since" else wanted._replace(until=at)
            except Refused:
                wanted = wanted._replace(wrong=word)
        elif word.startswith("#") and word[1:].isascii() and word[1:].isdigit() and len(word) < 18:
            wanted = wanted._replace(fact=int(word[1:]))
        else:
            wanted = wanted._replace(words=(*wanted.words, word))
    return wanted


def read(store: Store, wanted: Wanted, side: str, key: int | None, limit: int) -> tuple[tuple[Operation, ...], int | None]:
    """Return so many changes, newest first, below or above one, and the number from which it goes on at that side."""
    if side == "below":
        rows = store.changes(before=key, limit=limit, **wanted.which)
        return rows, rows[-1].number if len(rows) == limit else None
    rows = store.changes(after=key, limit=limit, oldest_first=True, **wanted.which)[::-1]
    return rows, rows[0].number if len(rows) == limit else None


def count(store: Store, wanted: Wanted) -> Count:
    """Count them."""
    return store.count_changes(10_000, **wanted.which)
