"""Whether two facts of the same words give them other roles."""

from store.likeness.features import Features

ORDER_AT_MOST = 8
NEIGHBOURS_FROM = 3
NEIGHBOURS_SHARED = 0.5
_TURNED_AT_MOST = 14


def common_prefix(word: str, other: str) -> int:
    """Return how many letters two words begin with alike."""
    length = 0
    for left, right in zip(word, other, strict=False):
        if left != right:
            break
        length += 1
    return length


def exchanged(a: Features, b: Features) -> bool:
    """English: exactly two words with others between change places ("Anna owes Boris"), or most neighbours are others."""
    if max(len(a.content), len(b.content)) > ORDER_AT_MOST or ("by" in a.order) != ("by" in b.order):
        return False
    if len(a.content) == len(b.content):
        moved = [place for place, (left, right) in enumerate(zip(a.content, b.content, strict=True)) if left != right]
        if len(moved) == 2:
            first, second = moved
            if second > first + 1 and a.content[first] == b.content[second] and a.content[second] == b.content[first]:
                return True
    if min(len(a.content), len(b.content)) < NEIGHBOURS_FROM:
        return False
    left, right = _neighbours(a), _neighbours(b)
    return len(left & right) < NEIGHBOURS_SHARED * min(len(left), len(right))


def _neighbours(a: Features) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in zip(a.content, a.content[1:], strict=False)}


def other_endings(a: Features, b: Features) -> bool:
    """Russian: the order differs, and two or more of the shared words carry other endings."""
    shared_a, shared_b = [word for word in a.order if word in b.K], [word for word in b.order if word in a.K]
    if shared_a == shared_b:
        return False
    spelled_a = {stem: word for stem, word in zip(a.order, a.spelled, strict=True) if stem in a.K}
    spelled_b = {stem: word for stem, word in zip(b.order, b.spelled, strict=True) if stem in b.K}
    return sum(spelled_a[stem] != spelled_b[stem] for stem in spelled_a.keys() & spelled_b.keys()) >= 2


def turned_round(a: Features, b: Features) -> bool:
    """Chinese: X V Y against Y V X, whatever both begin and end with."""
    left, right = a.order, b.order
    if left == right or len(left) != len(right):
        return False
    start = next(place for place, (one, other) in enumerate(zip(left, right, strict=True)) if one != other)
    end = next(place for place, (one, other) in enumerate(zip(left[::-1], right[::-1], strict=True)) if one != other)
    left, right = left[start : len(left) - end], right[start : len(right) - end]
    size = len(left)
    if not NEIGHBOURS_FROM <= size <= _TURNED_AT_MOST or sorted(left) != sorted(right):
        return False
    return any(
        right == left[last:] + left[first:last] + left[:first] for first in range(1, size - 1) for last in range(first + 1, size)
    )


def one_in_place(a: Features, b: Features) -> bool:
    """Chinese: one character is another, and all the rest stands where it stood."""
    left, right = a.content, b.content
    return len(left) == len(right) and sum(one != other for one, other in zip(left, right, strict=True)) == 1
