"""A folder in which what is believed now is kept as Markdown: made from the store, in step with it, and never anybody else's."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from store.change import Change
from store.deletion import Scope
from store.errors import Refused, Unavailable
from store.markdown import HEADER, MANIFEST, escaped
from store.store import create_store
from tests.store.conftest import Keeper


@pytest.fixture
def notes(keeper: Keeper, tmp_path: Path) -> Path:
    """The folder of a store that knows two things of Ana and one of Bo."""
    keeper.on(0)
    store = keeper.store
    store.assert_fact("Lives in Porto", owner="ana", kind="profile", slot="home.city", valid_from=keeper.day(-9))
    store.assert_fact("Rui likes jazz", owner="ana", subject="Rui", kind="person", evidence=keeper.heard("Rui likes jazz"))
    store.assert_fact("最喜欢麻婆豆腐", owner="bo", kind="preference")
    store.pin(1)
    store.set_setting("markdown.folder", str(tmp_path / "notes"))
    return tmp_path / "notes"


def listing(folder: Path) -> list[str]:
    """The names of the files a person sees."""
    return sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))


def test_each_owner_has_a_file_with_what_is_believed_now(keeper: Keeper, notes: Path) -> None:
    assert listing(notes) == ["ana.md", "bo.md"]
    assert (notes / "ana.md").read_text("utf-8").splitlines() == [
        HEADER.format(store=keeper.store.id),
        "# ana",
        "",
        "What was believed at 2026-01-01T12:00:00Z: 2 facts.",
        "",
        "## Profile",
        "",
        "- Lives in Porto (home.city; since 2025-12-23; pinned; #1)",
        "",
        "## Person",
        "",
        "- Rui: Rui likes jazz (since 2026-01-01 or earlier; #2)",
    ]


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")
def test_only_its_owner_may_read_it(notes: Path) -> None:
    assert notes.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in notes.iterdir()} == {0o600}


def test_it_follows_the_store_and_what_did_not_change_is_not_written_again(keeper: Keeper, notes: Path) -> None:
    before = (notes / "bo.md").stat().st_mtime_ns
    keeper.on(2)
    keeper.store.supersede(1, "Lives in Braga")
    keeper.store.publish()
    text = (notes / "ana.md").read_text("utf-8")
    assert "Lives in Braga (home.city; since 2026-01-03; #4)" in text
    assert "Porto" not in text
    assert (notes / "bo.md").stat().st_mtime_ns == before


def test_a_session_that_closes_leaves_it_in_step(keeper: Keeper, notes: Path) -> None:
    keeper.store.retract(2)
    keeper.store.close()
    assert "Rui" not in (notes / "ana.md").read_text("utf-8")


def test_a_file_that_was_lost_is_named_by_check_and_made_anew_by_repair(keeper: Keeper, notes: Path) -> None:
    (notes / "bo.md").unlink()
    assert [problem.reason for problem in keeper.store.check()] == ["markdown_behind"]
    keeper.store.repair()
    assert listing(notes) == ["ana.md", "bo.md"]


def test_what_a_person_keeps_beside_it_is_left_alone(keeper: Keeper, notes: Path) -> None:
    (notes / "diary.md").write_text("mine")
    (notes / "Cleo.md").write_text("mine too")
    keeper.store.assert_fact("Sings", owner="cleo")
    keeper.store.publish()
    assert listing(notes) == ["Cleo.md", "ana.md", "bo.md", "cleo 2.md", "diary.md"]
    keeper.store.set_setting("markdown.folder", "off")
    assert listing(notes) == ["Cleo.md", "diary.md"]
    assert not (notes / MANIFEST).exists()
    assert (notes / "Cleo.md").read_text() == "mine too"


def test_it_moves_with_the_setting(keeper: Keeper, notes: Path, tmp_path: Path) -> None:
    keeper.store.set_setting("markdown.folder", str(tmp_path / "elsewhere"))
    assert listing(notes) == []
    assert listing(tmp_path / "elsewhere") == ["ana.md", "bo.md"]


def test_an_off_that_was_cut_short_can_be_said_again(keeper: Keeper, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files were gone already, and the setting was not written yet."""
    monkeypatch.setattr(Change, "begin", _killed)
    with pytest.raises(KeyboardInterrupt):
        keeper.store.set_setting("markdown.folder", "off")
    monkeypatch.undo()
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(keeper.store.path.with_name("keys")))
    assert keeper.store.settings()["markdown.folder"] == str(notes)
    assert (listing(notes), "ana" in (notes / MANIFEST).read_text()) == ([], False)
    keeper.store.set_setting("markdown.folder", "off")
    assert keeper.store.settings()["markdown.folder"] == ""
    assert list(notes.iterdir()) == []


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


def test_what_is_half_made_goes_and_what_others_are_making_stays(keeper: Keeper, notes: Path) -> None:
    """Whatever it is called: a download has such a name too."""
    theirs = {".film.mkv.part": "", ".book.md.part": "mine", ".ana.md.part": "mine, ana", "..x.part": ""}
    ours = {
        ".memory-inspector.123-4.part": "",
        ".bo.md.part": (notes / "bo.md").read_text("utf-8"),
        ".gone.md.part": (notes / "ana.md").read_text("utf-8"),
        f".{MANIFEST}.part": (notes / MANIFEST).read_text(),
    }
    for changes in (lambda: keeper.store.publish(anew=True), lambda: keeper.store.set_setting("markdown.folder", "off")):
        for name, text in {**theirs, **ours}.items():
            (notes / name).write_text(text, "utf-8")
        changes()
        assert {path.name for path in notes.glob(".*.part")} == set(theirs)


