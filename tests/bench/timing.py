"""Timing two things side by side."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Ratio:
    """How much longer one thing takes than another, and what is promised of it.

    Args:
        name: What is timed.
        ours: Its median, in seconds.
        against: What it is compared with.
        theirs: The median of that, in seconds.
        ratio: The median of the ratios of the rounds.
        most: What the ratio is promised to be at most.
    """

    name: str
    ours: float
    against: str
    theirs: float
    ratio: float
    most: float | None = None

    def line(self) -> str:
        promise = "" if self.most is None else f"  at most {self.most:g}x: {'yes' if self.ratio <= self.most else 'NO'}"
        ours, theirs = f"{self.ours * 1000:.2f} ms", f"{self.theirs * 1000:.2f} ms"
        return f"{self.name:34} {ours:>12} {self.ratio:7.1f}x {self.against:30} {theirs:>11}{promise}"


def side_by_side(
    name: str, ours: Callable[[], object], against: str, theirs: Callable[[], object], *, rounds: int, most: float | None = None
) -> Ratio:
    """Time both in turn and compare round by round, so that whatever else the machine does falls on both."""
    taken: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for action, times in zip((ours, theirs), taken, strict=True):
            began = time.perf_counter()
            action()
            times.append(time.perf_counter() - began)
    ratio = statistics.median(mine / its for mine, its in zip(*taken, strict=True))
    return Ratio(name, statistics.median(taken[0]), against, statistics.median(taken[1]), ratio, most)
