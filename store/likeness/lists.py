"""The word lists of all languages, stemmed once and ready to be asked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import chain
from types import ModuleType

from store.likeness import lists_en, lists_ru, lists_zh
from store.words import stem

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Lists:
    """What the rule knows about the words of a language; `opposites` and `exclusive` hold both directions of each pair."""

    stop: frozenset[str]
    negation: frozenset[str]
    opposites: frozenset[Pair]
    opposite_class: Mapping[str, str]
    exclusive: frozenset[Pair]
    like: frozenset[str]
    dislike: frozenset[str]
    single: frozenset[str]
    open: frozenset[str]
    past: frozenset[str]
    kin: frozenset[str]
    numbers: Mapping[str, str]
    dates: Mapping[str, str]


@cache
def words_of(language: str) -> Lists:
    """Return the lists of `en`, `ru` or `zh`; entries are folded words, the two tables of pairs hold stems."""
    module = {"en": lists_en, "ru": lists_ru, "zh": lists_zh}[language]
    opposites = _pairs(module.OPPOSITES)
    spelled = language != "zh"
    return Lists(
        stop=frozenset(_split(module.STOP) if spelled else module.STOP),
        negation=frozenset(_split(module.NEGATION)),
        opposites=opposites,
        opposite_class=_classes(opposites),
        exclusive=_pairs(module.EXCLUSIVE),
        like=frozenset(_split(module.LIKE)),
        dislike=frozenset(_split(module.DISLIKE)),
        single=frozenset(_split(module.SINGLE)),
        open=frozenset(_split(module.OPEN)),
        past=frozenset(_split(module.PAST)),
        kin=frozenset(_split(module.KIN)),
        numbers=_by_word(module.NUMBERS) if spelled else {},
        dates=_by_word(module.DATES) if spelled else _chinese_dates(module),
    )


def _split(words: str) -> list[str]:
    return words.replace("ё", "е").split()


def _pairs(text: str) -> frozenset[Pair]:
    pairs = [(stem(left), stem(right)) for left, right in (entry.split("/") for entry in _split(text))]
    return frozenset(chain(pairs, ((right, left) for left, right in pairs)))


def _classes(pairs: Iterable[Pair]) -> dict[str, str]:
    """Name each group of words tied by opposites after its first word."""
    name: dict[str, str] = {}
    for left, right in sorted(pairs):
        old, new = sorted((name.get(left, left), name.get(right, right)), reverse=True)
        name[left] = name[right] = new
        name = {word: new if group == old else group for word, group in name.items()}
    return name


def _by_word(table: Mapping[str, str]) -> dict[str, str]:
    return {word: value for value, words in table.items() for word in words.split()}


def _chinese_dates(module: ModuleType) -> dict[str, str]:
    dates = {}
    for word in _split(module.DATES):
        weekday = word.startswith(("周", "星期")) and word[-1] in "一二三四五六日天"
        dates[word] = "w" + str("一二三四五六日天".index(word[-1]) % 7 + 1 if word[-1] != "天" else 7) if weekday else "t" + word
    return dates
