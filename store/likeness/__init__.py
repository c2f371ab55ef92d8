"""Which facts say the same, which contradict each other: a rule without a model (see `store.likeness.rule`)."""

from store.likeness.features import Features, features, known_features
from store.likeness.join import candidates
from store.likeness.rule import Kind, Verdict, compare
from store.likeness.stars import Found, Item, Member, Star, find, lost_words, stars

__all__ = [
    "Features",
    "Found",
    "Item",
    "Kind",
    "Member",
    "Star",
    "Verdict",
    "candidates",
    "compare",
    "features",
    "find",
    "known_features",
    "lost_words",
    "stars",
]
