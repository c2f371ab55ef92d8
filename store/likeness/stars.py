"""Groups of duplicates: a star round its fullest fact, whose members are alike to it; never a chain."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from store.clock import Instant
from store.likeness.features import Features
from store.likeness.join import candidates
from store.likeness.rule import Kind, Verdict, clash, compare


@dataclass(frozen=True, slots=True)
class Item:
    """One fact that may be grouped.

    Attributes:
        number: The fact's number.
        owner: Whose it is; with `subject` it bounds what is compared.
        slot: The attribute it fills, or None.
        since: When the store learned it, in microseconds UTC: newer comes first among equally full ones.
    """

    number: int
    owner: str
    subject: str | None
    slot: str | None
    since: Instant
    pinned: bool
    features: Features


@dataclass(frozen=True, slots=True)
class Found:
    """Two facts that are more to each other than nothing."""

    first: Item
    second: Item
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Member:
    """A fact to be merged into a representative, why, and the words that are lost by it."""

    item: Item
    verdict: Verdict
    lost: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Star:
    """A group of duplicates; one with a pinned fact in it is to be skipped whole."""

    representative: Item
    members: tuple[Member, ...]

    @property
    def pinned(self) -> bool:
        """Whether any fact in it is pinned."""
        return self.representative.pinned or any(member.item.pinned for member in self.members)


def find(items: Iterable[Item]) -> Iterator[Found]:
    """Yield every merge and conflict among facts of one owner and subject whose slots do not differ."""
    together: defaultdict[tuple[str, str | None], list[Item]] = defaultdict(list)
    for item in items:
        together[item.owner, item.subject].append(item)
    for group in together.values():
        for low, high in candidates([item.features for item in group]):
            first, second = group[low], group[high]
            if first.slot and second.slot and first.slot != second.slot:
                continue
            verdict = compare(first.features, second.features)
            if verdict.kind is not Kind.NOTHING:
                yield Found(first, second, verdict)


def stars(found: Iterable[Found]) -> list[Star]:
    """Group the merges among `found` into stars; no fact is in two, and no two facts of one contradict each other."""
    merges: defaultdict[int, dict[int, Verdict]] = defaultdict(dict)
    by_number: dict[int, Item] = {}
    for pair in found:
        if pair.verdict.kind is Kind.MERGE:
            for one, other in ((pair.first, pair.second), (pair.second, pair.first)):
                merges[one.number][other.number] = pair.verdict
                by_number[one.number] = one
    order = sorted(by_number.values(), key=_fullest_first)
    taken: set[int] = set()
    groups = []
    for representative in order:
        if representative.number in taken:
            continue
        alike = merges[representative.number]
        near = sorted((by_number[number] for number in alike if number not in taken), key=_fullest_first)
        members = _fitting(representative, near)
        if members:
            taken.update(item.number for item in (representative, *members))
            groups.append(
                Star(
                    representative,
                    tuple(
                        Member(item, alike[item.number], lost_words(item.features, representative.features)) for item in members
                    ),
                )
            )
    return groups


def lost_words(member: Features, representative: Features) -> tuple[str, ...]:
    """Return the words of a member that its representative lacks in any form, as written (folded), in their order."""
    kept = set(representative.order)
    return tuple(dict.fromkeys(word for stem, word in zip(member.order, member.spelled, strict=True) if stem not in kept))


def _fullest_first(item: Item) -> tuple[int, int, int]:
    return -len(item.features.content), -item.since, item.number


def _fitting(representative: Item, near: Sequence[Item]) -> list[Item]:
    """Return those of `near` that stand together: one slot at most, and no two that contradict each other."""
    members: list[Item] = []
    slot = representative.slot
    for item in near:
        if item.slot and slot and item.slot != slot:
            continue
        if any(_contradict(item.features, other.features) for other in members):
            continue
        members.append(item)
        slot = slot or item.slot
    return members


def _contradict(a: Features, b: Features) -> bool:
    return a.key != b.key and (clash(a, b) is not None or compare(a, b).kind is Kind.CONFLICT)
