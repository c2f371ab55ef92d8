"""Pastes as a whole: what a paste holds is text, and never a key.

Textual 8.2.8 leaves a bracketed paste at the first escape character in it and takes what follows for keys, so that a pasted
terminal log would write, confirm and quit. Here the escapes of a paste are replaced before its parser sees them.
"""

from collections.abc import Iterable

from textual._xterm_parser import XTermParser
from textual.message import Message

ESCAPE = "\x1b"
START, END = "\x1b[200~", "\x1b[201~"
PICTURE = "\u241b"


class Pastes:
    """Finds pastes in what a terminal sends, piece by piece."""

    def __init__(self) -> None:
        self._inside = False
        self._before = ""
        self._held = ""

    def tamed(self, data: str) -> str:
        """Return a piece of input in which no paste holds an escape.

        What may be the beginning of a paste's end waits for the next piece. The last end in a piece counts, as nobody types
        between two pieces of one.
        """
        data, self._held = self._held + data, ""
        if not self._inside:
            start = (self._before + data).find(START)
            if start < 0:
                self._before = (self._before + data)[-len(START) + 1 :]
                return data
            begins = start + len(START) - len(self._before)
            self._inside, self._before = True, ""
            return data[:begins] + self.tamed(data[begins:])
        end = data.rfind(END)
        if end < 0:
            self._held = next((END[:length] for length in range(len(END) - 1, 0, -1) if data.endswith(END[:length])), "")
            return data[: len(data) - len(self._held)].replace(ESCAPE, PICTURE)
        self._inside = False
        return data[:end].replace(ESCAPE, PICTURE) + END + self.tamed(data[end + len(END) :])


def install() -> None:
    """Let every driver's parser see tamed pastes; calling it again changes nothing."""
    if getattr(XTermParser.feed, "tames", False):
        return
    feed_as_it_comes = XTermParser.feed

    def feed(parser: XTermParser, data: str) -> Iterable[Message]:
        pastes: Pastes = parser.__dict__.setdefault("_pastes", Pastes())
        tamed = pastes.tamed(data)
        return feed_as_it_comes(parser, tamed) if tamed or not data else ()

    feed.tames = True  # type: ignore[attr-defined]
    XTermParser.feed = feed  # type: ignore[method-assign, assignment]
