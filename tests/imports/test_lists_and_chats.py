"""A pasted list and a LoCoMo file come in as facts with what is known of their sources."""

import io
import json
from pathlib import Path

import pytest

from store.clock import from_iso
from store.errors import Refused
from store.imports import FORMATS, detect, opened, run_import
from store.store import Store
from store.values import AsOf, Query
from tests.imports.conftest import Bring, facts, reasons

LIST = """# What you know about me

- Lives in Porto
* Has a *cat* called Baixo
1. Не ест мясо
2) 住在上海
- [x] Likes tea
> - Quoted thing
---
No bullet at all
-

- Lives in Porto
"""

CHAT = [
    {
        "sample_id": "conv-1",
        "qa": [],
        "conversation": {
            "speaker_a": "Ana",
            "speaker_b": "Bo",
            "session_2_date_time": "12:05 am on 3 June, 2023",
            "session_2": [{"speaker": "Ana", "dia_id": "D2:1", "text": "I moved to Porto"}],
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_1": [
                {"speaker": "Ana", "dia_id": "D1:1", "text": "I have a dog"},
                {"speaker": "Bo", "dia_id": "D1:2", "text": "You like hiking, Ana"},
            ],
            "session_3_date_time": "1:00 pm on 9 July, 2023",
        },
        "observation": {
            "session_1_observation": {"Ana": [["Ana has a dog.", "D1:1"], ["Ana likes hiking.", ["D1:2"]]]},
            "session_2_observation": {"Ana": [["Ana moved to Porto.", "D2:1, D1:1"]], "Bo": [["Bo is silent.", []]]},
        },
    }
]


def test_a_pasted_list_is_one_fact_a_line(store: Store, bring: Bring) -> None:
    """N2: bullets, numbers and boxes go, headings and rules are no facts, the same line twice is one fact."""
    report = bring(LIST, form="text", owner="ana")
    assert (report.facts, report.unchanged, report.refused) == (7, 1, ())
    assert set(facts(store)) == {
        *(
            "Lives in Porto",
            "Has a *cat* called Baixo",
            "Не ест мясо",
            "住在上海",
            "Likes tea",
            "Quoted thing",
            "No bullet at all",
        )
    }
    assert {fact.marks[0].reason for fact in facts(store).values()} == {"no_evidence"}


def test_a_list_pasted_again_changes_nothing(bring: Bring, db: Path) -> None:
    bring(LIST, form="text", owner="ana")
    before = db.read_bytes()
    assert bring(LIST, form="text", owner="ANA").unchanged == 8
    assert db.read_bytes() == before


def test_lines_that_cannot_be_facts_are_named(bring: Bring) -> None:
    report = bring("Lives in Porto", "x" * 601, b"\xff\xfe", form="text", owner="ana")
    assert report.facts == 1
    assert [(line.place, line.reason) for line in report.refused] == [("line 2", "text_too_long"), ("line 3", "bad_line")]
    assert report.refused[1].detail == "The line cannot be used: byte 1 is no UTF-8."


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
@pytest.mark.parametrize("block", [1, 2, 7, 2**20])
def test_every_line_end_ends_a_line(store: Store, bring: Bring, monkeypatch: pytest.MonkeyPatch, end: bytes, block: int) -> None:
    """Terminals paste CR; and it does not matter where a block of the file ends."""
    monkeypatch.setattr("store.imports.lines._BLOCK", block)
    totals: list[int | None] = []
    file = io.BytesIO(end.join([b"- Lives in Porto", b"", b"- Has a cat", b""]))
    report = run_import(store, "text", file, owner="ana", progress=lambda done, total: totals.append(total))
    assert (report.facts, report.refused, totals) == (2, (), [3])
    assert set(facts(store)) == {"Lives in Porto", "Has a cat"}


