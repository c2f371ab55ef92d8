"""From change to change, on either clock."""

from inspector.ledger.rows import Ledger
from store.clock import Instant

Instants = tuple[Instant, Instant]
"""An instant of valid time and one of system time."""


def next_change(ledger: Ledger, at: Instants, forward: bool) -> Instants | None:
    """Return where the next change lies, on whichever clock it comes first; `None` when there is none further on.

    Step by step this tells the history again in the order of the calendar.

    A change of valid time is a boundary of what was held at the known instant; a change of system time is a learning.

    Args:
        ledger: The rows.
        at: The valid and the known instant, in microseconds UTC.
        forward: To later changes, or to earlier ones.
    """
    valid_at, known_at = at
    index = ledger.in_force(known_at)
    boundaries = ledger.row(index).boundaries() if index >= 0 else []
    candidates: list[tuple[int, Instants]] = []
    boundary = _beyond(boundaries, valid_at, forward)
    if boundary is not None:
        candidates.append((boundary, (boundary, known_at)))
    learning = _beyond(ledger.learnings, known_at, forward)
    if learning is not None:
        candidates.append((learning, (valid_at, learning)))
    if not candidates:
        return None
    return (min if forward else max)(candidates)[1]


def other_learning(ledger: Ledger, known_at: Instant, forward: bool) -> Instant | None:
    """Return the instant of the next learning after, or of the one before that in force at the known instant."""
    index = ledger.in_force(known_at) + (1 if forward else -1)
    return ledger.learnings[index] if 0 <= index < len(ledger) else None


def _beyond(instants: list[Instant] | tuple[Instant, ...], at: Instant, forward: bool) -> Instant | None:
    if forward:
        return min((instant for instant in instants if instant > at), default=None)
    return max((instant for instant in instants if instant < at), default=None)
