"""Queues for the tests, and driving the inspector in them."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from textual import events

from store.proposal import Proposal
from tests.inspector.driving import WIDE, Driven, opened
from tests.inspector.fake import FACTS, FakeStore, fact
from tests.inspector.fake_queue import proposal

COFFEE = (fact(21, "Likes strong black coffee in the morning"), fact(22, "No strong black coffee before a run"))
HOMES = (fact(23, "Lives in Porto", slot="home.city"), fact(24, "Lives in Braga now", slot="home.city"))
MANY = tuple(fact(100 + number, f"Fact number {number}") for number in range(30))
EVERY = (*FACTS, *COFFEE, *HOMES, *MANY)


def confirms(count: int = 3) -> list[Proposal]:
    """Plain questions, one fact each."""
    return [proposal(number + 1, "confirm", [("target", MANY[number])]) for number in range(count)]


MERGE = proposal(
    40, "merge", [("representative", COFFEE[0]), ("member", COFFEE[1])], verdict="for_a_person", reasons=("lost_words",)
)
CONFLICT = proposal(
    41, "conflict", [("first", COFFEE[0]), ("second", COFFEE[1])], verdict="for_a_person", reasons=("negation", "contradiction")
)
IN_A_SLOT = proposal(42, "conflict", [("first", HOMES[0]), ("second", HOMES[1])], verdict="for_a_person", reasons=("value",))
OF_MANY = proposal(
    44,
    "conflict",
    list(zip(("first", "second", "further", "further", "further"), MANY, strict=False)),
    verdict="for_a_person",
    reasons=("number", "contradiction"),
)
REFUSED = proposal(43, "add", text="Owes Tomás 40 euro", verdict="refused", reasons=("missing_trusted_owner_evidence",))


class Seconds:
    """When keys are pressed: each so long after the one before."""

    def __init__(self, step: float = 5.0) -> None:
        self.step = step
        self.at = 0.0

    def __call__(self, key: events.Key) -> float:
        self.at += self.step
        return self.at


@asynccontextmanager
async def deciding(proposals: Sequence[Proposal], size: tuple[int, int] = WIDE, step: float = 5.0) -> AsyncIterator[Driven]:
    """Run the inspector on a queue."""
    store = FakeStore(EVERY, proposals=proposals)
    async with opened(size, store=store) as driven:
        driven.main.when_pressed = Seconds(step)
        await driven.until(lambda: driven.main.queue is not None and driven.main.queue.listing.stretch is not None)
        await driven.settle()
        yield driven


def current(driven: Driven) -> int:
    """The number of the proposal under the cursor."""
    assert driven.main.proposal is not None
    return driven.main.proposal.number


def calls(driven: Driven, *names: str) -> list[tuple[object, ...]]:
    """The decisions that were made."""
    return [call for call in driven.store.calls if call[0] in (names or ("approve", "reject")) and call[1] is not None]


def state(driven: Driven, number: int) -> str:
    return driven.store.proposals.one(number).state