def test_a_line_without_end_is_one_refused_line(bring: Bring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.imports.lines.LINE_LIMIT", 1000)
    monkeypatch.setattr("store.imports.lines._BLOCK", 64)
    report = bring(b"x" * 5000, "Lives in Porto", form="text", owner="ana")
    assert [(line.place, line.reason) for line in report.refused] == [("line 1", "bad_line")]
    assert report.facts == 1


@pytest.mark.parametrize("form", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("stdin", [False, True])
def test_utf_16_is_read_by_the_mark_it_begins_with(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, stdin: bool
) -> None:
    """As Windows writes it."""
    path = tmp_path / "list.txt"
    path.write_bytes("\ufeff- Живёт в Порту\r\n- 住在上海 🙂\r\n".encode(form))
    with path.open("rb") as typed:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(typed))
        with opened("-" if stdin else str(path)) as file:
            assert run_import(store, detect(file, "list"), file, owner="ana").refused == ()
    assert set(facts(store)) == {"Живёт в Порту", "住在上海 🙂"}


def test_what_only_begins_as_utf_16_is_refused_by_name(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(b"\xff\xfea")
    with pytest.raises(Refused, match="save it as UTF-8") as refusal, opened(str(path)):
        pass
    assert refusal.value.message.startswith(f"{path} cannot be read as UTF-16: ")


@pytest.mark.parametrize("content", ["- Lives in Porto\n".encode("utf-16-le"), b"- a line\n\x89PNG\r\n\x1a\n\x00\x00"])
def test_what_is_no_text_is_refused_whole_and_by_name(store: Store, tmp_path: Path, content: bytes) -> None:
    """UTF-16 without a mark, pictures and programs bring in no line of theirs."""
    path = tmp_path / "list.txt"
    path.write_bytes(content)
    with pytest.raises(Refused) as refusal, opened(str(path)) as file:
        run_import(store, "text", file, owner="ana")
    assert refusal.value.message.startswith(f"{path} cannot be read as text: line ")
    assert facts(store) == {}


@pytest.mark.parametrize("form", ["text", "locomo"])
def test_a_refused_file_is_named(store: Store, tmp_path: Path, form: str) -> None:
    path = tmp_path / "what"
    path.write_bytes(b"\0")
    with pytest.raises(Refused, match=str(path)), opened(str(path)) as file:
        run_import(store, form, file, owner="ana")


def test_a_small_chat(store: Store, bring: Bring) -> None:
    """P4: what another speaker says carries nothing about the owner, and is marked so."""
    report = bring(json.dumps(CHAT), form="locomo")
    assert (report.sources, report.facts, report.evidence, report.refused) == (3, 4, 4, ())
    found = facts(store)
    assert [mark.reason for mark in found["Ana likes hiking."].marks if mark.mark == "unverified"] == ["other_speaker"]
    assert [mark.reason for mark in found["Bo is silent."].marks if mark.mark == "unverified"] == ["no_evidence"]
    assert found["Ana moved to Porto."].owner == "conv-1/Ana"
    assert found["Ana moved to Porto."].confirmations == 2
    known = [fact.text for fact in store.facts(Query(), AsOf(None, from_iso("2023-06-03T00:04:59Z"))).facts]
    assert set(known) == {"Ana has a dog.", "Ana likes hiking."}
    assert bring(json.dumps(CHAT), form="locomo").unchanged == 7


@pytest.mark.parametrize("content", [b"", b"{", b"[1]", b"[]", b'{"sample_id": 1}', b"\xff", b"[" * 100_000, b'"conversation"'])
def test_what_is_no_chat_is_refused_whole(store: Store, content: bytes) -> None:
    with pytest.raises(Refused) as refusal:
        run_import(store, "locomo", io.BytesIO(content))
    assert refusal.value.reason == "bad_file"


@pytest.mark.parametrize(
    ("conversation", "observed", "why"),
    [
        ({"session_1": "notalist"}, {}, "c session_1 is no list of messages"),
        ({"session_1": [], "session_2": {}}, {}, "c session_2 is no list of messages"),
        ({"speaker_a": "Ana", "session_01": []}, {}, "c has no session"),
        ({"session_1": []}, {"session_1_observation": []}, "c session_1_observation holds no list for each speaker"),
        ({"session_1": []}, {"session_1_observation": {"A": 3}}, "c session_1_observation holds no list for each speaker"),
    ],
)
def test_a_chat_of_another_shape_is_refused_with_what_is_wrong(
    bring: Bring, conversation: dict[str, object], observed: dict[str, object], why: str
) -> None:
    with pytest.raises(Refused) as refusal:
        bring(json.dumps([{"sample_id": "c", "conversation": conversation, "observation": observed}]), form="locomo")
    assert (refusal.value.reason, refusal.value.details["why"]) == ("bad_file", why)


def test_a_crooked_chat_is_refused_piece_by_piece(bring: Bring) -> None:
    crooked = {
        "sample_id": "conv-1",
        "conversation": {
            "session_1": [7, {"dia_id": "D1:1"}, {"dia_id": "D1:2", "speaker": "A", "text": 3}],
            "session_1_date_time": "1:56 pm on 8 May, 2023",
            "session_2": [],
        },
        "observation": {"session_1_observation": {"A": [["a fact", "D9:9"], "no pair", [None, "D1:1"]]}},
    }
    report = bring(json.dumps([crooked]), form="locomo")
    assert (report.sources, report.facts) == (1, 0)
    assert sorted(reasons(report)) == ["bad_line"] * 5 + ["unknown_key"]


@pytest.mark.parametrize(
    ("name", "content", "form"),
    [
        ("a.jsonl", '{"op": "source", "key": "m"}\n', "events"),
        ("a.json", json.dumps(CHAT), "locomo"),
        ("a.txt", "Lives in Porto", "text"),
        ("a", "- Lives in Porto\n- Has a cat", "text"),
        ("b", "\ufeff* Lives in Porto", "text"),
    ],
)
def test_the_format_is_found_out(tmp_path: Path, name: str, content: str, form: str) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    with opened(str(path)) as file:
        assert detect(file, name) == form


def test_a_format_that_cannot_be_told_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "what"
    path.write_bytes(b"\x00\x01\x02")
    with opened(str(path)) as file, pytest.raises(Refused, match="unknown_format"):
        detect(file, "what")
    assert set(FORMATS) == {"events", "locomo", "text"}
