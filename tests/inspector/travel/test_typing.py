"""U3: what is typed in the past, however fast it comes."""

from pathlib import Path

from inspector.panes.filter import FilterInput
from tests.inspector.travel.test_travel import travelling


async def test_what_comes_with_a_slash_goes_into_the_filter(life: Path) -> None:
    """/ and words in one read, with a backspace among them, and enter leaves it."""
    async with travelling(life) as (driven, screen):
        for key in ("/", *"bra", "backspace", *"aga"):
            driven._send(key)
        await driven.settle()
        field = driven.app.focused
        assert isinstance(field, FilterInput)
        assert field.value == "braga"
        for key in ("enter", "j"):
            driven._send(key)
        await driven.settle()
        assert field.value == "braga"
        assert driven.app.focused is screen.facts
