"""What the pair rule looks at, read from one fact once."""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache

from store.likeness import lists_zh
from store.likeness.lists import Lists, words_of
from store.likeness.negation import negating, spelled_out
from store.words import stem

FRAME_AT_MOST = 8
"""Content words of the longest fact that has a frame, and the longest window after which -ed is no longer read as past."""
SHORT_PAST = 6

Value = tuple[str, str]
"""A kind (plain, year, ordinal, clock; month, weekday, part of day) and a value of it."""

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_TOKEN = re.compile(rf"\d+(?:[.,:]\d+)*(?:st|nd|rd|th|-?(?:й|я|е|го|м))?(?![^\W\d_])|[{_HAN}]+|(?:(?![{_HAN}])\w)+")
_ORDINAL = re.compile(r"(\d+)(?:st|nd|rd|th|-?(?:й|я|е|го|м))$")
_YEAR = re.compile(r"(?:19|20)\d\d")
_CLOCK = re.compile(r"[0-2]?\d:[0-5]\d")
_HAN_NUMBER = re.compile("[零一二两俩三四五六七八九十百千万]+")
_A_NOT_A = re.compile(r"(.)[不没](?=\1)")
_BE_NOW = {"am": "be", "is": "be", "are": "be", "has": "have", "have": "have"}
_BE_THEN = {"was": "be", "were": "be", "had": "have"}
_HAN_TITLE = re.compile("《[^》]*》")
_KINDS = {"m": "month", "w": "weekday", "t": "part"}


@dataclass(frozen=True, slots=True)
class Features:
    """One fact as the rule sees it.

    Attributes:
        key: The text after normalising; facts with one key are the same text.
        language: `en`, `ru` or `zh`, by the script most of it is written in.
        content: Content stems in order (Chinese: characters and the words lifted out); `K` is their set. A Chinese
            character said again is a token of its own.
        T: All stems (Chinese: pairs of neighbouring characters).
        KF: The frame: `K` with values, likes and opposites replaced by their class; empty for long facts.
        order: All stems in order, stop words too.
        spelled: The folded words behind `order`.
        window: English: the two content words after the negation.
        cues: Places in `content` of the single-valued cues, as the number of content words up to and with the first one.
        sign: +1 likes, -1 dislikes, 0 neither or both.
    """

    key: str
    language: str
    content: tuple[str, ...]
    K: frozenset[str]
    T: frozenset[str]
    KF: frozenset[str]
    order: tuple[str, ...]
    spelled: tuple[str, ...]
    numbers: frozenset[Value]
    dates: frozenset[Value]
    names: frozenset[str]
    polar: frozenset[str]
    kin: frozenset[str]
    window: frozenset[str]
    then: frozenset[str]
    now: frozenset[str]
    negated: bool
    past: bool
    single: bool
    open: bool
    cues: int
    sign: int


def features(text: str) -> Features:
    """Read what the rule needs from the text of one fact."""
    text = unicodedata.normalize("NFKC", text.replace("\u00b4", "'"))  # that would become a space
    return _Reader(text).read()


@lru_cache(maxsize=8192)
def known_features(text: str) -> Features:
    """Return the features of a text, remembered for whoever asks about the same facts again and again."""
    return features(text)


@cache
def _stem(word: str) -> str:
    return stem(word)


