"""Telling a key that is pressed again from one that is held: a terminal sends the same bytes for both.

A held key comes again after some 250 to 1,000 ms and then every 30 to 90 ms. So a key that comes right after itself is a repeat;
one that comes somewhat later may be the first repeat, and counts once nothing has followed it for a moment. What tells is when the
terminal sent it, not when its turn came.
"""

from typing import Literal

REPEAT = 0.11
"""Seconds within which a key that comes after itself is repeated by the keyboard, and for which a doubtful one waits."""
DOUBT = 2.0
"""Seconds after which it was certainly pressed anew; no keyboard waits that long before it repeats."""

Press = Literal["now", "soon", "held"]


class Presses:
    """Watches keys as they come."""

    def __init__(self) -> None:
        self._key = ""
        self._at = 0.0

    def press(self, key: str, at: float) -> Press:
        """Take in a key: it counts `now`, or `soon` unless it comes again within `REPEAT` seconds, or it is `held`.

        Args:
            key: What was pressed.
            at: When, in seconds from any beginning on.
        """
        same, passed = key == self._key, at - self._at
        self._key, self._at = key, at
        if not same or passed >= DOUBT:
            return "now"
        return "held" if passed < REPEAT else "soon"

    def other(self) -> None:
        """Take in any other key; what comes after it was pressed anew."""
        self._key = ""
