"""Duplicates and conflicts among the facts of one owner: what is found, and what of it is asked.

What was said twice in the same words is one question, and is compared with the rest once, by its newest copy. A person decides
one thing at a time: where several facts of one group contradict another, one pair stands for all of them.
"""

import gc
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from store.ids import fold
from store.likeness import Features, Found, Item, Kind, Verdict, features, find, stars
from store.nightly.asked import ALIKE, SAME_TEXT, Asked
from store.nightly.finding import Finding, Tick
from store.nightly.held import Held
from store.proposal import Suggestion

MEMBERS_AT_MOST = 500
"""Facts that go in one proposal; a larger group is proposed in parts round the same representative."""
TICKS = 200
RATIONALE = {SAME_TEXT: "the same text", ALIKE: "alike in their words"}

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


@dataclass(frozen=True, slots=True)
class Group:
    """Facts that say the same: the one that stays comes first."""

    facts: tuple[Held, ...]
    reason: str
    pinned: bool


@dataclass(frozen=True, slots=True)
class Clash:
    """Two facts that contradict each other."""

    first: Held
    second: Held
    verdict: Verdict
    pinned: bool


@dataclass(slots=True)
class Likeness:
    """What one owner's facts are to each other.

    Attributes:
        copies: By the newest of them, the numbers of the facts that say one thing in the same words.
        clashes: By the pair of groups they lie between.
        features: Of the texts in the groups.
    """

    copies: dict[int, list[int]] = field(default_factory=dict)
    groups: list[Group] = field(default_factory=list)
    clashes: dict[tuple[int, int], list[Clash]] = field(default_factory=dict)
    features: dict[str, Features] = field(default_factory=dict)


def compare(facts: Sequence[Held], tick: Tick) -> Likeness:
    """Compare the facts of one owner, within a subject and never across two slots.

    Args:
        facts: Pinned ones too: they keep a group from being merged.
        tick: Called in between.
    """
    likeness = Likeness()
    with _uncollected():
        _compare(facts, likeness, tick)
    return likeness


