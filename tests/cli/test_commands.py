"""What each command does, what it prints for programs, and how it says no."""

import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
import typer.main

from inspector.cli import main
from inspector.cli.app import app
from inspector.cli.session import login
from store.store import open_store
from tests.cli.conftest import Line
from tests.conftest import ROOT

FACT = {
    "id", "number", "owner", "subject", "slot", "kind", "text", "state", "marks", "origin", "importance", "valid_from",
    "valid_from_exact", "valid_to", "valid_to_exact", "recorded_at", "version", "superseded_by", "pinned", "confirmations",
}  # fmt: skip
BELIEF = {
    "version", "valid_from", "valid_from_exact", "valid_to", "valid_to_exact", "superseded_by", "ends_as", "cause", "system_from",
    "system_to", "actor",
}  # fmt: skip
COMMANDS = typer.main.get_command(app).commands  # type: ignore[attr-defined]


def test_every_command_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    """A command without a sentence of help is a fault."""
    for name in COMMANDS:
        assert main([name, "--help"]) == 0
        shown = capsys.readouterr().out
        assert f"memory-inspector {name}" in shown
        assert ("--json" in shown) == (name not in ("demo", "queue"))


@pytest.mark.parametrize("place", ["before", "after"])
def test_common_options_stand_before_or_after_the_command(ana: Line, place: str) -> None:
    """Both are accepted, for every reading command."""
    common = ["--owner", "ana", "--as-of", "2026-01-01T00:00Z", "--json"]
    arguments = [*common, "facts"] if place == "before" else ["facts", *common]
    ana.run(*arguments)
    assert json.loads(ana.out) == []


def test_facts_and_show_print_every_field(ana: Line) -> None:
    """Programs find every field, always."""
    facts = ana.json("facts")
    assert [fact["text"] for fact in facts] == ["Likes strong coffee", "Lives in Braga"]
    assert all(set(fact) == FACT for fact in facts)
    shown = ana.json("show", "1")
    assert set(shown) >= FACT | {"evidence", "beliefs", "edges", "proposals"}
    assert [set(belief) for belief in shown["beliefs"]] == [BELIEF, BELIEF]
    assert shown["state"] == "superseded"
    assert shown["valid_to"] == "2026-03-21T00:00:00Z"


def test_reading_goes_by_both_clocks(ana: Line) -> None:
    """B8: alone or together; a known-at later than now is now."""

    def texts(*at: str) -> list[str]:
        return [fact["text"] for fact in ana.json("facts", "--slot", "home.city", *at)]

    assert texts("--valid-at", "2025-01-01T00:00Z") == ["Lives in Porto"]
    assert texts("--known-at", "2099-01-01T00:00Z") == ["Lives in Braga"]
    assert texts("--as-of", "2025-01-01T00:00Z") == []


@pytest.mark.parametrize(
    ("arguments", "states"),
    [
        (("end", "2"), {2: "ended"}),
        (("retract", "2"), {2: "retracted", 1: "active"}),
        (("correct", "2", "Lives in Guimarães"), {2: "retracted", 4: "active"}),
        (("restore", "1", "--swap"), {1: "active", 2: "superseded"}),
        (("restore", "1", "--from-now"), {1: "active"}),
        (("pin", "2"), {2: "active"}),
        (("confirm", "2"), {2: "active"}),
    ],
)
def test_changes_do_what_they_say_and_are_undone(ana: Line, arguments: tuple[str, ...], states: dict[int, str]) -> None:
    """B2, B4: each prints what it did, and one undo takes it back."""

    def now() -> dict[int, str]:
        return {fact["number"]: fact["state"] for fact in ana.json("facts", "--state", "all")}

    before = now()
    done = ana.json(*arguments)
    assert {"operation", "facts", "result", "until", "reopened", "conflict"} <= set(done)
    after = now()
    assert {number: after[number] for number in states} == states
    assert ana.json("undo")["result"] == "done"
    undone = now()
    assert {number: undone[number] for number in before} == before
    ana.json("redo")
    assert now() == after


