"""Words for search: one tokeniser for what is stored and for what is asked, in any script.

Text is brought to NFKC and folded (case, ё to е, accents of Latin, Greek and stressed Cyrillic letters; й stays й). Words are
stemmed once, by script, with the Snowball stemmers for English and Russian. Scripts without spaces (Han and kana) become single
characters and pairs of neighbours, so that words of one and two characters are found. Emoji and other signs are tokens.

The index has two columns: `stems` answers whole words in any form, `words` answers the beginning of a word while it is typed.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import groupby
from threading import Lock
from typing import NamedTuple, Protocol

TOKENIZER = "ascii"
"""For FTS5: everything beyond ASCII belongs to a token, so nothing hangs on the Unicode tables SQLite was built with."""

_CASED_APART = str.maketrans(
    {"ё": "е", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "æ": "ae", "œ": "oe", "þ": "th"}
)
_CYRILLIC_PARTS = "\u0306\u0308"  # breve of й and ў, diaeresis of ї: letters of their own, not stress
_APOSTROPHES = "'\u2019\u02bc\u2018\u00b4`"
UNSPACED = "\u3005\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"

_UNSPACED_RUN = re.compile(f"[{UNSPACED}]+")
_FLAG = re.compile("[\U0001f1e6-\U0001f1ff]{2}")
_POSSESSIVE = re.compile(f"(?<=\\w)[{_APOSTROPHES}]s\\b")
_APOSTROPHE = re.compile(f"(?<=\\w)[{_APOSTROPHES}](?=\\w)")
_lock = Lock()


class Words(NamedTuple):
    """A text as the two columns of the search index hold it: tokens with spaces between."""

    stems: str
    words: str


class Term(NamedTuple):
    """One thing that must be found: its stem and, when a beginning of it may be typed, the folded word (else empty)."""

    stem: str
    word: str


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802


def fold(text: str) -> str:
    """Return the text with everything gone that a searcher may leave out: case, accents, width, invisible characters."""
    text = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold()).translate(_CASED_APART)
    if text.isascii():
        return text
    kept: list[str] = []
    base = ""
    for char in unicodedata.normalize("NFD", text):
        category = unicodedata.category(char)
        if category in ("Mn", "Me"):
            if _accent_matters(base, char):
                kept.append(char)
        elif category != "Cf" or char == "\u200b":
            base = char
            kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept))


def _accent_matters(base: str, mark: str) -> bool:
    if not base or mark in "\ufe0e\ufe0f":
        return False
    if "\u0400" <= base <= "\u052f":
        return mark in _CYRILLIC_PARTS
    return not (base < "\u0400" or "\u1e00" <= base <= "\u1fff")  # Latin and Greek


def index_words(text: str) -> Words:
    """Return what the search index holds for a text."""
    stems: list[str] = []
    words: list[str] = []
    for token in _tokens(text):
        if _UNSPACED_RUN.match(token):
            stems.extend(token)
            stems.extend(_pairs(token))
        else:
            stems.append(stem(token))
            words.append(token)
    return Words(" ".join(stems), " ".join(words))


def query_terms(query: str) -> list[Term]:
    """Return the terms of a search, every one of which must match; no character of the query acts as query syntax."""
    terms: list[Term] = []
    for token in _tokens(query):
        if _UNSPACED_RUN.match(token):
            terms.extend(Term(part, "") for part in (_pairs(token) or [token]))
        else:
            terms.append(Term(stem(token), token))
    return list(dict.fromkeys(terms))


def stem(word: str) -> str:
    """Return the stem of one folded word, by its script; other scripts and words with digits stay as they are."""
    if word.isalpha():
        if word.isascii():
            return _stem("english", word)
        if all("\u0400" <= char <= "\u052f" for char in word):
            return _stem("russian", word)
    return word


@lru_cache(maxsize=65536)
def _stem(language: str, word: str) -> str:
    with _lock:  # a stemmer keeps the word it works on in itself
        return _stemmer(language).stemWord(word) or word


@cache
def _stemmer(language: str) -> _Stemmer:
    # The Python stemmers by name, so that an index means the same on every machine, with or without PyStemmer.
    from snowballstemmer.english_stemmer import EnglishStemmer
    from snowballstemmer.russian_stemmer import RussianStemmer

    stemmer: _Stemmer = EnglishStemmer() if language == "english" else RussianStemmer()
    return stemmer


def _tokens(text: str) -> Iterator[str]:
    folded = _APOSTROPHE.sub("", _POSSESSIVE.sub("", fold(text)))
    for sort, run in groupby(folded, _sort_of):
        if sort in ("word", "unspaced"):
            yield "".join(run)
        elif sort == "sign":
            yield from run
        elif sort == "flag":
            yield from _FLAG.findall("".join(run))


def _sort_of(char: str) -> str:
    if char.isascii():
        return "word" if char.isalnum() else "gap"
    if _UNSPACED_RUN.match(char):
        return "unspaced"
    if "\U0001f1e6" <= char <= "\U0001f1ff":
        return "flag"
    category = unicodedata.category(char)
    if category[0] in "LNM":
        return "word"
    return "sign" if category in ("So", "Sm", "Sc", "Co", "Cn") else "gap"


def _pairs(run: str) -> list[str]:
    return [run[place : place + 2] for place in range(len(run) - 1)]
