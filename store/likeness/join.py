"""Every pair of facts worth comparing, found without comparing all with all, and none missed.

A prefix-filter join: with tokens sorted from rare to common, two sets of Jaccard >= t share one of their first
`size - ceil(t * size) + 1` tokens (Chaudhuri, Ganti, Kaushik 2006; the size and position filters are those of PPJoin).
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from fractions import Fraction

from store.likeness.features import Features
from store.likeness.rule import ALIKE, slot_keys

Pair = tuple[int, int]
GROUP_AT_MOST = 200
"""Facts that are one value apart in one frame; a larger group says nothing about any two of them and is skipped."""


def candidates(facts: Sequence[Features]) -> Iterator[Pair]:
    """Yield every pair of places (lower, higher), once, that `rule.compare` would not find too far apart.

    Args:
        facts: The facts of one owner and subject.
    """
    seen: set[int] = set()
    count = len(facts)
    sources: tuple[Iterable[Pair], ...] = (
        similar([fact.K for fact in facts]),
        similar([fact.T for fact in facts]),
        similar([fact.KF for fact in facts]),
        one_value_apart(facts),
        _grouped(fact.key for fact in facts),
    )
    for pairs in sources:
        for low, high in pairs:
            number = low * count + high
            if number not in seen:
                seen.add(number)
                yield low, high


def one_value_apart(facts: Sequence[Features]) -> Iterator[Pair]:
    """Yield the pairs in a single-valued frame that are one value apart; a pair may come more than once."""
    frames: defaultdict[int, array[int]] = defaultdict(lambda: array("I"))
    for place, fact in enumerate(facts):
        for key in slot_keys(fact):
            frames[hash(key)].append(place)
    for group in frames.values():
        if 1 < len(group) <= GROUP_AT_MOST:
            for at, high in enumerate(group):
                for low in group[:at]:
                    if low != high and not slot_keys(facts[low]).isdisjoint(slot_keys(facts[high])):
                        yield low, high


def similar(sets: Sequence[Collection[str]], least: float = ALIKE) -> Iterator[Pair]:
    """Yield every pair of places (lower, higher) whose sets have Jaccard >= `least`, once; empty sets are like nothing."""
    share = Fraction(str(least))
    frequency = Counter(token for tokens in sets for token in tokens)
    rank = {token: place for place, (token, _) in enumerate(sorted(frequency.items(), key=lambda item: (item[1], item[0])))}
    equal: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
    for place, tokens in enumerate(sets):
        if tokens:
            equal[tuple(sorted(rank[token] for token in tokens))].append(place)
    for places in equal.values():
        for at, high in enumerate(places):
            for low in places[:at]:
                yield low, high
    records = sorted(equal, key=len)
    for left, right in _join(records, share):
        for one in equal[records[left]]:
            for other in equal[records[right]]:
                yield (one, other) if one < other else (other, one)


def _join(records: list[tuple[int, ...]], share: Fraction) -> Iterator[Pair]:
    """Yield the pairs among different records, which come sorted by size, each with its tokens from rare to common."""
    index: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    members = [frozenset(record) for record in records]
    sizes = [len(record) for record in records]
    starts: defaultdict[int, int] = defaultdict(int)
    part, whole = share.as_integer_ratio()
    for place, record in enumerate(records):
        size = sizes[place]
        smallest = -(-size * part // whole)
        found: set[int] = set()
        for position in range(size - smallest + 1):
            token = record[position]
            posting = index.get(token)
            if posting is None:
                continue
            start = starts[token]
            while start < len(posting) and sizes[posting[start][0]] < smallest:
                start += 1
            starts[token] = start
            for other, theirs in posting[start:] if start else posting:
                if other in found:
                    continue
                need = -(-(size + sizes[other]) * part // (whole + part))
                if min(size - position, sizes[other] - theirs) >= need:
                    found.add(other)
                    if len(members[place] & members[other]) >= need:
                        yield other, place
        # both prefixes are the same length, so that a pair of any two sizes meets in either order
        for position in range(size - smallest + 1):
            index[record[position]].append((place, position))


def _grouped(keys: Iterable[Hashable]) -> Iterator[Pair]:
    groups: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place, key in enumerate(keys):
        groups[key].append(place)
    for places in groups.values():
        for at, high in enumerate(places):
            for low in places[:at]:
                yield low, high