@pytest.mark.parametrize(
    ("arguments", "reason", "status"),
    [
        (("show", "99"), "fact_not_found", 1),
        (("show", "not-an-id"), "fact_not_found", 1),
        (("restore", "2"), "not_invalidated", 1),
        (("restore", "1"), "slot_busy", 1),
        (("restore", "1", "--keep-both"), "slot_holds_one", 1),
        (("end", "1"), "nothing_to_end", 1),
        (("end", "2", "--at", "2027", "--until", "2026"), "empty_interval", 1),
        (("supersede", "2", "x", "--at", "2020-01-01"), "before_start", 1),
        (("add", "x", "--owner", "ana", "--valid-from", "someday"), "bad_time", 2),
        (("add", " ", "--owner", "ana"), "empty_text", 1),
        (("add", "x" * 601, "--owner", "ana"), "text_too_long", 1),
        (("facts", "--state", "gone"), "bad_value", 2),
        (("facts", "--limit", "many"), "usage", 2),
        (("facts", "--as-of", "0000-01-01"), "bad_time", 2),
        (("nonsense",), "usage", 2),
        (("import", "no-such-file.jsonl"), "file_not_found", 1),
        (("settings", "set", "late_events", "maybe"), "bad_setting", 1),
        (("undo", "99"), "operation_not_found", 1),
        (("redo",), "nothing_to_redo", 1),
    ],
)
def test_bad_input_gets_one_sentence_and_changes_nothing(ana: Line, arguments: tuple[str, ...], reason: str, status: int) -> None:
    """One clear sentence, the next step, a reason code, an exit status; the store as it was."""
    before = ana.db.read_bytes()
    assert ana.refused(*arguments) == reason
    assert ana.status == status
    assert ana.db.read_bytes() == before


def test_reading_needs_a_store_and_writing_makes_one(line: Line) -> None:
    """And says so."""
    assert line.refused("facts") == "no_store"
    assert not line.db.exists()
    line.run("add", "Likes tea", "--owner", "ana")
    assert "Created a store" in line.err
    assert line.status == 0


def test_whose_memory_is_meant(line: Line) -> None:
    """The store's only owner, else it must be told; reading covers all."""
    line.run("add", "Likes tea", "--owner", "ana")
    line.run("add", "Likes rain")
    assert {fact["owner"] for fact in line.json("facts")} == {"ana"}
    line.run("add", "Likes snow", "--owner", "rui")
    assert line.refused("add", "Likes fog") == "owner_needed"
    assert {fact["owner"] for fact in line.json("facts")} == {"ana", "rui"}


def test_of_many_owners_a_sentence_names_a_few(line: Line) -> None:
    """Whoever left the owner out, or misspelled it, is not told a thousand names."""
    for number in range(7):
        line.run("add", "Likes tea", "--owner", f"p{number}")
    for wrong in (("add", "Likes fog"), ("facts", "--owner", "zed")):
        line.run(*wrong)
        assert "p0, p1, p2, p3, p4 and 2 more." in line.err


@pytest.mark.parametrize(
    "command", ["facts", "show 1", "context", "changes", "audit", "proposals", "rules", "delete 1 --dry-run"]
)
def test_a_mistyped_owner_is_no_empty_memory(ana: Line, command: str) -> None:
    """Whatever is read, nothing is said of somebody whom the store does not know; however their name is written, it knows Ana."""
    assert ana.refused(*command.split(), "--owner", "anna") == "owner_not_found"
    ana.run(*command.split(), "--owner", " ＡNA ")
    assert ana.status == 0


def test_what_was_retracted_never_held(ana: Line) -> None:
    """No time is named, as nothing of it is left."""
    assert "#3  Likes strong coffee  (retracted, never held)" in ana.run("retract", "3")
    assert "\nretracted, never held\n" in ana.run("show", "3")


def test_a_reason_is_kept_with_who_gave_it(ana: Line) -> None:
    """P1: it stands beside the fact as what a person said, and confirms nothing."""
    ana.run("retract", "3", "--reason", "a guess")
    shown = ana.json("show", "3")
    (said,) = shown["evidence"]
    assert (said["quote"], said["author"], said["role"]) == ("a guess", f"person:{login()}", "relevance")
    assert shown["confirmations"] == 0
    assert f"(relevance; hash {said['content_hash'][:12]} matches)" in ana.run("show", "3")


def test_a_message_that_was_changed_behind_the_store_says_so(ana: Line) -> None:
    """P2: show names the hash, and that it differs."""
    ana.run("confirm", "3")
    for text, told in (("text || '!'", False), ("substr(text, 1, length(text) - 1)", True)):
        with closing(sqlite3.connect(ana.db)) as connection, connection:
            connection.execute(f"UPDATE source SET text = {text}")
        assert (" matches)" if told else " differs)") in ana.run("show", "3")
        assert ana.json("show", "3")["evidence"][0]["hash_matches"] is told


def test_an_empty_memory_may_become_anybodys(line: Line) -> None:
    line.run("init")
    for command in ("facts", "context", "changes", "audit", "proposals", "rules"):
        line.run(command, "--owner", "anna")
        assert line.status == 0


