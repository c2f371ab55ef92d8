"""Merge, conflict or nothing: what two short facts of one owner and subject are to each other. No model has a part in it.

The steps are numbered as `Verdict.rule` names them; the first that applies decides.

| step | looks at | verdict |
|---|---|---|
| 0 | not alike enough to be compared | nothing |
| 1 | same text after normalising | merge |
| 2 | both like or dislike, and the signs differ | conflict |
| 3 | one negated or past, the other not | conflict, or nothing if both negate different things |
| 4 | other numbers, dates, names | conflict, or nothing for names in a frame of many values |
| 5 | opposites | conflict |
| 6 | another value in a frame of one | conflict |
| 7 | exclusive kinds; a relative on one side | nothing |
| 8 | too little shared, or words of both left over | nothing |
| 9 | too much more on one side, or too short to tell | nothing |
| 10 | the same words in other roles | nothing |
| 11 | everything else | merge |

Thresholds were chosen on SICK, MRPC, LCQMC and Koziev pairs; `python -m tests.pairs` measures them.
"""

from dataclasses import dataclass
from enum import StrEnum

from store.likeness import roles
from store.likeness.features import Features
from store.likeness.lists import words_of

ALIKE = 0.6
ALIKE_HAN = 0.68
NAMES_REST = 0.75
LEFT_OVER_LONG = 0.45
LEFT_OVER_HAN = 0.35
LONG_FROM = 9
EXTRA = 0.35
SHORT, SHORT_HAN = 2, 7
KIN_AT_MOST = 8
SAME_PREFIX, SAME_PREFIX_SHARE = 4, 0.7
VALUE_HAN = 4
"""Characters of the longest Chinese value that may be exchanged within a frame of one."""