class _Reader:
    """Gathers the features while the text is walked through once."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.language = _language(text)
        self.lists = words_of(self.language)
        self.content: list[str] = []
        self.order: list[str] = []
        self.spelled: list[str] = []
        self.frame: dict[str, str] = {}
        self.numbers: set[Value] = set()
        self.dates: set[Value] = set()
        self.names: set[str] = set()
        self.polar: set[str] = set()
        self.kin: set[str] = set()
        self.then: set[str] = set()
        self.now: set[str] = set()
        self.bigrams: set[str] = set()
        self.negated_at = -1
        self.negated = self.past = self.single = self.open = self.liked = self.disliked = False
        self.cues = 0

    def read(self) -> Features:
        """Walk through the text."""
        plain = re.sub(r"(?<=\d),(?=\d{3}\b)", "", self.text)
        if self.language != "zh":
            plain = spelled_out(plain)
        shouted = plain.upper() == plain
        tokens = [(match.group(), match.start()) for match in _TOKEN.finditer(plain)]
        denials = frozenset(negating(plain, tokens))
        titles = tuple(_HAN_TITLE.finditer(plain))
        for place, (token, start) in enumerate(tokens):
            word = token.casefold().replace("ё", "е")
            if "\u3400" <= token[0] <= "\u9fff":
                self._han(word, denies=not any(title.start() < start < title.end() for title in titles))
            elif token[0].isdigit():
                self._digits(word)
            else:
                inside = place > 0 and not shouted and token[0].isupper() and not re.search(r"[.!?:\"“«]\s*$", plain[:start][-3:])
                following = tokens[place + 1][0].casefold() if place + 1 < len(tokens) else ""
                self._word(word, inside, following, denies=place in denials)
        return self._finished()

    def _word(self, word: str, capital: bool, following: str, *, denies: bool) -> None:
        lists = _lists_of(word, self.lists)
        base = _stem(word)
        here = len(self.content)
        self.past |= word in lists.past or (word == "used" and following == "to")
        self.open |= word in lists.open
        if word in _BE_NOW:
            self.now.add(_BE_NOW[word])
        elif word in _BE_THEN:
            self.then.add(_BE_THEN[word])
        elif word.startswith("был") and len(word) <= 4:
            self.then.add("быть")
        elif word.endswith("ed") and len(word) > 4:
            self.then.add(base)
        elif word.isascii() and not word.endswith("ing"):
            self.now.add(base)
        elif len(word) > 3 and word.endswith(("л", "ла", "ло", "ли", "лся", "лась", "лись")):
            self.now.add("прошлое")
        if word in lists.kin:
            self.kin.add(base)
        if denies:
            self.negated = True
            self.negated_at = here
            self._all(base, word)
            return
        number = lists.numbers.get(word)
        date = lists.dates.get(word) or ("m3" if capital and word == "march" else "m5" if capital and word == "may" else None)
        if word in lists.single:
            self.single = True
            self.cues = self.cues or here + (word not in lists.stop)
        if number is not None and number != "1":
            value = ("ordinal", number[1:]) if number[0] == "o" else ("plain", number)
            self._value("#" + number, word, value, self.numbers, "#n")
        elif date is not None:
            self._value(date, word, (_KINDS[date[0]], date), self.dates, "#d")
        elif number == "1" or (word in lists.stop and not (capital and len(word) > 3)):
            self._all(base, word)
        else:
            self._all(base, word)
            self.content.append(base)
            if word in lists.like or word in lists.dislike:
                self.liked |= word in lists.like
                self.disliked |= word in lists.dislike
                self.polar.add(base)
                self.frame[base] = "#pol"
            elif capital:
                self.names.add(base)
                self.frame[base] = "#N"
            elif base in lists.opposite_class:
                self.frame[base] = "#" + lists.opposite_class[base]

    def _digits(self, word: str) -> None:
        ordinal = _ORDINAL.match(word)
        if ordinal:
            value = ("ordinal", ordinal.group(1))
        elif _CLOCK.fullmatch(word):
            value = ("clock", word)
        elif _YEAR.fullmatch(word):
            value = ("year", word)
        else:
            value = ("plain", word.replace(",", "."))
        self._value("#" + ("o" if ordinal else "") + value[1], word, value, self.numbers, "#n")

    def _value(self, token: str, word: str, value: Value, into: set[Value], frame: str) -> None:
        self._all(token, word)
        self.content.append(token)
        self.frame[token] = frame
        into.add(value)

    def _all(self, token: str, word: str) -> None:
        self.order.append(token)
        self.spelled.append(word)

    def _han(self, run: str, *, denies: bool) -> None:
        lists = words_of("zh")
        self.bigrams.update(run[place : place + 2] for place in range(len(run) - 1))
        if len(run) == 1:
            self.bigrams.add(run)
        self.past |= any(word in run for word in lists.past)
        self.open |= any(word in run for word in lists.open)
        self.kin.update(word for word in lists.kin if word in run)
        self.liked |= any(word in run for word in lists.like)
        self.disliked |= any(word in run for word in lists.dislike)
        judged = _A_NOT_A.sub(r"\1", _looks_negated().sub("", run)).rstrip("吗呢啊吧呀嘛").removesuffix("不").removesuffix("没")
        self.negated |= denies and any(word in judged for word in lists.negation)
        for match in _lifted().finditer(_intensifiers().sub("", run)):
            self._han_token(match.group(), lists)

    def _han_token(self, token: str, lists: Lists) -> None:
        if token in lists.dates:
            date = lists.dates[token]
            self._value(date, token, (_KINDS[date[0]], date), self.dates, "#d")
            return
        if _HAN_NUMBER.fullmatch(token) and token not in ("一", "百", "千", "万"):
            number = han_number(token)
            self._value("#" + number, token, ("plain", number), self.numbers, "#n")
            return
        if token in lists.single:
            self.single = True
            self.cues = self.cues or len(self.content) + len(token)
        polar = token in lists.like or token in lists.dislike
        opposite = token in lists.opposite_class and len(token) > 1
        for part in [token] if polar or opposite else token:
            self._all(part, part)
            if part in lists.stop or part in lists.negation or part == "一":
                continue
            if part in self.content:
                self.content.append(f"{part}{self.content.count(part) + 1}")
                continue
            self.content.append(part)
            if polar:
                self.polar.add(part)
                self.frame[part] = "#pol"
            elif part in lists.opposite_class:
                self.frame[part] = "#" + lists.opposite_class[part]

    def _finished(self) -> Features:
        content = tuple(self.content)
        K = frozenset(content)  # noqa: N806
        framed = (
            frozenset(self.frame.get(word, word) for word in K) if len(content) <= FRAME_AT_MOST or self.bigrams else frozenset()
        )
        short = len(self.order) <= SHORT_PAST and not self.bigrams
        window = frozenset(content[self.negated_at : self.negated_at + 2]) if self.negated_at >= 0 else frozenset[str]()
        return Features(
            key=" ".join(self.spelled) if self.order else self.text.casefold().strip(),
            language=self.language,
            content=content,
            K=K,
            T=frozenset(word for word in self.order if not _is_han(word)) | self.bigrams,
            KF=framed if framed != K else frozenset(),
            order=tuple(self.order),
            spelled=tuple(self.spelled),
            numbers=frozenset(self.numbers),
            dates=frozenset(self.dates),
            names=frozenset(self.names),
            polar=frozenset(self.polar),
            kin=frozenset(self.kin),
            window=window,
            then=frozenset(self.then) if short else frozenset(),
            now=frozenset(self.now) if short else frozenset(),
            negated=self.negated,
            past=self.past,
            single=self.single,
            open=self.open,
            cues=self.cues,
            sign=self.liked - self.disliked,
        )


def han_number(digits: str) -> str:
    """Return the value of a Chinese number; digits without a unit are read one after another."""
    if not set(digits) & set("十百千万"):
        return "".join(str(lists_zh.NUMBERS[digit]) for digit in digits)
    total = section = last = 0
    for digit in digits:
        value = lists_zh.NUMBERS[digit]
        if value == 10000:
            total, section, last = (total + section + last or 1) * value, 0, 0
        elif value >= 10:
            section, last = section + (last or 1) * value, 0
        else:
            last = value
    return str(total + section + last)


def _lists_of(word: str, own: Lists) -> Lists:
    if word.isascii():
        return words_of("en")
    return words_of("ru") if "\u0400" <= word[0] <= "\u052f" else own


def _language(text: str) -> str:
    han = sum("\u3400" <= char <= "\u9fff" for char in text)
    cyrillic = sum("\u0400" <= char <= "\u052f" for char in text)
    latin = sum(char.isascii() and char.isalpha() for char in text)
    if han and han * 3 >= max(cyrillic, latin):
        return "zh"
    return "ru" if cyrillic > latin else "en"


def _is_han(word: str) -> bool:
    return "\u3400" <= word[0] <= "\u9fff"


def _longest_first(words: Iterable[str]) -> str:
    return "|".join(sorted((re.escape(word) for word in words), key=len, reverse=True))


@cache
def _looks_negated() -> re.Pattern[str]:
    return re.compile(_longest_first(lists_zh.LOOKS_NEGATED.split()))


@cache
def _intensifiers() -> re.Pattern[str]:
    return re.compile(_longest_first(lists_zh.INTENSIFIERS.split()))


@cache
def _lifted() -> re.Pattern[str]:
    """Match what stays whole, or one character."""
    lists = words_of("zh")
    opposites = (word for word in lists.opposite_class if len(word) > 1)
    names = (word for word in lists_zh.LOOKS_NEGATED.split() if _HAN_NUMBER.search(word))
    whole = {*lists.dates, *opposites, *names, *lists.single, *lists.like, *lists.dislike}
    return re.compile(f"{_longest_first(whole)}|{_HAN_NUMBER.pattern}|.")