def test_of_many_refused_lines_some_are_named_and_json_has_all(line: Line) -> None:
    wrong = "[]\n" * 50
    line.run("import", "events", "-", stdin=wrong)
    assert line.out.count("bad_line") == 20
    assert "line 20: " in line.out
    assert "... and 30 more, which --json lists too." in line.out
    assert line.out.splitlines()[-1] == "50 refused; mend them and import the file again."
    assert len(line.json("import", "events", "-", stdin=wrong)["refused"]) == 50


def test_a_terminal_is_told_how_far_an_import_is(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the line is gone before the result is printed, also where blank lines were counted; a pipe is told nothing."""
    pasted = "".join(f"- Plays song {number}\n\n" for number in range(500))
    line.run("import", "text", "-", "--owner", "ana", "--dry-run", stdin=pasted)
    assert "records" not in line.err
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    line.run("import", "text", "-", "--owner", "ana", stdin=pasted)
    assert "999 of 1,000 records" in line.err
    assert line.err.rpartition(" records ")[2].startswith("\r\x1b[K")


def test_text_can_come_from_stdin(line: Line) -> None:
    """`add -`, and a pasted list."""
    line.run("add", "-", "--owner", "ana", stdin="Likes tea\n")
    report = line.json("import", "text", "-", "--owner", "ana", stdin="- Plays the cello\n* Носит очки\n\n1. 喜欢喝茶\n")
    assert report["facts"] == 3
    assert {fact["text"] for fact in line.json("facts")} == {"Likes tea", "Plays the cello", "Носит очки", "喜欢喝茶"}


def test_a_dry_run_changes_nothing(ana: Line, tmp_path: Path) -> None:
    """It says what would come in."""
    notes = tmp_path / "notes.md"
    notes.write_text("- Plays the cello\n", encoding="utf-8")
    before = ana.db.read_bytes()
    assert ana.json("import", "text", str(notes), "--dry-run")["facts"] == 1
    assert ana.db.read_bytes() == before


def test_the_block_is_recorded_only_when_asked(ana: Line) -> None:
    """B9, B15."""
    before = len(ana.json("changes"))
    assert "Likes strong coffee" in ana.run("context")
    assert len(ana.json("changes")) == before
    assert ana.json("context", "--record")["served"] == 1
    assert ana.json("changes")[0]["verb"] == "serve"


def test_what_has_no_line_of_the_block_is_counted_with_the_reason(ana: Line) -> None:
    """F8: a line says the same, or there was no room."""
    ana.run("add", "Likes strong coffee, black")
    ana.run("context")
    assert "1 more says the same as a line above." in ana.err
    ana.run("context", "--limit", "1")
    assert "more had no room, or say the same as lines above." in ana.err


def test_check_and_audit_answer_with_ok(ana: Line) -> None:
    """The shape programs look at; where the log ends is known from the first change at this path on."""
    ana.run("pin", "1")
    assert ana.json("check") == {"ok": True, "problems": [], "end_known": True}
    assert ana.json("audit", "--verify") == {"ok": True, "problems": [], "end_known": True}


@pytest.mark.parametrize(
    "hostile", ["\x1b]52;c;aGFja2Vk\x07", "\x9b31mred", "a\x00b"[:1] + "\x7fb", "\u202eevil", "[@click=app.quit]x[/]"]
)
def test_what_is_printed_is_harmless(line: Line, hostile: str) -> None:
    """U5: for people through the door; for programs, escaped so that no terminal obeys it and reading it gives it back."""
    line.run("add", hostile, "--owner", "ana", "--slot", hostile)
    for command in (("facts",), ("show", "1"), ("context",), ("changes",)):
        shown = line.run(*command) + line.err
        assert not set(shown) & {"\x1b", "\x9b", "\x7f", "\u202e", "\x00", "\x07"}
    printed = line.run("facts", "--json")
    assert not set(printed) & {"\x1b", "\x9b", "\x7f", "\u202e"}
    assert json.loads(printed)[0]["text"] == hostile


def test_help_and_version_load_little() -> None:
    """Start-up loads only what it needs."""
    code = "import sys; from inspector.cli import main; main({}); print([m for m in ('sqlmodel', 'sqlalchemy', 'textual', 'typer') if m in sys.modules])"
    for arguments, loaded in ((["--version"], "[]"), (["--help"], "['typer']")):
        done = subprocess.run(
            [sys.executable, "-c", code.format(arguments)], cwd=ROOT, capture_output=True, text=True, check=True
        )
        assert done.stdout.splitlines()[-1] == loaded


def test_a_dry_run_makes_no_store(line: Line, tmp_path: Path) -> None:
    notes = tmp_path / "notes.md"
    notes.write_text("- Lives in Porto", encoding="utf-8")
    assert line.json("import", str(notes), "--owner", "ana", "--dry-run")["facts"] == 1
    assert not line.db.exists()
    assert line.err == ""


def test_a_sitting_is_undone_whole_tomorrow_too(ana: Line) -> None:
    """N7: what was changed in one sitting at the inspector goes back at once, in one transaction."""
    for sitting, fact in (("monday", 1), ("tuesday", 2)):
        with open_store(ana.db, sitting=sitting) as store:
            store.pin(fact)
            store.retract(3) if sitting == "monday" else store.end(2)
    undone = ana.json("undo", "--sitting")
    assert {fact["number"]: (fact["state"], fact["pinned"]) for fact in undone["facts"]} == {2: ("active", False)}
    assert ana.json("undo", "--sitting", "monday")["result"] == "done"
    assert {fact["state"] for fact in ana.json("facts")} == {"active"}
    assert ana.refused("undo", "--sitting") == "nothing_to_undo"
    assert ana.refused("undo", "--sitting", "sunday") == "sitting_not_found"
    ana.json("redo")
    assert ana.json("show", "3")["state"] == "retracted"
    assert ana.json("show", "1")["pinned"] is True


def test_an_operation_is_named_by_its_number_or_its_id(ana: Line) -> None:
    """Every ID argument takes either; what names none is not found."""
    for unknown in ("first", "9" * 30, "999"):
        assert ana.refused("undo", unknown) == "operation_not_found"
    newest, older = ana.json("changes")[:2]
    assert ana.json("undo", newest["id"])["facts"]
    assert ana.json("undo", f"#{older['number']}")["facts"]


def test_an_older_copy_that_was_put_back_is_accepted_by_name(ana: Line, tmp_path: Path) -> None:
    kept = ana.db.read_bytes()
    ana.run("add", "Sings alto")
    ana.db.write_bytes(kept)
    ana.run("audit", "--verify")
    assert (ana.status, "audit --accept 4 goes on with it" in ana.err) == (1, True)
    assert ana.refused("audit", "--accept", "3") == "no_such_cut"
    assert ana.json("audit", "--accept", "4") == {"ok": True, "problems": [], "end_known": True}
    assert ana.json("audit")[0]["verb"] == "accept"


def test_what_is_derived_is_repaired_and_what_is_left_is_said(ana: Line) -> None:
    """Search and the order of lists come from the facts; a fact that was changed behind the store's back stays a problem."""
    with sqlite3.connect(ana.db) as connection:
        connection.execute("UPDATE head SET seen_at = 0")
        connection.execute("UPDATE fact_words SET stems = 'x' WHERE fact_id = 3")
        connection.execute("DELETE FROM fact_words WHERE fact_id = 1")
        connection.execute("UPDATE fact SET kind = kind || '!' WHERE id = 2")
    connection.close()
    reasons = {problem["reason"] for problem in ana.json("check")["problems"]}
    assert reasons >= {"head_differs", "words_differ", "search_index_differs", "seal_broken"}
    assert [problem["reason"] for problem in ana.json("check", "--repair")["problems"]] == ["seal_broken"]
    assert ana.status == 1
    assert [fact["number"] for fact in ana.json("facts", "--state", "all", "--search", "porto")] == [1]
    with sqlite3.connect(ana.db) as connection:
        connection.execute("UPDATE fact SET kind = rtrim(kind, '!') WHERE id = 2")
    connection.close()
    assert ana.json("check")["ok"]


def test_the_markdown_folder_follows_each_command(ana: Line, tmp_path: Path) -> None:
    """One that is away stops no change: it is said, and `check --repair` makes it anew once it is back."""
    notes = tmp_path / "notes"
    assert str(notes) in ana.run("settings", "set", "markdown.folder", str(notes))
    ana.run("add", "Sings alto")
    assert "- Sings alto (since" in (notes / "ana.md").read_text()
    away = notes.rename(tmp_path / "away")
    notes.write_text("not a folder")
    ana.run("add", "Sings bass")
    assert ana.status == 0
    assert f"The Markdown folder {notes} cannot be kept" in ana.err
    assert [problem["reason"] for problem in ana.json("check")["problems"]] == ["markdown_behind"]
    notes.unlink()
    away.rename(notes)
    ana.run("check", "--repair")
    assert "Sings bass" in (notes / "ana.md").read_text()
    assert ana.json("check") == {"ok": True, "problems": [], "end_known": True}
    assert ana.refused("settings", "set", "markdown.folder", str(tmp_path / "no" / "such")) == "bad_setting"
    ana.run("settings", "set", "markdown.folder", str(tmp_path / "no" / "such"))
    assert f"cannot be set to '{tmp_path / 'no' / 'such'}'" in ana.err
