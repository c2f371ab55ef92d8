"""What a stranger types wrongly: one true sentence each, the next step, and nothing left behind."""

import os
from contextlib import suppress
from pathlib import Path

import pytest

from store.store import open_store
from tests.cli.conftest import Line


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("settings", "set", "foo", "bar"), "There is no setting foo. (setting_not_found)"),
        (
            ("settings", "set", "budget", "-1"),
            "budget cannot be set to '-1': it is a whole number from 0 to 1000000. (bad_setting)",
        ),
        (("settings", "get", "foo"), "There is no setting foo. (setting_not_found)"),
        (("show", ""), "There is no fact ''. (fact_not_found)"),
        (("show", "9" * 19), f"There is no fact {'9' * 19}. (fact_not_found)"),
        (("add", "\u200b\u202e", "--owner", "ana"), "A fact needs words. (empty_text)"),
        (("import", ""), "There is no file ''. (file_not_found)"),
        (("confirm", "1"), "#1 does not hold any more, so there is nothing to confirm. (nothing_to_confirm)"),
        (("correct", "2", ""), "A fact needs words. (empty_text)"),
        (("correct", "2", "Lives in Braga"), "#2 says that already. (nothing_to_correct)"),
        (("undo", "--sitting", "xxx"), "There is no sitting xxx. (sitting_not_found)"),
        (("undo", "--sitting", ""), "There is no sitting ''. (sitting_not_found)"),
        (
            ("add", "x", "--owner", "ana", "--valid-from", "2026-01-01T00:00Z", "--valid-to", "2026-01-01T00:00Z"),
            "The time given is empty: it does not end after it begins. (empty_interval)",
        ),
        (
            ("add", "x", "--owner", "ana", "--observed-at", "2030-01-01T00:00:00Z"),
            "2030-01-01T00:00:00Z has not come yet, so nothing was observed then. (observed_in_future)",
        ),
    ],
)
def test_what_is_refused_is_said_as_it_is(ana: Line, arguments: tuple[str, ...], said: str) -> None:
    """The sentence names what was given, and the store is as it was."""
    before = ana.db.read_bytes()
    ana.run(*arguments)
    assert (ana.status, said in ana.err.splitlines()) == (1, True)
    assert ana.db.read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("facts", "--limit", "many"), "--limit: it must be a whole number. (usage)"),
        (("facts", "--limit", "0"), "--limit: it must be 1 or more. (usage)"),
        (("approve", "1", "--choice", "9"), "--choice: it must be 4 or less. (usage)"),
        (("facts", "x"), "There is no place for x here. (usage)"),
        (("facts", "--as-of", ""), "'' is not a date or time. (bad_time)"),
        (("facts", "--known-at", ""), "'' is not a date or time. (bad_time)"),
        (("facts", "--owner", ""), "--owner names nothing. (usage)"),
        (("facts", "--db", ""), "--db names nothing. (usage)"),
        (
            ("audit", "--accept", "9", "--actor", "ana"),
            "--verify follows the whole chain; leave out --actor and --since. (usage)",
        ),
    ],
)
def test_wrong_usage_is_said_in_our_words(ana: Line, arguments: tuple[str, ...], said: str) -> None:
    """Not in those of a library, and an empty option is no option left out."""
    ana.run(*arguments)
    assert (ana.status, ana.err.splitlines()[0]) == (2, said)


def test_a_kind_of_ones_own_is_taken_and_said(ana: Line) -> None:
    """It may be meant, and it may be a slip."""
    ana.run("add", "Collects stamps", "--owner", "ana", "--kind", "hobby")
    assert ana.status == 0
    assert ana.err.startswith("hobby is none of the kinds (profile, person, ")


def test_an_empty_block_says_why(ana: Line) -> None:
    """Every word of what is asked must stand in a fact."""
    assert ana.run("context", "--query", "what coffee") == ""
    assert ana.err.splitlines()[-1] == "No active fact holds every word of 'what coffee'."