def test_two_stores_do_not_share_a_folder(keeper: Keeper, notes: Path, tmp_path: Path) -> None:
    with create_store(tmp_path / "other.db", clock=keeper.clock) as other:
        with pytest.raises(Refused, match="another store writes there"):
            other.set_setting("markdown.folder", str(notes))
        assert other.settings()["markdown.folder"] == ""
        assert other.last_operation() == 0


@pytest.mark.parametrize("given", ["no/such", "memory.db", "keys", "\udce9", "a\x01b", "", "  "])
def test_a_folder_that_cannot_be_kept_is_refused(keeper: Keeper, tmp_path: Path, given: str) -> None:
    """Below no folder, a file, the keys' own folder, a name that cannot be written down, none at all."""
    with pytest.raises(Refused, match="bad_setting"):
        keeper.store.set_setting("markdown.folder", str(tmp_path / given) if given.strip() else given)
    assert keeper.store.settings()["markdown.folder"] == ""


AWAY: dict[str, Callable[[Path], object]] = {
    "something else stands there": lambda notes: notes.write_text("not a folder"),
    "nothing is there": lambda notes: None,
    "what is there is another folder": lambda notes: notes.mkdir(),
}


@pytest.mark.parametrize("instead", AWAY)
def test_a_deletion_waits_for_a_folder_that_is_away(keeper: Keeper, notes: Path, tmp_path: Path, instead: str) -> None:
    """D4: an unplugged disk comes back with the old words on it, so neither off nor another folder makes anybody forget it."""
    away = notes.rename(tmp_path / "away")
    AWAY[instead](notes)
    assert [copy.reachable for copy in keeper.store.deletions.preview(Scope("facts", (1,))).copies[:2]] == [True, False]
    deletion = keeper.store.deletions.delete(Scope("facts", (1,)))
    assert [(step.mirror, step.state, step.detail) for step in deletion.steps if step.state != "cleared"] == [
        ("Markdown folder", "failed", "folder_unreachable")
    ]
    for other in ("off", str(tmp_path / "other")):
        with pytest.raises(Unavailable, match="folder_unreachable"):
            keeper.store.set_setting("markdown.folder", other)
    assert [job.state for job in keeper.store.deletions.retry()] == ["pending"]
    if instead != "nothing is there":
        notes.rename(tmp_path / "instead")
    away.rename(notes)
    (deletion,) = keeper.store.deletions.retry()
    assert deletion.state == "done"
    assert "Porto" not in (notes / "ana.md").read_text("utf-8")


def test_a_folder_that_is_gone_for_good_is_given_up_on_a_persons_word(keeper: Keeper, notes: Path, tmp_path: Path) -> None:
    notes.rename(tmp_path / "burnt")
    keeper.store.deletions.delete(Scope("facts", (1,)))
    keeper.store.set_setting("markdown.folder", "gone")
    assert [job.state for job in keeper.store.deletions.retry()] == ["done"]


def test_a_folder_whose_list_was_lost_is_begun_anew_where_it_is(keeper: Keeper, notes: Path) -> None:
    """The store knows its own files by their first line, and leaves those of a person alone."""
    (notes / MANIFEST).unlink()
    (notes / "diary.md").write_text("mine")
    keeper.store.retract(2)
    with pytest.raises(Unavailable, match="folder_unreachable"):
        keeper.store.publish()
    assert [problem.reason for problem in keeper.store.check()] == ["markdown_behind"]
    keeper.store.set_setting("markdown.folder", str(notes))
    assert listing(notes) == ["ana.md", "bo.md", "diary.md"]
    assert "Rui" not in (notes / "ana.md").read_text("utf-8")


def test_the_file_of_an_owner_goes_with_them(keeper: Keeper, notes: Path) -> None:
    assert keeper.store.deletions.delete(Scope("owner", name="bo")).state == "done"
    assert listing(notes) == ["ana.md"]
    assert "bo" not in (notes / MANIFEST).read_text()


@pytest.mark.parametrize("owner", ["../../etc/passwd", "a/b\\c:d", ".hidden", "Вера Алмейда", "维拉", "👩‍💻", "x" * 90, "CON. "])
def test_whatever_an_owner_is_called_the_file_stays_in_the_folder(keeper: Keeper, tmp_path: Path, owner: str) -> None:
    keeper.store.assert_fact("Sings", owner=owner)
    keeper.store.set_setting("markdown.folder", str(tmp_path / "notes"))
    (file,) = (tmp_path / "notes").glob("*.md")
    assert "- Sings (since" in file.read_text("utf-8")
    assert not file.name.startswith(".")


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a *b* _c_ `d` [e](f) <b>", r"a \*b\* \_c\_ \`d\` \[e\](f) \<b\>"),
        ("# no heading", r"\# no heading"),
        ("- no item", r"\- no item"),
        ("12. no number", r"12\. no number"),
        ("two\nlines\t", "two lines"),
        ("\x1b[31mred\x00\u202e", "\ufffd\\[31mred\ufffd\ufffd"),
        ("می‌خواهم", "می‌خواهم"),
    ],
)
def test_a_text_is_shown_letter_by_letter(text: str, line: str) -> None:
    assert escaped(text) == line
