"""Copying: by the desktop's clipboard and by the terminal's own, and saying which of them is known to have worked."""

from collections.abc import Callable
from dataclasses import dataclass

LIMIT = 75 * 1024
Put = Callable[[str], None]


@dataclass(frozen=True)
class Copied:
    """What became of a copy, as one sentence."""

    sentence: str
    worked: bool


def copy(text: str, osc52: Put, desktop: Put | None = None) -> Copied:
    """Copy harmless text by both ways.

    Args:
        text: What has come through the door already; at most 75 KB in UTF-8, as terminals cut or drop more.
        osc52: Hands the text to the terminal, which gives no answer.
        desktop: Hands the text to the desktop or raises; `None` is pyperclip.
    """
    size = len(text.encode("utf-8", "replace"))
    if size > LIMIT:
        return Copied(f"Not copied: {size // 1024} KB are more than a terminal takes ({LIMIT // 1024} KB).", worked=False)
    try:
        (desktop or _pyperclip)(text)
    except Exception:  # pyperclip raises its own errors, those of subprocesses and those of missing displays
        osc52(text)
        return Copied("Handed to the terminal to copy; whether it did, it does not say.", worked=True)
    osc52(text)
    return Copied("Copied to the clipboard.", worked=True)


def _pyperclip(text: str) -> None:
    import pyperclip

    pyperclip.copy(text)
