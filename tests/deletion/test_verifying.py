"""D2, D4: a deletion looks for what it deleted where no row is; what only seems to be left keeps no job pending, and what is left is named."""

import io
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from store import sqlite
from store.deletion import Scope
from store.imports import run_import
from store.pages import Pages
from tests.store.conftest import Keeper

LIKE_HEX = ("facade", "decade", "cafe", "deed", "bed", "ace")


def test_words_that_meet_over_the_border_of_two_columns_are_none(keeper: Keeper) -> None:
    """The words of a fact are kept twice, side by side; the kind and the origin of a fact follow its text and its slot."""
    store = keeper.on(0)
    for text in ("Jolt about fen", "Eats alone", "Likes fenjolt", "Likes aloneother", "Knows otherperson"):
        store.assert_fact(text, owner="ana")
    assert b"fenjolt" in store.path.read_bytes()
    deletion = store.deletions.delete(Scope("facts", (3, 4, 5)))
    assert (deletion.state, [step.where for step in deletion.steps]) == ("done", ["", ""])
    assert b"fenjolt" in store.path.read_bytes()


def test_words_that_stand_in_digests_are_none(keeper: Keeper) -> None:
    """So do words of three letters, and those that are a part of a word of another fact."""
    store = keeper.on(0)
    said = [f"Remembers thing {number}, decadent" for number in range(300)]
    run_import(store, "text", io.BytesIO("\n".join(said).encode()), owner="bo")
    for word in LIKE_HEX:
        store.assert_fact(f"Saw the {word}", owner="ana")
        store.assert_fact(word, owner="ana")
    deletion = store.deletions.delete(Scope("owner", name="ana"))
    assert deletion.state == "done"
    data = store.path.read_bytes()
    assert [word for word in LIKE_HEX if f"Saw the {word}".encode() in data] == []
    assert b"bed" in data


@pytest.mark.parametrize("word", ["since", "what is typed here", "store"])
def test_words_that_a_markdown_file_has_of_itself_are_none(keeper: Keeper, tmp_path: Path, word: str) -> None:
    store = keeper.on(0)
    store.set_setting("markdown.folder", str(tmp_path / "notes"))
    store.assert_fact("Has a cat", owner="ana")
    store.assert_fact(word, owner="ana")
    assert store.deletions.delete(Scope("facts", (2,))).state == "done"


def test_what_is_typed_into_a_markdown_file_goes_with_the_next_deletion(keeper: Keeper, tmp_path: Path) -> None:
    """Of whichever owner: it may be what is deleted."""
    store = keeper.on(0)
    store.set_setting("markdown.folder", str(tmp_path / "notes"))
    for owner in ("ana", "bo"):
        store.assert_fact(f"Is {owner}", owner=owner)
    store.publish()
    typed = tmp_path / "notes" / "bo.md"
    typed.write_text(f"{typed.read_text()}\nIs ana, says bo\n")
    assert store.deletions.delete(Scope("facts", (1,))).state == "done"
    assert "ana" not in typed.read_text()


def test_what_is_left_is_named_by_its_place(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    """A free page, here, that could not be cleared; once it can be, the job is done."""
    store = keeper.on(0)
    store.assert_fact("Keeps a secretzyx", owner="ana")
    with closing(sqlite3.connect(store.path)) as connection:
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("CREATE TABLE left_over (said TEXT)")
        connection.executemany("INSERT INTO left_over VALUES (?)", [(f"secretzyx {'x' * 3000}",)] * 4)
        connection.commit()
        connection.execute("DROP TABLE left_over")
        connection.commit()
    monkeypatch.setattr(sqlite, "vacuum", lambda _: None)
    step = store.deletions.delete(Scope("facts", (1,))).steps[-1]
    assert (step.mirror, step.detail) == ("store file", "text_left")
    assert step.where.startswith("free page ")
    assert step.left == len(step.where.split("; "))
    monkeypatch.undo()
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(store.path.with_name("keys")))
    assert store.deletions.retry()[0].state == "done"
    assert b"secretzyx" not in store.path.read_bytes()


@pytest.mark.parametrize(
    ("after", "place"),
    [
        ("DELETE FROM notes WHERE id = 7", "table notes"),
        ("DELETE FROM notes WHERE id = 7", "index by_said"),
        ("DROP TABLE notes", "free"),
    ],
)
def test_the_unused_bytes_of_a_file_are_told_from_its_rows(tmp_path: Path, after: str, place: str) -> None:
    """By reading the pages: what SQL shows is not among them, and what it does not is."""
    path = tmp_path / "plain.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA secure_delete = ON")
        connection.execute("CREATE TABLE notes (id INTEGER PRIMARY KEY, said TEXT)")
        connection.execute("CREATE INDEX by_said ON notes (said)")
        rows = [(number, f"row{number:04} {'y' * 40}") for number in range(400)]
        connection.execute("BEGIN")
        connection.executemany("INSERT INTO notes VALUES (?, ?)", [*rows, (1000, "long " * 5000)])
        connection.execute("COMMIT")
        connection.execute("VACUUM")
        assert not holding(path, "long ", long=False)
        assert holding(path, "long ", long=True)
        assert not holding(path, "row0007 y", long=False)
        connection.execute("PRAGMA secure_delete = OFF")
        connection.executescript(after)
        found = holding(path, "row0007 y", long=True)
        pages = Pages(path.read_bytes())
        trees = pages.trees(sqlite.roots(connection))
    assert place in {"free" if free else trees[page] for page, free in found}


def holding(path: Path, word: str, *, long: bool) -> list[tuple[int, bool]]:
    """The pages in whose unused bytes a word stands, and whether each is free."""
    unused = Pages(path.read_bytes()).unused()
    return [(one.page, one.free) for one in unused if word.encode() in one.data and (long or not one.long)]
