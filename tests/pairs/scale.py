"""A hundred thousand facts of one owner, end to end: features, join, rule, stars."""

import random
import resource
import sys
from itertools import combinations
from pathlib import Path
from time import process_time

from store.likeness import Kind, candidates, features, find, stars
from store.likeness.rule import alike
from tests.pairs import data as shared
from tests.pairs.measures import Line, items


def texts(data: Path, count: int, seed: int = 7) -> list[str]:
    """Return `count` facts: every different text of the shared data, then such texts with one word exchanged."""
    pool: dict[str, None] = {}
    for pairs in (shared.sick(data), shared.mrpc(data, "train"), shared.lcqmc(data), shared.ocnli(data), shared.koziev(data)):
        for pair in pairs:
            pool.update({pair.first: None, pair.second: None})
    pool.update((fact, None) for profile in shared.profiles(data) for fact in profile)
    pool.update((fact, None) for said in shared.locomo(data) for fact in said)
    choose = random.Random(seed)
    made = list(pool)
    choose.shuffle(made)
    spaced = [text.split() for text in made if 3 <= len(text.split()) <= 20]
    while len(made) < count:
        words, others = list(choose.choice(spaced)), choose.choice(spaced)
        words[choose.randrange(len(words))] = choose.choice(others)
        made.append(" ".join(words))
    return made[:count]


def lines(data: Path, count: int) -> list[Line]:
    """Time `count` facts (CPU seconds, peak MB of this process), and compare the join of a sample with brute force."""
    made = texts(data, count)
    start = process_time()
    whole = items(made)
    read = process_time()
    found = list(find(whole))
    groups = stars(found)
    end = process_time()
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1024 * 1024 if sys.platform == "darwin" else 1024)
    sample = [features(text) for text in made[:2000]]
    brute = {(low, high) for low, high in combinations(range(len(sample)), 2) if alike(sample[low], sample[high])[0]}
    joined = set(candidates(sample))
    return [
        Line(f"{count:,} facts, features, CPU s", read - start, digits=1),
        Line(f"{count:,} facts end to end, CPU s", end - start, most=60, digits=1),
        Line(f"{count:,} facts, peak MB", peak, most=1000, digits=0),
        Line("  merges", sum(one.verdict.kind is Kind.MERGE for one in found), digits=0),
        Line("  conflicts", sum(one.verdict.kind is Kind.CONFLICT for one in found), digits=0),
        Line("  stars", len(groups), digits=0),
        Line("  pairs the join misses or invents, of 2,000 facts", len(brute ^ joined), most=0, digits=0),
    ]
