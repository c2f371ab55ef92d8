"""What a bar is called: the words in which the versions of a slot differ."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len, split_graphemes

from inspector.door import cut, plain

SHORT = 8  # cells up to which a text is written whole, unit and all
LEAST = 3  # cells from which a label is cut with …; below that its first letter
# Chinese and Japanese write without spaces: there each character is a word of its own.
_WORDS = re.compile(
    r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]|[^\s\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)


@dataclass(frozen=True, slots=True)
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

    The words at both ends that at least half of the other versions share are left out, unless what is left is more than
    half of the text anyway, or the text is short.
    """
    shown = [" ".join(plain(text).split()) for text in texts]
    distinct = {text: _words(text) for text in shown}
    return [_label(text, [words for other, words in distinct.items() if other != text]) for text in shown]


def _label(text: str, others: list[list[str]]) -> Label:
    words = _words(text)
    places = [match.span() for match in _WORDS.finditer(text)]
    first = _shared(words, others)
    last = len(words) - _shared(words[::-1][: len(words) - first], [other[::-1] for other in others], least_letters=2)
    if not others or first >= last:
        return Label(text, text)
    core = text[places[first][0] : places[last - 1][1]].strip(",.;:!?，。；：！？") or text
    whole = cell_len(text) <= SHORT or cell_len(core) * 2 > cell_len(text)
    return Label(text if whole else core, core)


def _words(text: str) -> list[str]:
    return [word.casefold().strip(",.;:!?") for word in _WORDS.findall(text)]


def _shared(words: list[str], others: list[list[str]], least_letters: int = 1) -> int:
    """Return how many words in front at least half of the others have too."""
    for length in range(len(words), 0, -1):
        together = sum(other[:length] == words[:length] for other in others)
        if together and together * 2 >= len(others) and len("".join(words[:length])) >= least_letters:
            return length
    return 0


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
