"""Contradictions: values that exclude one another are one question, however many they are."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from store.ids import fold
from store.nightly.alike import Clash, Likeness
from store.nightly.asked import Asked
from store.nightly.finding import Finding
from store.nightly.held import Held
from store.nightly.room import Room
from store.proposal import Role, Suggestion

VALUES_AT_MOST = 100
"""Facts of one question; more of them are asked about in parts, the oldest first."""

CLASHES = {
    "likes": "one likes what the other dislikes",
    "negation": "one is negated, the other is not",
    "past": "one speaks of the past, the other of now",
    "number": "different numbers",
    "date": "different dates",
    "name": "different names",
    "opposite": "opposites",
    "value": "different values",
}

Between = tuple[int, int]
"""The two groups of facts that clashes lie between."""


@dataclass(frozen=True, slots=True)
class Side:
    """What one group says in a contradiction: the fact that stands for it, and all that say it in the same words."""

    group: int
    fact: Held
    copies: tuple[Held, ...]


def conflicts(likeness: Likeness, asked: Asked, room: Room, step: Finding) -> None:
    """Suggest which contradictions are to be settled: one question for all values of which each excludes every other."""
    clashes: dict[Between, Clash] = {}
    for between, found in likeness.clashes.items():
        step.skipped["covered"] += len(found) - 1
        loose = next((clash for clash in found if not clash.pinned), None)
        if loose is None:
            step.skipped["pinned"] += 1
        else:
            clashes[between] = loose
    for reason, groups in _exclusive(clashes):
        sides = _unsettled(_sides(groups, clashes, likeness), reason, asked, step)
        free = [side for side in sides if all(map(room.is_free, side.copies))]
        if len(free) > 1:
            _suggest(free, reason, clashes, room, step)
        elif len(sides) > 1:
            room.leave("busy", step)


def _exclusive(clashes: Mapping[Between, Clash]) -> Iterator[tuple[str, list[int]]]:
    """Yield groups that all clash with one another for one reason, the most first; no group is in two."""
    against: defaultdict[tuple[str, int], set[int]] = defaultdict(set)
    for (one, other), clash in clashes.items():
        reason = clash.verdict.reasons[0]
        against[reason, one].add(other)
        against[reason, other].add(one)
    taken: set[int] = set()
    for (reason, seed), others in sorted(against.items(), key=lambda item: (-len(item[1]), item[0][1], item[0][0])):
        if seed in taken:
            continue
        found, common = [seed], others - taken
        for group in sorted(common):
            if group in common:
                found.append(group)
                common &= against[reason, group]
        if len(found) > 1:
            taken.update(found)
            yield reason, found


def _sides(groups: Iterable[int], clashes: Mapping[Between, Clash], likeness: Likeness) -> list[Side]:
    """Return what each group says, by the fact of it that clashes most, in the order in which that was observed."""
    times: defaultdict[int, Counter[Held]] = defaultdict(Counter)
    for between in combinations(sorted(groups), 2):
        clash = clashes[between]
        for group, fact in zip(clash.groups, (clash.first, clash.second), strict=True):
            times[group][fact] += 1
    sides = []
    for group, counts in times.items():
        fact = min(counts, key=lambda fact: (-counts[fact], fact.number != group, fact.number))
        sides.append(Side(group, fact, likeness.copies[fact.number]))
    return sorted(sides, key=lambda side: _observed(side.fact))


def _observed(fact: Held) -> tuple[int, int, int]:
    return fact.valid_from, fact.known_from, fact.number


def _unsettled(sides: Sequence[Side], reason: str, asked: Asked, step: Finding) -> list[Side]:
    """Return the sides of which no two were asked about before; of those that were, the newest."""
    left: list[Side] = []
    states: list[str] = []
    for side in reversed(sides):
        found = (asked.settled(reason, side.copies, newer.copies) for newer in left)
        state = next((state for state in found if state is not None), None)
        if state is None:
            left.append(side)
        else:
            states.append(state)
    if len(left) == 1:
        step.skipped["waits" if "pending" in states else "decided"] += 1
    else:
        step.skipped["covered"] += len(states)
    return left[::-1]


def _suggest(sides: Sequence[Side], reason: str, clashes: Mapping[Between, Clash], room: Room, step: Finding) -> None:
    facts = sorted((copy for side in sides for copy in side.copies), key=_observed)
    told = CLASHES[reason]
    if len(sides) == 2:
        one, other = sorted(side.group for side in sides)
        words = clashes[one, other].verdict.reasons[1:]
        told += f": {' / '.join(words)}" if len(set(words)) == 2 else ""
    for start in range(0, len(facts), VALUES_AT_MOST):
        part = facts[start : start + VALUES_AT_MOST]
        if len(part) < 2 or len({fold(fact.text) for fact in part}) < 2:
            continue  # what is left over is asked about beside the one that is left of the others
        room.suggest(part, _conflict(part, told, reason), step)


def _conflict(facts: Sequence[Held], told: str, reason: str) -> Suggestion:
    items = tuple((_role(place), fact.number, fact.version) for place, fact in enumerate(facts))
    return Suggestion(kind="conflict", items=items, rationale=told, reasons=(reason,))


def _role(place: int) -> Role:
    return "first" if place == 0 else "second" if place == 1 else "further"
