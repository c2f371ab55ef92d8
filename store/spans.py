"""Valid time as half-open spans [start, end): cutting, joining, and the state they give a fact.

Pure functions; the rules are those of SQL:2011 application time periods. `store.state` holds the SQL twin of `state_of`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from store.clock import FOREVER, Instant
from store.values import State

NEVER_TRUE = ("corrected", "retracted")


@dataclass(frozen=True, slots=True)
class Span:
    """One stretch of valid time of a fact, and why it stops where it stops.

    Args:
        start, end: Instants in microseconds UTC, `end` exclusive; equal when nothing is left.
        told: False only on the remainder of a cut, which is no statement about a start.
        exact: False when the fact holds by `start` and may have begun earlier.
        end_exact: False when the end is a guess.
        by: The fact that took over at `end`.
        ends_as: `superseded`, `merged`, `expired` or `told`.
    """

    start: Instant
    end: Instant = FOREVER
    told: bool = True
    exact: bool = True
    end_exact: bool = True
    by: int | None = None
    ends_as: str | None = None

    @property
    def is_empty(self) -> bool:
        return self.start == self.end

    def holds(self, at: Instant) -> bool:
        """Whether the span holds at the instant."""
        return self.start <= at < self.end

    def overlaps(self, start: Instant, end: Instant) -> bool:
        """Whether any instant of [start, end) lies in the span."""
        return self.start < end and self.end > start

    def contains(self, other: "Span") -> bool:
        """Whether the other span lies wholly in this one."""
        return self.start <= other.start and other.end <= self.end

    def before(self, at: Instant, by: int | None = None, ends_as: str | None = None) -> "Span":
        """Return the part before the instant, ending for the reason given."""
        return replace(self, end=at, end_exact=True, by=by, ends_as=ends_as)

    def remainder(self, at: Instant) -> "Span":
        """Return the part from the instant on: no told start, its own ending."""
        return replace(self, start=at, told=False, exact=True)


def empty(at: Instant, by: int | None = None, ends_as: str | None = None) -> Span:
    """Return the span of a fact that holds nowhere."""
    return Span(at, at, by=by, ends_as=ends_as)


def live(spans: Iterable[Span]) -> list[Span]:
    """Return the spans that hold somewhere, in order of their start."""
    return sorted((span for span in spans if not span.is_empty), key=lambda span: span.start)


def cut(spans: Iterable[Span], start: Instant, end: Instant, by: int) -> list[Span]:
    """Take [start, end) out of the spans; what is left before says who took it, what is left after keeps its own ending."""
    left: list[Span] = []
    for span in live(spans):
        if not span.overlaps(start, end):
            left.append(span)
            continue
        if span.start < start:
            left.append(span.before(start, by, "superseded"))
        if span.end > end:
            left.append(span.remainder(end))
    return left


def join(spans: Iterable[Span]) -> list[Span]:
    """Join a remainder to the span it follows without a gap."""
    joined: list[Span] = []
    for span in live(spans):
        if joined and joined[-1].end == span.start and not span.told:
            joined[-1] = replace(joined[-1], end=span.end, end_exact=span.end_exact, by=span.by, ends_as=span.ends_as)
        else:
            joined.append(span)
    return joined


def deciding(spans: Sequence[Span], at: Instant) -> Span:
    """Return the span that decides the state at the instant: the one that holds, else the last before, else the first after."""
    held = live(spans)
    if not held:
        return spans[0]
    past = [span for span in held if span.start <= at]
    return past[-1] if past else held[0]


def state_of(span: Span, cause: str, at: Instant) -> State:
    """Return the state a fact has at a valid instant.

    Args:
        span: Its deciding span as known at the system instant asked about.
        cause: The operation that wrote that belief.
        at: The valid instant, microseconds UTC.
    """
    if span.is_empty:
        return "superseded" if span.by is not None and cause not in NEVER_TRUE else "retracted"
    if span.holds(at):
        return "active"
    if span.start > at:
        return "upcoming" if span.exact else "unknown"
    if span.by is not None:
        return "superseded"
    return "expired" if span.ends_as == "expired" else "ended"
