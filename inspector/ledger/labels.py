"""What a bar is called: the words in which the versions of a slot differ."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.cells import cell_len, split_graphemes

from inspector.door import cut, plain

SHORT = 8  # cells up to which a text is written whole, unit and all
LONGEST = 20  # words that are compared at either end
LEAST = 3  # cells from which a label is cut with …; below that its first letter
# Chinese and Japanese write without spaces: there each character is a word of its own.
_WORDS = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]|[^\s\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)


@dataclass(frozen=True)
class Label:
    """A name for a bar.

    Args:
        text: What is written when there is room.
        core: What is cut when there is not: the words that tell this version from the others.
    """

    text: str
    core: str


def labels(texts: Sequence[str]) -> list[Label]:
    """Return a label for each version of a slot, in order.

    The words at both ends that at least half of the other versions share are left out. Where for most of them more
    than half of the text would be left, or all are short, the texts are written whole; all versions of a slot alike.
    """
    shown = [" ".join(plain(text).split()) for text in texts]
    words = {text: _words(text) for text in shown}
    heads, tails = _Shared(words.values()), _Shared(each[::-1] for each in words.values())
    cores = {text: _core(text, words[text], heads, tails) for text in words}
    short = all(cell_len(text) <= SHORT for text in words)
    whole = short or 2 * sum(2 * cell_len(core) > cell_len(text) for text, core in cores.items()) > len(words)
    return [Label(text if whole else cores[text], cores[text]) for text in shown]


class _Shared:
    """How many of some sequences of words begin with each beginning there is."""

    def __init__(self, sequences: Iterable[list[str]]) -> None:
        self.total = 0
        self.beginnings: Counter[tuple[str, ...]] = Counter()
        for words in sequences:
            self.total += 1
            self.beginnings.update(tuple(words[:length]) for length in range(1, min(len(words), LONGEST) + 1))

    def length(self, words: list[str], least_letters: int = 1) -> int:
        """Return how many words in front at least half of the other sequences have too."""
        for length in range(min(len(words), LONGEST), 0, -1):
            others = self.beginnings[tuple(words[:length])] - 1
            if others > 0 and others * 2 >= self.total - 1 and len("".join(words[:length])) >= least_letters:
                return length
        return 0


def _core(text: str, words: list[str], heads: _Shared, tails: _Shared) -> str:
    """Return the words of a text that tell it from the others, from the first to the last."""
    first = heads.length(words)
    last = len(words) - tails.length(words[first:][::-1], least_letters=2)
    if heads.total < 2 or first >= last:
        return text
    places = [match.span() for match in _WORDS.finditer(text)]
    return text[places[first][0] : places[last - 1][1]].strip(",.;:!?，。；：！？") or text


def _words(text: str) -> list[str]:
    return [word.casefold().strip(",.;:!?") for word in _WORDS.findall(text)]


def fitted(label: Label, cells: int) -> tuple[str, int]:
    """Return what is written of a label into so many cells, and how many cells stay free before it (0 or 1)."""
    for text in (label.text, label.core):
        length = cell_len(text)
        if length + 2 <= cells:
            return text, 1
        if length <= cells:
            return text, 0
    if cells >= LEAST:
        return cut(label.core, cells), 0
    spans, _ = split_graphemes(label.core)
    if cells >= 1 and spans and spans[0][2] <= cells:
        return label.core[: spans[0][1]], 0
    return "", 0
