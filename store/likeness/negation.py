"""Which words of a fact deny something: names that only look like a negation (New Haven, Dr No, Нет-Нет) do not."""

import re
from collections.abc import Iterator, Sequence

from store.likeness.lists import words_of
from store.likeness.lists_en import AUXILIARIES, NO_CONTRACTION_BEFORE

_APOSTROPHE = "['\u2019\u02bc\u2018`]"
_SPELLED_OUT = (
    (re.compile(rf"\bcan{_APOSTROPHE}t\b", re.IGNORECASE), "can not"),
    (re.compile(rf"\bwon{_APOSTROPHE}t\b", re.IGNORECASE), "will not"),
    (re.compile(rf"n{_APOSTROPHE}t\b", re.IGNORECASE), " not"),
)
_BEGINS = re.compile(r"[.!?:]\s*[\"“«]?\s*$")
_ADDRESS = re.compile(r"\b(?:Dr|Mr|Mrs|Ms|Prof|St)\.\s*$")
_HYPHENS = "-\u2010\u2011"
_HEADLINE_FROM = 4
"""A fact of so many words, each with a capital, is written like a headline, and its capitals mark no names."""
_OF_VERBS = ("not", "never")
_WORN_DOWN = ("wont", "cant")
"""Contractions without their apostrophe that are words of their own as well."""

Token = tuple[str, int]
"""A word as it is written, and where it begins."""


def spelled_out(text: str) -> str:
    """Return English with every n't as "not"."""
    for contraction, words in _SPELLED_OUT:
        text = contraction.sub(words, text)
    return text


def negating(text: str, tokens: Sequence[Token]) -> Iterator[int]:
    """Yield the places of the words that deny something; Chinese is not looked at.

    Args:
        text: The fact, with contractions spelled out.
        tokens: Its words.
    """
    words = [token for token, _ in tokens if token[0].isalpha()]
    says_names = text.upper() != text and not (len(words) >= _HEADLINE_FROM and all(word[0].isupper() for word in words))
    denials = words_of("en").negation | words_of("ru").negation
    for place, (token, _) in enumerate(tokens):
        word = _folded(token)
        if word not in denials or _is_doubled(text, tokens, place):
            continue
        if says_names and _is_name(text, tokens, place):
            continue
        if word in _WORN_DOWN and not _is_worn_down(tokens, place):
            continue
        yield place


def _folded(token: str) -> str:
    return token.casefold().replace("ё", "е")


def _at(tokens: Sequence[Token], place: int) -> str:
    return tokens[place][0] if 0 <= place < len(tokens) else ""


def _is_doubled(text: str, tokens: Sequence[Token], place: int) -> bool:
    """Whether a word is tied to itself by a hyphen: "a no-no", "нет-нет да и позвонит"."""
    for first in (place - 1, place):
        one, other = _at(tokens, first), _at(tokens, first + 1)
        if one and _folded(one) == _folded(other) and text[tokens[first][1] + len(one)] in _HYPHENS:
            return True
    return False


def _is_name(text: str, tokens: Sequence[Token], place: int) -> bool:
    """Whether a word has its capital from being part of a name; one that is shouted has not."""
    token, start = tokens[place]
    if place == 0 or not token[0].isupper() or (token.isupper() and len(token) > 1):
        return False
    before = text[:start]
    if _BEGINS.search(before) and not _ADDRESS.search(before):
        return False
    return not (_folded(token) in _OF_VERBS and _folded(_at(tokens, place - 1)) in AUXILIARIES.split())


def _is_worn_down(tokens: Sequence[Token], place: int) -> bool:
    """Whether "wont" stands for "won't": a verb follows, and no form of be is before it."""
    following, before = _at(tokens, place + 1), _folded(_at(tokens, place - 1))
    if not following or following[0].isupper() or before in ("am", "are", "be", "is", "was", "were"):
        return False
    return _folded(following) not in NO_CONTRACTION_BEFORE.split()
