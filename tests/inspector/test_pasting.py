"""A paste is text, whatever it holds: none of it is a key."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from textual import events
from textual._xterm_parser import XTermParser
from textual.message import Message

from inspector import pasting

pasting.install()


def fed(*pieces: str) -> list[Message]:
    parser = XTermParser()
    return [event for piece in pieces for event in parser.feed(piece)]


@pytest.mark.parametrize(
    "pasted", ["small \x1b[31mred\x1b[0m\ncp q\nx", "\x1b", "\x1b\x1b[A", "\x1b[200~twice", "\x1b[201~cpq", "a\x1b[", "plain"]
)
def test_a_paste_gives_no_key(pasted: str) -> None:
    """Not even one that holds the end of a paste."""
    [event] = fed(f"\x1b[200~{pasted}\x1b[201~")
    assert isinstance(event, events.Paste)
    assert event.text == pasted.replace("\x1b", "␛")


@given(st.text("\x1b[201~ab\n", max_size=30), st.lists(st.integers(0, 45), max_size=6))
def test_it_does_not_matter_where_the_pieces_end(pasted: str, cuts: list[int]) -> None:
    """However a terminal cuts what it sends, nothing but the paste comes of it, where no end stands within."""
    pasted = pasted.replace("\x1b[201~", "")
    whole = f"\x1b[200~{pasted}\x1b[201~"
    ends = sorted(min(cut, len(whole)) for cut in cuts)
    pieces = [whole[start:stop] for start, stop in zip([0, *ends], [*ends, len(whole)], strict=True)]
    parser, pastes = XTermParser(), pasting.Pastes()
    tamed = "".join(pastes.tamed(piece) for piece in pieces)
    assert tamed == f"\x1b[200~{pasted.replace(chr(27), '␛')}\x1b[201~"
    assert not any(isinstance(event, events.Key) for event in parser.feed(tamed))


def test_keys_before_and_after_are_keys() -> None:
    """And a lone esc is not kept waiting."""
    found = fed("j\x1b[200~x\x1b[201~", "k", "\x1b[A")
    assert [event.key if isinstance(event, events.Key) else type(event).__name__ for event in found] == ["j", "Paste", "k", "up"]
    assert pasting.Pastes().tamed("\x1b") == "\x1b"
