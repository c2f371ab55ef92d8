"""The lines of the table: each a figure, what it must reach, and what plain Jaccard reaches."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from time import process_time

from store.likeness import Features, Found, Item, Kind, Verdict, compare, features, find, stars
from store.likeness.rule import ALIKE, clash, jaccard
from tests.pairs import data as shared
from tests.pairs.data import Pair

Judged = tuple[Pair, Verdict, bool]
"""A pair, the rule's verdict, and whether plain Jaccard would merge it."""


@dataclass(frozen=True)
class Line:
    """One figure beside what it must reach; `plain` is what plain Jaccard of words (Chinese: bigrams) reaches."""

    name: str
    value: float
    least: float | None = None
    most: float | None = None
    plain: float | None = None
    digits: int = 3

    @property
    def missed(self) -> bool:
        return (self.least is not None and self.value < self.least) or (self.most is not None and self.value > self.most)

    def text(self) -> str:
        bound = f">= {self.least:g}" if self.least is not None else f"<= {self.most:g}" if self.most is not None else ""
        plain = "" if self.plain is None else f"plain {self.plain:.{self.digits}f}"
        return f"{self.name:52} {self.value:12.{self.digits}f}  {bound:10} {plain:14} {'MISSED' if self.missed else ''}".rstrip()


def judge(pairs: Iterable[Pair]) -> list[Judged]:
    """Give every pair its verdict."""
    known: dict[str, Features] = {}

    def read(text: str) -> Features:
        if text not in known:
            known[text] = features(text)
        return known[text]

    judged = []
    for pair in pairs:
        a, b = read(pair.first), read(pair.second)
        judged.append((pair, compare(a, b), jaccard(a.T, b.T) >= ALIKE))
    return judged


def by_rule(judged: Iterable[Judged]) -> str:
    """Say how many pairs each step decided."""
    counts = Counter((verdict.rule, verdict.kind.value) for _, verdict, _ in judged)
    whole = sum(counts.values())
    return "  ".join(f"{rule}:{kind} {100 * number / whole:.1f}%" for (rule, kind), number in sorted(counts.items()))


def _share(judged: Sequence[Judged], kind: Kind) -> float:
    return 100 * sum(verdict.kind is kind for _, verdict, _ in judged) / len(judged)


def _plain_share(judged: Sequence[Judged]) -> float:
    return 100 * sum(plain for *_, plain in judged) / len(judged)


def scores(judged: Sequence[Judged], right: Callable[[Pair], bool], plain: bool = False) -> tuple[float, float, float]:
    """Return precision, recall and F1 of the merges."""
    merged = [pair for pair, verdict, simple in judged if (simple if plain else verdict.kind is Kind.MERGE)]
    true = sum(map(right, merged))
    precision, recall = true / len(merged), true / sum(right(pair) for pair, *_ in judged)
    return precision, recall, 2 * precision * recall / (precision + recall)


def _three(name: str, judged: Sequence[Judged], least: tuple[float, float, float]) -> list[Line]:
    got, plain = (scores(judged, lambda pair: pair.label == "1", simple) for simple in (False, True))
    return [
        Line(f"{name} {what}", value, least=bound, plain=simple)
        for what, value, bound, simple in zip(("precision", "recall", "F1"), got, least, plain, strict=True)
    ]


def sick_lines(judged: Sequence[Judged]) -> list[Line]:
    against = [one for one in judged if one[0].label == "CONTRADICTION"]
    entailed = [one for one in judged if one[0].label == "ENTAILMENT"]
    precision, recall, _ = scores(judged, lambda pair: pair.related >= 4.5)
    plain_precision, plain_recall, _ = scores(judged, lambda pair: pair.related >= 4.5, True)
    return [
        Line("SICK contradictions merged %", _share(against, Kind.MERGE), most=2, plain=_plain_share(against), digits=1),
        Line("SICK contradictions as conflict %", _share(against, Kind.CONFLICT), least=78, digits=1),
        Line("SICK entailments called conflict %", _share(entailed, Kind.CONFLICT), most=1, digits=1),
        Line("SICK relatedness >= 4.5 found %", 100 * recall, least=50, plain=100 * plain_recall, digits=1),
        Line("SICK relatedness >= 4.5 precision %", 100 * precision, least=70, plain=100 * plain_precision, digits=1),
    ]


def mrpc_lines(judged: Sequence[Judged], part: str) -> list[Line]:
    return _three(f"MRPC {part}", judged, (0.875, 0.40, 0.55))


def lcqmc_lines(judged: Sequence[Judged]) -> list[Line]:
    return _three("LCQMC dev", judged, (0.82, 0.60, 0.70))


def koziev_lines(judged: Sequence[Judged]) -> list[Line]:
    return [
        Line("Koziev word order merged %", _share(judged, Kind.MERGE), least=99, plain=_plain_share(judged), digits=1),
        Line("Koziev word order called conflict %", _share(judged, Kind.CONFLICT), most=0.1, digits=2),
    ]


def speed(texts: Sequence[str], pairs: int = 200_000) -> Line:
    """Time the pair rule on the pairs of a sample that share a word or more, features read beforehand."""
    facts = [features(text) for text in texts]
    chosen = []
    for a, b in combinations(facts, 2):
        if a.K & b.K:
            chosen.append((a, b))
            if len(chosen) == pairs:
                break
    start = process_time()
    for a, b in chosen:
        compare(a, b)
    return Line("pair rule, pairs a second", len(chosen) / (process_time() - start), least=50_000, digits=0)


def items(texts: Iterable[str], owner: str = "one", first: int = 1) -> list[Item]:
    """Turn texts into facts of one owner, numbered from `first` on."""
    return [Item(number, owner, None, None, number, False, features(text)) for number, text in enumerate(texts, first)]


def locomo_lines(data: Path) -> tuple[list[Line], list[str]]:
    """Count merges and conflicts among the facts of each speaker, and say each."""
    said, compared = [], 0
    for texts in shared.locomo(data):
        compared += len(texts) * (len(texts) - 1) // 2
        said += [
            f"{one.verdict.kind} by {one.verdict.rule}: {texts[one.first.number - 1]} / {texts[one.second.number - 1]}"
            for one in find(items(texts))
        ]
    return [Line(f"LoCoMo merges and conflicts of {compared:,}", len(said), most=10, digits=0)], said


def profile_lines(data: Path) -> list[Line]:
    """The Russian profiles, as the facts of one owner and of 1,505."""
    profiles = shared.profiles(data)
    texts = [fact for profile in profiles for fact in profile]
    found = list(find(items(texts)))

    def equal(one: Found) -> bool:
        return texts[one.first.number - 1].lower() == texts[one.second.number - 1].lower()

    gone = sum(len(star.members) for star in stars(one for one in found if equal(one)))
    torn = 0
    for star in stars(found):
        group = [star.representative, *(member.item for member in star.members)]
        torn += any(clash(a.features, b.features) for a, b in combinations(group, 2))
    owners: list[Item] = []
    for number, profile in enumerate(profiles):
        owners += items(profile, f"owner {number}", len(owners) + 1)
    apart = list(find(owners))
    return [
        Line("profiles: facts", len(texts), digits=0),
        Line("profiles: left after merges of equal text", len(texts) - gone, least=5294, most=5294, digits=0),
        Line("profiles: groups that differ in negation, value, name", torn, most=0, digits=0),
        Line("profiles: merges under 1,505 owners", sum(one.verdict.kind is Kind.MERGE for one in apart), most=0, digits=0),
        Line("profiles: pairs across owners", sum(one.first.owner != one.second.owner for one in apart), most=0, digits=0),
    ]
