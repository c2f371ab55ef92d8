"""Whose memory a store holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from store.errors import NotFound
from store.ids import fold

if TYPE_CHECKING:
    from collections.abc import Sequence

    from store.store import Store

NAMED = 5


def is_meant(owner: str, named: str | None) -> bool:
    """Whether an owner is the one that is named, if anybody is."""
    return named is None or fold(owner) == fold(named)


def unknown(store: Store, owner: str | None) -> NotFound | None:
    """Return what to say of an owner of whom nothing is stored while others are; an empty store may become anybody's.

    Args:
        store: The store.
        owner: The name given; `None` is everybody.

    Returns:
        `owner_not_found`, or `None`.
    """
    names = store.owner_names() if owner is not None else ()
    if owner is None or not names or fold(owner) in map(fold, names):
        return None
    return NotFound("owner_not_found", owner=owner, owners=some(names))


def some(names: Sequence[str]) -> str:
    """Return names for a sentence: the first few in the order of a list, and how many more there are."""
    first = ", ".join(sorted(names, key=fold)[:NAMED])
    return f"{first} and {len(names) - NAMED:,} more" if len(names) > NAMED else first
