"""The join finds every pair worth comparing, and no other."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from store.likeness import candidates, features
from store.likeness.join import similar
from store.likeness.rule import ALIKE, alike, jaccard

SETS = st.lists(st.frozensets(st.sampled_from("abcdefghijkl"), max_size=9), max_size=40)
VOCABULARY = """
lives works likes hates not two three Monday Friday Lisbon Genoa teacher nurse goats tea coffee big small is was a in
живу работаю люблю не два три чай кофе 我住在北京 我住在上海 喜欢 茶 两只羊
"""
WORDS = st.sampled_from(VOCABULARY.split())
FACTS = st.lists(st.lists(WORDS, min_size=1, max_size=7).map(" ".join), max_size=30)


@given(SETS)
def test_the_join_of_sets_equals_brute_force(sets: list[frozenset[str]]) -> None:
    """F4: exact at Jaccard >= 0.6, each pair once."""
    found = list(similar(sets))
    assert len(found) == len(set(found))
    assert set(found) == {
        (low, high) for (low, one), (high, other) in combinations(enumerate(sets), 2) if jaccard(one, other) >= ALIKE
    }


@given(FACTS)
def test_the_candidates_of_facts_equal_brute_force(texts: list[str]) -> None:
    """F4: content words, all words, frames and values of one frame together."""
    facts = [features(text) for text in texts]
    found = list(candidates(facts))
    assert len(found) == len(set(found))
    wanted = {
        (low, high)
        for (low, one), (high, other) in combinations(enumerate(facts), 2)
        if alike(one, other)[0] or one.key == other.key
    }
    assert set(found) == wanted