class Kind(StrEnum):
    MERGE = "merge"
    CONFLICT = "conflict"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What two facts are to each other.

    Attributes:
        kind: Merge, conflict or nothing.
        rule: The number of the step that decided.
        reasons: What it looked at: a word for the matter, then the words of the first fact and of the second.
    """

    kind: Kind
    rule: int
    reasons: tuple[str, ...] = ()


_APART = Verdict(Kind.NOTHING, 0)


def jaccard(left: frozenset[str], right: frozenset[str]) -> float:
    """Return the share of common members; 0 when both are empty."""
    common = len(left & right)
    return common / (len(left) + len(right) - common) if common else 0.0


def slot_keys(fact: Features) -> frozenset[tuple[str, ...]]:
    """Return the content of a fact with a single-valued cue, with one value taken out in every way there is.

    Two facts that share a key are one value apart. A Chinese value is up to four neighbouring characters after the cue.
    """
    if not fact.single or not 2 <= len(fact.content) <= 12:
        return frozenset()
    if fact.language == "zh":
        words = fact.content
        return frozenset(
            ("zh", *words[:start], "_", *words[start + length :])
            for start in range(max(fact.cues, 1), len(words))
            for length in range(1, min(VALUE_HAN, len(words) - start) + 1)
        )
    return frozenset(tuple(sorted(fact.K - {word})) for word in fact.K)


def alike(a: Features, b: Features) -> tuple[bool, bool]:
    """Tell whether two facts may be compared at all, and whether they may be merged."""
    close = jaccard(a.K, b.K) >= ALIKE or jaccard(a.T, b.T) >= ALIKE
    if close:
        return True, True
    if a.KF and b.KF and jaccard(a.KF, b.KF) >= ALIKE:
        return True, False
    return bool(a.single and b.single and not slot_keys(a).isdisjoint(slot_keys(b))), False


def compare(a: Features, b: Features) -> Verdict:
    """Decide what two facts of one owner and subject are to each other."""
    if a.key == b.key:
        return Verdict(Kind.MERGE, 1)
    comparable, close = alike(a, b)
    return _decide(a, b, close) if comparable else _APART


def clash(a: Features, b: Features) -> Verdict | None:
    """Return the conflict of negation, past, number, date or name between two facts, however little else they share."""
    return _signs(a, b) or _values(a, b)


def _decide(a: Features, b: Features, close: bool) -> Verdict:
    found = _signs(a, b) or _values(a, b)
    if found:
        return found
    only_a, only_b = a.K - b.K, b.K - a.K
    if a.polar and b.polar:
        only_a, only_b = only_a - a.polar, only_b - b.polar
    found = _opposites(a, b) or _one_value(a, b, only_a, only_b) or _both_true(a, b, only_a, only_b)
    if found:
        return found
    if not close or (a.language == "zh" and jaccard(a.K, b.K) < ALIKE_HAN):
        return Verdict(Kind.NOTHING, 8)
    return _left_over(a, b, only_a, only_b) or _roles(a, b) or Verdict(Kind.MERGE, 11)


def _conflict(rule: int, what: str, *words: str) -> Verdict:
    return Verdict(Kind.CONFLICT, rule, (what, *words))


def _nothing(rule: int, what: str, *words: str) -> Verdict:
    return Verdict(Kind.NOTHING, rule, (what, *words))


def _joined(words: frozenset[str], fact: Features) -> str:
    """Return words as one text, in the order in which they stand in the fact."""
    order = [word for word in dict.fromkeys((*fact.content, *fact.order)) if word in words]
    rest = sorted(words.difference(order))
    return ("" if fact.language == "zh" else " ").join((*order, *rest))


def _signs(a: Features, b: Features) -> Verdict | None:
    if a.sign and b.sign:
        if a.sign * (-1 if a.negated else 1) != b.sign * (-1 if b.negated else 1):
            return _conflict(2, "likes", _joined(a.polar, a), _joined(b.polar, b))
    elif a.negated != b.negated:
        return _conflict(3, "negation")
    if a.past != b.past or _then_and_now(a, b) or _then_and_now(b, a):
        return _conflict(3, "past")
    if a.language == "en" and a.negated and b.negated and a.window and b.window and a.window.isdisjoint(b.window):
        return _nothing(3, "negation", _joined(a.window, a), _joined(b.window, b))
    return None


def _then_and_now(a: Features, b: Features) -> bool:
    if not a.then or not b.now:
        return False
    if a.language == "ru":
        return "быть" in a.then and "быть" not in b.then and "прошлое" not in b.now
    return not a.then.isdisjoint(b.now - b.then)


def _values(a: Features, b: Features) -> Verdict | None:
    for what, left, right in (("number", a.numbers, b.numbers), ("date", a.dates, b.dates)):
        if left and right and left != right:
            mine, theirs = left - right, right - left
            for kind, value in sorted(mine):
                others = sorted(other for same, other in theirs if same == kind)
                if others:
                    return _conflict(4, what, value, others[0])
    if a.names and b.names and a.names != b.names:
        mine_names, their_names = a.names - b.K, b.names - a.K
        if mine_names and their_names and jaccard(a.K - mine_names, b.K - their_names) >= NAMES_REST:
            told = ("name", _joined(mine_names, a), _joined(their_names, b))
            many = (a.open or b.open) and not (a.single and b.single)
            return _nothing(4, *told) if many else _conflict(4, *told)
    return None


def _pair_in(pairs: frozenset[tuple[str, str]], left: frozenset[str], right: frozenset[str]) -> tuple[str, str] | None:
    for word in left:
        for other in right:
            if (word, other) in pairs:
                return word, other
    return None


def _opposites(a: Features, b: Features) -> Verdict | None:
    lists = words_of(a.language)
    every_a, every_b = (a.K, b.K) if a.language == "zh" else (frozenset(a.order), frozenset(b.order))
    left, right = every_a - every_b, every_b - every_a
    if a.polar and b.polar:
        left, right = left - a.polar, right - b.polar
    found = _pair_in(lists.opposites, left, right) if left and right else None
    return _conflict(5, "opposite", *found) if found else None


def _one_value(a: Features, b: Features, only_a: frozenset[str], only_b: frozenset[str]) -> Verdict | None:
    if not (a.single and b.single) or not only_a or not only_b:
        return None
    if a.language == "zh":
        apart = not slot_keys(a).isdisjoint(slot_keys(b))
        return _conflict(6, "value", _joined(only_a, a), _joined(only_b, b)) if apart else None
    if len(only_a) != 1 or len(only_b) != 1 or only_a != a.T - b.T or only_b != b.T - a.T:
        return None
    (mine,), (theirs,) = only_a, only_b
    if a.content.index(mine) + 1 < a.cues or b.content.index(theirs) + 1 < b.cues:
        return None
    return _conflict(6, "value", mine, theirs)


def _both_true(a: Features, b: Features, only_a: frozenset[str], only_b: frozenset[str]) -> Verdict | None:
    if only_a and only_b:
        found = _pair_in(words_of(a.language).exclusive, only_a, only_b)
        if found:
            return _nothing(7, "kind", *found)
    if (bool(a.kin) != bool(b.kin)) and max(len(a.content), len(b.content)) <= KIN_AT_MOST:
        return _nothing(7, "relative", _joined(a.kin or b.kin, a if a.kin else b))
    return None


def _left_over(a: Features, b: Features, only_a: frozenset[str], only_b: frozenset[str]) -> Verdict | None:
    shorter, longer = sorted((len(a.K), len(b.K)))
    han = a.language == "zh"
    if only_a and only_b:
        only_a, only_b = _paired_off(only_a, only_b)
    if only_a and only_b:
        if han and roles.one_in_place(a, b):
            return _nothing(8, "words", _joined(only_a, a), _joined(only_b, b))
        share = max(len(only_a), len(only_b)) / shorter
        if share > (LEFT_OVER_HAN if han else LEFT_OVER_LONG) or (not han and shorter < LONG_FROM):
            return _nothing(8, "words", _joined(only_a, a), _joined(only_b, b))
    elif (only_a or only_b) and (len(only_a or only_b) > EXTRA * longer or longer <= (SHORT_HAN if han else SHORT)):
        return _nothing(9, "words", _joined(only_a, a), _joined(only_b, b))
    return None


def _paired_off(left: frozenset[str], right: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    rest_left, rest_right = set(left), set(right)
    for word in sorted(left):
        for other in sorted(rest_right):
            need = max(SAME_PREFIX, SAME_PREFIX_SHARE * max(len(word), len(other)))
            if word[0] == other[0] and word[0] != "#" and roles.common_prefix(word, other) >= need:
                rest_left.discard(word)
                rest_right.discard(other)
                break
    return frozenset(rest_left), frozenset(rest_right)


def _roles(a: Features, b: Features) -> Verdict | None:
    if a.language != b.language:
        return None
    other = {"en": roles.exchanged, "ru": roles.other_endings, "zh": roles.turned_round}[a.language](a, b)
    return _nothing(10, "roles") if other else None