def test_an_owner_who_is_new_is_named(ana: Line) -> None:
    """Another person may be meant, and it may be a slip."""
    ana.run("add", "Likes tea", "--owner", "anna")
    assert ana.err == "anna is new here. Check the name; the store knows: ana.\n"
    ana.run("add", "Likes rain", "--owner", "Ana")
    assert ana.err == ""


def test_an_event_id_that_is_taken(ana: Line) -> None:
    ana.run("add", "One", "--owner", "ana", "--event-id", "e1")
    ana.run("add", "Two", "--owner", "ana", "--event-id", "e1")
    assert ana.err.startswith("The event id given belongs to another fact already. (event_id_reused)")


def test_half_a_character_is_refused_like_an_empty_text(ana: Line) -> None:
    """Both are texts that no fact can have."""
    assert ana.refused("add", "\udcff", "--owner", "ana") == "bad_text"
    assert ana.status == 1


def test_a_text_far_too_long_is_not_counted_wrongly(ana: Line) -> None:
    ana.run("add", "-", "--owner", "ana", stdin="x" * 1_000_001)
    assert ana.err.startswith("The text has more than 250000 characters; a fact holds at most 600. (text_too_long)")


@pytest.mark.parametrize("arguments", [("add", " "), ("settings", "set", "foo", "bar"), ("undo",), ("import", "text", "gone")])
def test_a_refused_change_makes_no_store(line: Line, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """Neither the file nor a key for it."""
    keys = Path(os.environ["MEMORY_INSPECTOR_KEYS"])
    before = set(keys.glob("*")) if keys.exists() else set()
    line.run(*arguments)
    assert line.status == 1
    assert "Created" not in line.err
    assert not line.db.exists()
    assert (set(keys.glob("*")) if keys.exists() else set()) == before


@pytest.mark.parametrize("quicker", [False, True])
def test_a_refused_change_leaves_what_another_program_wrote(line: Line, monkeypatch: pytest.MonkeyPatch, quicker: bool) -> None:
    """Two that find no store: whichever makes it, the one that is refused takes nothing away."""
    from inspector.cli import session
    from store.errors import Refused

    def is_there(path: Path) -> bool:
        found = path.exists()
        if quicker and not found:
            another()
        return found

    def another() -> None:
        with open_store(line.db, create=True) as store:
            store.assert_fact("Has a cat", owner="ana")

    monkeypatch.setattr(session, "is_there", is_there)
    with suppress(Refused), session.Session(session.Common(db=str(line.db))) as one:
        one.write(create=True)
        if not quicker:
            another()
        raise Refused("empty_text")
    assert "Has a cat" in line.run("facts")


def test_a_path_that_cannot_be_one(line: Line, tmp_path: Path) -> None:
    """A name too long, a folder, a file in place of a folder, a user who is not there."""
    (tmp_path / "file").write_bytes(b"")
    (tmp_path / "folder").mkdir()
    (tmp_path / "dangling").symlink_to("nowhere")
    for db, arguments, reason in (
        (tmp_path / ("x" * 300), ("facts",), "bad_path"),
        (tmp_path / ("x" * 300), ("init",), "bad_path"),
        (tmp_path / "file", ("init",), "not_a_store"),
        (tmp_path / "dangling", ("init",), "bad_path"),
        (tmp_path / "dangling", ("add", "Likes tea"), "bad_path"),
        (tmp_path / "folder", ("init",), "is_a_folder"),
        (tmp_path / "folder", ("facts",), "is_a_folder"),
        (tmp_path / "folder", ("add", "Likes tea"), "is_a_folder"),
        (tmp_path / "folder", ("facts", "--read-only"), "is_a_folder"),
        (tmp_path / "folder", ("facts", "--read-only", "--copy"), "is_a_folder"),
        (tmp_path / "folder", ("check", "--repair"), "is_a_folder"),
        (tmp_path / "file" / "memory.db", ("init",), "bad_path"),
        (tmp_path / "file" / "memory.db", ("facts",), "no_store"),
        (Path("~no-such-user/memory.db"), ("facts",), "bad_path"),
    ):
        line.db = db
        assert line.refused(*arguments) == reason
        assert line.status == 1


@pytest.mark.parametrize("command", [("facts",), ("init",), ("add", "x"), ("demo", "--keep")])
def test_a_folder_one_may_not_look_into(line: Line, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]) -> None:
    """As with mode 000; who runs the tests may be allowed everything, so the system's answer is played."""
    looked_at = Path.stat

    def stat(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path == line.db:
            raise PermissionError(13, "Permission denied", str(path))
        return looked_at(path, follow_symlinks=follow_symlinks)

    rest = (str(line.db),) if command[0] == "demo" else ()
    with monkeypatch.context() as patched:
        patched.setattr(Path, "stat", stat)
        assert line.refused(*command, *rest) == "no_permission"
    assert line.status == 1


def test_a_folder_for_keys_that_is_a_file(line: Line, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes(b"")
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "file"))
    line.run("init")
    assert line.err.splitlines() == [
        f"The key of the audit log cannot be kept in {tmp_path / 'file'}: not a directory. (keys_not_kept)",
        "Check that folder, or name another in MEMORY_INSPECTOR_KEYS.",
    ]
    assert not line.db.exists()


