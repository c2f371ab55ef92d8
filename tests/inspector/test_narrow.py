"""What is said is said whole, at the sizes people have."""

import pytest

from inspector.actions import FOOTERS
from tests.inspector.driving import NARROW, opened


@pytest.mark.parametrize("size", [(60, 16), (64, 20), NARROW])
async def test_a_footer_ends_with_a_whole_entry(size: tuple[int, int]) -> None:
    """No half of a key's word; what has no room is left out."""
    async with opened(size) as driven:
        shown = driven.screen_text.splitlines()[-1].strip()
        said = [f"{entry.keys} {entry.label}" for entry in FOOTERS["facts"]]
        assert shown.split("  ") == [one for one in said if one in shown]


@pytest.mark.parametrize("size", [(60, 24), NARROW])
async def test_what_an_answer_means_is_not_cut(size: tuple[int, int]) -> None:
    """Explanations go on in the next line."""
    async with opened(size) as driven:
        await driven.press("i")
        said = " ".join(driven.screen_text.replace("│", " ").replace("▌", " ").split())
        assert "It was true, and is no longer. The past stays as it is." in said
        assert "Wrong from the start. What it had replaced holds again." in said


async def test_the_filter_stays_where_it_is_when_nothing_matches() -> None:
    async with opened(NARROW) as driven:
        await driven.press("/")
        await driven.write("P")

        def line() -> int:
            return next(at for at, row in enumerate(driven.screen_text.splitlines()) if row.startswith("│ / P"))

        before = line()
        await driven.write("zzz")
        assert "Nothing matches" in driven.screen_text
        assert line() == before
