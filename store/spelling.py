"""When two texts are the same to a reader: they have the same spelling, however they were typed, pasted or marked up.

| folded | one are |
|---|---|
| case, width and other compatible forms (NFKC), accents, ё | CAFÉ, ｃａｆｅ, cafe |
| what a reader adds himself: tatweel, harakat, niqqud | العـربية, العربية |
| what shows nothing: zero width, joiners, soft hyphens, direction marks, variation selectors, fillers, controls | Por\\u200bto, Porto |
| spaces; beside Han and kana all of them | 住在 上海, 住在上海 |
| quotes, brackets, bullets, Markdown marks, what closes and what separates | - **Likes** “tea”, and cats. / likes tea and cats |
| a hyphen, a dot, a slash or a low line between letters | ice-cream, ice cream |
| letters of another script that look alike, in words of several scripts | Porto with a Cyrillic о, Porto |
| an emoji, a face or the number of a list that was added at an edge: see `Spelling.bare` | 1. Likes tea 🙂, Likes tea |

| kept | apart stay |
|---|---|
| digits, and what joins them | 3.5, 35; 1,000, 1000; 12:30, 1230 |
| signs of mathematics, currencies, % & @ °; # at a number or after a letter; + and - after a grade, - before a number | C, C++, C#; A+, A-; -5, 5; >3, <3 |
| the apostrophe within a word | we're, were |
| an emoji or a face in place of another | Loves 🐱, Loves 🐶; Feels :), Feels :( |
| words of one script | нос, HOC |

Digests of what was deleted are made of these forms: another form would let deleted text come back. It needs a kind of receipt of its
own, beside those that are there.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from store.confusable import readings
from store.words import UNSPACED, fold

_IGNORED = re.compile(  # Default_Ignorable_Code_Point of Unicode, without the tags of which some flags are made
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e001f\U000e0080-\U000e0fff]"
)
_TAGS = "\U000e0020-\U000e007f"
_LONE_TAGS = re.compile(f"(?<![\U0001f3f4{_TAGS}])[{_TAGS}]+")
_TAGS_KEPT = {tag: tag + 0x20000 for tag in range(0xE0020, 0xE0080)}
"""A flag is told by its tags, which folding drops; in the private planes they are kept."""
_BLANK = re.compile("[\u0000-\u0008\u000e-\u001b\u007f-\u0084\u0086-\u009f\u2800\ufff9-\ufffb_]")
_ADDED = re.compile("[\u0640\u064b-\u0652\u0670\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]")
_DASH = re.compile("[\u2010-\u2015\u2212]")
_APOSTROPHE = re.compile("[\u2018\u2019\u201b\u02b9\u02bc\u2032`\u00b4]")
_MARKUP = re.compile(
    r"(?m)^\s*>(?=\s)|^\s*(?:[-*+]\s+)?\[[ xX]\](?=\s)|^\s*[+](?=\s)|~~|(?<!\w)==(?=\w)|(?<=\w)==(?!\w)|\\(?=[^\w\s])"
)
_SIGN = re.compile(
    r"""(?P<face>[:;=]-?[()\[\]]|(?<!\w)[:;=]-?[dpo](?!\w))
    |(?P<kept>
      (?<=\d)[.,:'/*-](?=\d)                        # 3.5, 12:30, 6'2, 3/4
      |(?<=[^\W\d])'(?=[^\W\d])                     # we're
      |(?<![\w)])-(?=\d)                            # -5
      |(?:(?<=\b\w)|(?<=\b\w\w))-(?![\w-])          # A-, AB-
      |(?<=\w)\#|\#(?=\d)                           # C#, #1
      |[%&@\u2030]
    )
    |[^\w\s]""",
    re.VERBOSE,
)
_DROPPED = frozenset("|^~")
"""Signs by their category, but drawn around text: cells of a table, and marks."""
_EMOJI = "[\u2300-\u2bff\u3030\u303d\u3297\u3299\U0001f000-\U0001faff\U000fffff]"
_FACE = r"[:;=][()\[\]dpo]"
_AT_THE_END = re.compile(f"(?<=[^:;=])\\s*(?:{_EMOJI}|{_FACE})$")
_AT_THE_START = re.compile(f"^(?:{_EMOJI}|{_FACE})\\s*")
_NUMBER_OF_A_LIST = re.compile(r"^\s*\d{1,3}[.)]\s+(?=\S)")
_DENYING = frozenset("\u266d\u266e\u266f\u274c\u2716\u2717\u2718\u26d4\u2610\u2612\U0001f6ab\U0001f645\U0001f44e")
"""What says something else where it is added: accidentals, and what crosses out."""
EDGES = 8
"""So many emoji are taken from the edges one by one; of more, all."""
_BESIDE_SIGNS = re.compile(r"(?<=\d) (?=[%°])|(?<=[$£€¥₽₹]) (?=\d)|(?<=\d) (?=[$£€¥₽₹])")
_BESIDE_UNSPACED = re.compile(f"(?<=[{UNSPACED}]) | (?=[{UNSPACED}])")


class Spelling(NamedTuple):
    """A text as it is recognised again.

    Args:
        whole: The text. Where a word mixes scripts it may be read in either.
        bare: The text without some or all of the emoji at its edges, or the number of a list; empty where there is none.
    """

    whole: frozenset[str]
    bare: frozenset[str]

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Spelling":
        """Return the spelling of any of some texts."""
        said = [spelling(text) for text in texts]
        return cls(frozenset().union(*(one.whole for one in said)), frozenset().union(*(one.bare for one in said)))

    def same(self, other: "Spelling") -> bool:
        """Whether a reader takes one for the other: emoji at the edges of one of them make no difference, another one does."""
        return bool(self.whole & (other.whole | other.bare) or self.bare & other.whole)


def spelling(text: str) -> Spelling:
    """Return the spelling of a text."""
    seen = _APOSTROPHE.sub("'", _LONE_TAGS.sub("", _IGNORED.sub("", text)))
    seen = _IGNORED.sub("", unicodedata.normalize("NFKC", seen))
    whole = {_form(reading) for reading in readings(seen)}
    unnumbered = {_form(reading) for reading in readings(item)} if (item := _NUMBER_OF_A_LIST.sub("", seen)) != seen else set()
    bare = unnumbered | {rest for form in whole | unnumbered for rest in _without_edges(form)}
    return Spelling(frozenset(whole), frozenset(bare - whole))


def _form(text: str) -> str:
    text = _MARKUP.sub(" ", _BLANK.sub(" ", _DASH.sub("-", text)))
    text = _ADDED.sub("", fold(text.translate(_TAGS_KEPT)))
    words = " ".join(_SIGN.sub(_sign, text).split())
    return _BESIDE_SIGNS.sub("", _BESIDE_UNSPACED.sub("", words)) or " ".join(text.split())


def _sign(match: re.Match[str]) -> str:
    sign = match[0]
    if match["face"]:
        return f" {sign.replace('-', '')} "
    if match["kept"]:
        return sign
    category = unicodedata.category(sign)
    return " " if category[0] == "P" or sign in _DROPPED else sign


def _without_edges(form: str) -> Iterator[str]:
    """Yield a form without what may have been added at its edges."""
    taken = 0
    for edge in (_AT_THE_END, _AT_THE_START):
        while (found := edge.search(form)) and not _DENYING.intersection(found[0]):
            form = (form[: found.start()] + form[found.end() :]).strip()
            taken += 1
            if form and taken <= EDGES:
                yield form
    if form and taken > EDGES:
        yield form
