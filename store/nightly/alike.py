"""What the facts of one owner are to each other, and which duplicates among them are asked about.

What was said twice in the same words is one question, and is compared with the rest once, by its newest copy.
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
from store.nightly.room import Room
from store.proposal import Suggestion

MEMBERS_AT_MOST = 500
"""Facts that go in one proposal; a larger group is proposed in parts round the same representative."""
LARGE_FROM = 3
TICKS = 200
RATIONALE = {SAME_TEXT: "the same text", ALIKE: "alike in their words"}


@dataclass(frozen=True, slots=True)
class Group:
    """Facts that say the same: the one that stays comes first."""

    facts: tuple[Held, ...]
    reason: str
    pinned: bool

    @property
    def is_large(self) -> bool:
        """Whether it is merged before what contradicts it is asked, which would else be asked for one member after another."""
        return self.reason == ALIKE and len(self.facts) >= LARGE_FROM


@dataclass(frozen=True, slots=True)
class Clash:
    """Two facts that contradict each other, and the groups they are in, each named by the fact that stands for it."""

    first: Held
    second: Held
    groups: tuple[int, int]
    verdict: Verdict
    pinned: bool


@dataclass(slots=True)
class Likeness:
    """What one owner's facts are to each other.

    Attributes:
        copies: By the newest of them, the facts that say one thing in the same words.
        clashes: By the pair of groups they lie between.
        features: Of the texts in the groups.
    """

    copies: dict[int, tuple[Held, ...]] = field(default_factory=dict)
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
        likeness.copies[fact.number] = tuple(same)
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
        places = place.get(first, first), place.get(second, second)
        clash = Clash(newest[first], newest[second], places, one.verdict, one.first.pinned or one.second.pinned)
        likeness.clashes.setdefault((min(places), max(places)), []).append(clash)
    for groups, between in likeness.clashes.items():
        between.sort(key=lambda clash: (clash.pinned, -len({clash.first.number, clash.second.number}.intersection(groups))))


def duplicates(groups: Iterable[Group], asked: Asked, room: Room, step: Finding) -> None:
    """Suggest what is to be merged, group by group."""
    for group in groups:
        if group.pinned:
            step.skipped["pinned"] += 1
            continue
        parts = list(_parts(group, asked, step))
        if not room.are_free(fact for part in parts for fact in part):
            room.leave("busy", step)
            continue
        for part in parts:
            room.suggest(part, _merge(part, group.reason), step)


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
