"""D6: what a seal covers."""

from sqlalchemy import Column, Integer, MetaData, String, Table

from store.seals import seal
from store.tables import LATER

KEY = b"k" * 32
BEFORE = Table("evidence", MetaData(), Column("id", Integer, primary_key=True), Column("quote", String))
SINCE = Table(
    "evidence",
    MetaData(),
    Column("id", Integer, primary_key=True),
    Column("direction", String, default="carries", info={LATER: True}),
    Column("quote", String),
)


def test_rows_from_before_a_column_was_added_keep_their_seals() -> None:
    """X4: no row needs to be sealed anew for it."""
    sealed = seal(KEY, BEFORE, {"id": 1, "quote": "a cat"})
    assert seal(KEY, SINCE, {"id": 1, "quote": "a cat"}) == sealed
    assert seal(KEY, SINCE, {"id": 1, "quote": "a cat", "direction": "carries"}) == sealed


def test_a_column_that_was_added_later_is_sealed_too() -> None:
    sealed = {seal(KEY, SINCE, {"id": 1, "quote": "a cat", "direction": said}) for said in ("carries", "denies", "ended", None)}
    assert len(sealed) == 4
