"""What is asked of the store: which facts, in which order, and at which pair of instants.

Apart from `store.values`, so that a program can put its first question without loading every answer there is.
"""

from dataclasses import dataclass

from store.clock import Instant


@dataclass(frozen=True)
class AsOf:
    """A pair of instants to read at; `None` is now."""

    valid_at: Instant | None = None
    known_at: Instant | None = None

    @property
    def is_now(self) -> bool:
        return self.valid_at is None and self.known_at is None


NOW = AsOf()


@dataclass(frozen=True)
class Query:
    """Which facts, in which order.

    Args:
        owner: Whose; `None` is everybody's.
        state: One of `STATES`, `open` (active and upcoming), `invalidated` or `all`.
        kind, slot, subject, mark: Only these.
        search: Every word must match, in any form.
        typing: The last word of `search` may still be unfinished.
        learned_after: Only what became known after this instant.
        but_in: Nothing that was stated in this sitting.
        sort: One of `SORTS`.
        descending: Newest first.
    """

    owner: str | None = None
    state: str = "active"
    kind: str | None = None
    slot: str | None = None
    subject: str | None = None
    mark: str | None = None
    search: str | None = None
    typing: bool = False
    learned_after: Instant | None = None
    but_in: str | None = None
    sort: str = "seen"
    descending: bool = True
