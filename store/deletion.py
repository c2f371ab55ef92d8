"""What a hard delete is asked for, what it would do, and how it stands: frozen values, free of the database.

Every instant is in microseconds UTC.
"""

from dataclasses import dataclass
from typing import Literal

from store.clock import Instant
from store.values import Fact, Source

SCOPES = ("facts", "slot", "source", "owner")
MEMBERS = ("keep", "reopen", "delete")
Members = Literal["keep", "reopen", "delete"]
"""What becomes of the facts that were merged into a deleted one: they stay superseded, hold again, or go too."""
StepState = Literal["pending", "cleared", "failed"]


@dataclass(frozen=True)
class Scope:
    """What is to be gone.

    Args:
        kind: `facts` (by number, such as a reviewed list of matches), `slot` (everything it ever held), `source` (a message
            and all that was read from it) or `owner` (a person whole).
        facts: The numbers, of `facts`.
        name: The slot's name, the message's reference, or the owner's name.
        owner: Whose, of `slot`.
        with_messages: Also the messages on which nothing else rests.
    """

    kind: str
    facts: tuple[int, ...] = ()
    name: str = ""
    owner: str | None = None
    with_messages: bool = True


@dataclass(frozen=True)
class Copy:
    """A place that holds copies of the words, and whether it can be reached."""

    name: str
    what: str
    reachable: bool = True


@dataclass(frozen=True)
class Staying:
    """Something that stays, and why."""

    what: str
    why: str


@dataclass(frozen=True)
class Preview:
    """What a hard delete would do.

    Args:
        scope: As it was asked for.
        facts: What goes, as it is now.
        sources: The messages that go with it.
        counts: (what, how many), by table.
        members: Facts that were merged into one that goes; it must be said what becomes of them.
        made_from_it: What was derived from it and how that is handled.
        stays: What stays, and why.
        copies: The places that are cleared, and those that are out of reach.
    """

    scope: Scope
    facts: tuple[Fact, ...]
    sources: tuple[Source, ...]
    counts: tuple[tuple[str, int], ...]
    members: tuple[Fact, ...]
    made_from_it: tuple[str, ...]
    stays: tuple[Staying, ...]
    copies: tuple[Copy, ...]


@dataclass(frozen=True)
class Step:
    """One place being cleared.

    Args:
        mirror: Its name.
        state: How it stands.
        left: In how many parts of it deleted words were still found.
        tries: How often it was tried.
        tried_at: When it was tried last.
        detail: The reason code of what failed, or what the system said.
        where: Those parts: an unused part of the file, the index, or files by name.
    """

    mirror: str
    state: StepState
    left: int
    tries: int
    tried_at: Instant | None
    detail: str
    where: str = ""


@dataclass(frozen=True)
class Deletion:
    """A hard delete. What it names is out of use from the start; it is done when every place is cleared and verified."""

    id: str
    number: int
    state: Literal["pending", "done"]
    scope: str
    facts: tuple[int, ...]
    counts: tuple[tuple[str, int], ...]
    owner: str | None
    actor: str
    started_at: Instant
    finished_at: Instant | None
    lifted_at: Instant | None
    operation: int
    steps: tuple[Step, ...]