@contextmanager
def _uncollected() -> Iterator[None]:
    """Keep the collector of cycles from walking, again and again, over millions of objects that have none."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _compare(facts: Sequence[Held], likeness: Likeness, tick: Tick) -> None:
    copies: defaultdict[tuple[str, str | None, str], list[Held]] = defaultdict(list)
    for fact in facts:
        copies[fact.subject, fact.slot, fold(fact.text)].append(fact)
    newest: dict[int, Held] = {}
    items: list[Item] = []
    for done, same in enumerate(copies.values()):
        if done % TICKS == 0:
            tick("duplicates", done, len(copies))
        same.sort(key=lambda fact: (-fact.known_from, fact.number))
        fact, pinned = same[0], any(fact.pinned for fact in same)
        newest[fact.number] = fact
        likeness.copies[fact.number] = [one.number for one in same]
        items.append(Item(fact.number, "", fact.subject, fact.slot, fact.known_from, pinned, features(fact.text)))
        if len(same) > 1:
            likeness.groups.append(Group(tuple(same), SAME_TEXT, pinned))
    items.sort(key=lambda item: item.number)
    merges: list[Found] = []
    clashes: list[Found] = []
    for done, one in enumerate(find(items)):
        if done % TICKS == 0:
            tick("duplicates", len(copies), len(copies))
        (merges if one.verdict.kind is Kind.MERGE else clashes).append(one)
    _gather(likeness, newest, merges, clashes)


def _gather(likeness: Likeness, newest: dict[int, Held], merges: Sequence[Found], clashes: Sequence[Found]) -> None:
    """Group what is alike into stars, and what contradicts by the groups it lies between."""
    place: dict[int, int] = {}
    for star in stars(merges):
        grouped = [star.representative, *(member.item for member in star.members)]
        whole = [item.number for item in grouped]
        likeness.features.update((newest[item.number].text, item.features) for item in grouped)
        place.update(dict.fromkeys(whole, star.representative.number))
        likeness.groups.append(Group(tuple(newest[number] for number in whole), ALIKE, star.pinned))
    for one in clashes:
        first, second = one.first.number, one.second.number
        low, high = sorted((place.get(first, first), place.get(second, second)))
        clash = Clash(newest[first], newest[second], one.verdict, one.first.pinned or one.second.pinned)
        likeness.clashes.setdefault((low, high), []).append(clash)
    for groups, between in likeness.clashes.items():
        between.sort(key=lambda clash: (clash.pinned, -len({clash.first.number, clash.second.number}.intersection(groups))))


def duplicates(likeness: Likeness, asked: Asked, step: Finding) -> None:
    """Suggest what is to be merged, group by group."""
    for group in likeness.groups:
        if group.pinned:
            step.skipped["pinned"] += 1
            continue
        for part in _parts(group, asked, step):
            step.suggest(part[0].owner, _merge(part, group.reason))


def _parts(group: Group, asked: Asked, step: Finding) -> Iterator[Sequence[Held]]:
    """Yield what of a group was not asked yet, in parts of a size a person can look at."""
    kept, *others = group.facts
    for start in range(0, len(others), MEMBERS_AT_MOST):
        part = [kept, *others[start : start + MEMBERS_AT_MOST]]
        state = asked.state(group.reason, _versions(part))
        if state is None:
            waits = any(fact.number in asked.waiting(group.reason) for fact in part)
            part = _unasked(part, group.reason, asked)
            alone = "pending" if waits else "rejected"
            state = asked.state(group.reason, _versions(part)) if len(part) > 1 else alone
        if state is not None:
            step.skipped["waits" if state == "pending" else "decided"] += 1
        else:
            yield part


def _unasked(part: Sequence[Held], reason: str, asked: Asked) -> list[Held]:
    """Leave out those of which a merge waits, and those a person kept apart from one that stays in."""
    waiting = asked.waiting(reason)
    if part[0].number in waiting:
        return []
    free = {fact.number: fact for fact in part if fact.number not in waiting}
    return [free[number] for number in asked.grouped(reason, free)]


def conflicts(likeness: Likeness, asked: Asked, step: Finding) -> None:
    """Suggest which contradictions are to be settled, one pair for any two groups."""
    for between in likeness.clashes.values():
        state = _answer(between, likeness, asked)
        step.skipped["covered"] += len(between) - 1
        if state is not None:
            step.skipped["waits" if state == "pending" else "decided"] += 1
        elif between[0].pinned:
            step.skipped["pinned"] += 1
        else:
            step.suggest(between[0].first.owner, _conflict(between[0]))


def _answer(between: Iterable[Clash], likeness: Likeness, asked: Asked) -> str | None:
    """Return what became of the question, if any of the pairs was asked about, or the same words by another number."""
    copies = likeness.copies
    states = (asked.settled(copies[clash.first.number], copies[clash.second.number]) for clash in between)
    return next((state for state in states if state is not None), None)


def _versions(facts: Iterable[Held]) -> Iterator[tuple[int, int]]:
    return ((fact.number, fact.version) for fact in facts)


def _merge(facts: Sequence[Held], reason: str) -> Suggestion:
    kept, *gone = facts
    return Suggestion(
        kind="merge",
        items=(("representative", kept.number, kept.version), *(("member", fact.number, fact.version) for fact in gone)),
        rationale=RATIONALE[reason],
        reasons=(reason,),
    )


def _conflict(clash: Clash) -> Suggestion:
    what, *words = clash.verdict.reasons
    told = f": {' / '.join(words)}" if len(set(words)) == 2 else ""
    return Suggestion(
        kind="conflict",
        items=(
            ("first", clash.first.number, clash.first.version),
            ("second", clash.second.number, clash.second.version),
        ),
        rationale=CLASHES[what] + told,
        reasons=(what,),
    )