def test_a_filter_for_what_was_never_there_is_said(ana: Line) -> None:
    """A kind others told is kept, so an unknown one is no error."""
    ana.run("facts", "--kind", "foo", "--slot", "home.town")
    assert (ana.status, ana.out) == (0, "")
    assert "No fact has the kind foo; kinds are: profile, person" in ana.err
    assert "No fact has the slot home.town." in ana.err
    ana.run("facts", "--kind", "other", "--slot", "home.city", "--search", "nothing")
    assert ana.err == "No fact matches.\n"


def test_as_of_today_is_all_that_is_known_today(ana: Line) -> None:
    assert len(ana.json("facts", "--as-of", "today")) == len(ana.json("facts"))


def test_an_end_before_the_beginning_is_said_to_be_a_retraction(ana: Line) -> None:
    """The model leaves nothing of the fact then; that is not called an end."""
    assert ana.run("end", "2", "--at", "2020-01-01T00:00Z").startswith("Retracted, as it would have ended before it began:")
    ana.run("undo")
    assert ana.run("end", "2").startswith("Ended:")


def test_undo_says_what_it_undid_and_what_stays(ana: Line) -> None:
    """An import cannot be undone, and undo does not pretend it was."""
    ana.run("import", "text", "-", stdin="Has a cat\nHas a dog\n")
    number = str(ana.json("changes")[0]["number"])
    ana.run("undo", number)
    assert ana.err.startswith("An import cannot be undone. (not_undoable)")
    assert "cannot be undone" in ana.run("changes", "--limit", "1")
    ana.run("undo")
    assert "Likes strong coffee" in ana.out
    assert ana.err.splitlines()[0].startswith("Change 3 is undone: assert, person:")
    assert ana.err.splitlines()[1] == "Newer changes cannot be undone and stay: an import."
    assert "Imports, settings and deletions stay" in " ".join(ana.run("undo", "--help").split())


def test_a_sitting_is_named_by_how_its_id_begins(ana: Line) -> None:
    """As `changes` prints it."""
    from store.store import open_store

    with open_store(ana.db, sitting="0b6a4f42-0000-4000-8000-000000000000") as store:
        store.pin(2)
    assert "sitting 0b6a4f42" in ana.run("changes", "--limit", "1")
    assert "Likes" not in ana.run("undo", "--sitting", "0b6a4f42")
    assert ana.json("show", "2")["pinned"] is False


def test_a_table_in_a_pipe_is_not_padded_to_its_longest_text(ana: Line) -> None:
    ana.run("add", "x" * 500, "--owner", "ana")
    assert max(map(len, ana.run("facts").splitlines()[1:])) < 100
