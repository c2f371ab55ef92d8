"""`import events` replays a history by the rules of the model; importing it again changes nothing."""

import hashlib
import json
from pathlib import Path

import pytest

from store.clock import DAY, FixedClock, from_iso
from store.errors import Refused
from store.store import Store
from store.values import AsOf, Query
from tests.imports.conftest import Bring, about, facts, reasons, source, stated


def test_a_history_comes_in_with_its_evidence(store: Store, bring: Bring) -> None:
    report = bring(source("m"), stated("f", slot="home.city", evidence=[{"source": "m", "quote": "live in Porto"}]))
    assert (report.sources, report.facts, report.evidence, report.refused) == (1, 1, 1, ())
    fact = facts(store)["Lives in Porto"]
    assert (fact.origin, fact.kind, fact.subject, fact.confirmations) == ("import", "other", "ana", 1)
    assert (fact.valid_from, fact.valid_from_exact) == (from_iso("2026-01-01T00:00:00Z"), False)
    assert fact.recorded_at == from_iso("2026-01-02T00:00:00Z")


def test_the_times_told_are_system_time(store: Store, bring: Bring) -> None:
    """B8: before the day on which the file says it became known, nothing is known."""
    bring(stated("f"))
    learned = from_iso("2026-01-02T00:00:00Z")
    assert store.facts(Query(), AsOf(None, learned - 1)).facts == ()
    assert len(store.facts(Query(), AsOf(None, learned)).facts) == 1


def test_a_second_import_changes_no_byte(store: Store, bring: Bring, db: Path) -> None:
    lines = [
        source("m"),
        stated("f", slot="city", valid_from="2026-01-01T00:00:00Z", evidence=[{"source": "m"}]),
        about("supersede", "f", key="g", text="Lives in Braga", at="2026-02-01T00:00:00Z"),
        about("pin", "g"),
        {
            "op": "edge",
            "recorded_at": "2026-03-01T00:00:00Z",
            "from": "Ana",
            "relation": "lives in",
            "to": "Braga",
            "facts": ["g"],
        },
        about("confirm", "g"),
        about("unpin", "g"),
    ]
    assert bring(*lines).refused == ()
    before = hashlib.sha256(db.read_bytes()).hexdigest()
    again = bring(*lines)
    assert (again.sources, again.facts, again.evidence, again.unchanged, again.refused) == (0, 0, 0, 7, ())
    assert hashlib.sha256(db.read_bytes()).hexdigest() == before


def test_a_dry_run_says_the_same_and_changes_no_byte(bring: Bring, db: Path) -> None:
    lines = [source("m"), stated("f", evidence=[{"source": "m"}]), about("end", "nobody")]
    before = db.read_bytes()
    planned = bring(*lines, dry_run=True)
    assert db.read_bytes() == before
    assert bring(*lines) == planned


def test_refused_lines_are_named_and_the_others_go_in(store: Store, bring: Bring) -> None:
    report = bring(
        stated("f"), "{", stated("g", text="Has a cat"), about("end", "nobody"), about("retract", "f"), about("retract", "f", x=1)
    )
    assert [(line.place, line.reason) for line in report.refused] == [
        ("line 2", "bad_json"),
        ("line 4", "unknown_key"),
        ("line 6", "retracted_target"),
    ]
    assert facts(store)["Has a cat"].state == "active"
    assert facts(store)["Lives in Porto"].state == "retracted"


def test_a_refused_line_leaves_no_trace(store: Store, bring: Bring) -> None:
    bring(stated("f", slot="city", valid_from="2026-01-01T00:00:00Z"))
    operations = store.last_operation()
    report = bring(stated("g", text="Lives in Braga", slot="city", valid_from="2026-01-01T00:00:00Z", owner="Ana"))
    assert reasons(report) == ["same_instant_conflict"]
    assert store.last_operation() == operations
    assert [owner.name for owner in store.owners()] == ["ana"]


def test_a_key_is_one_thing(bring: Bring) -> None:
    report = bring(stated("f"), stated("f"), stated("f", text="Has a cat"), source("f", recorded_at="2026-01-03T00:00:00Z"))
    assert report.unchanged == 1
    assert reasons(report) == ["key_reused", "key_reused"]


def test_an_event_id_is_one_statement_of_one_owner(bring: Bring) -> None:
    report = bring(
        stated("a", event_id="e"),
        stated("b", event_id="e"),
        stated("c", event_id="e", text="Has a cat"),
        stated("d", event_id="e", owner="bo"),
    )
    assert (report.facts, report.unchanged) == (2, 1)
    assert reasons(report) == ["event_id_reused"]


def test_an_event_id_stands_for_the_dates_of_a_correction_too(bring: Bring) -> None:
    """Nothing told is dropped as known that says something else."""
    report = bring(
        stated("a", slot="home"),
        about("correct", "a", key="b", text="Lives in Braga", event_id="e", valid_from="2020-01-01T00:00:00Z"),
        about("correct", "a", key="c", text="Lives in Braga", event_id="e", valid_from="2021-01-01T00:00:00Z"),
    )
    assert reasons(report) == ["event_id_reused"]


def test_after_unchanged_the_key_names_the_fact_that_was_there(store: Store, bring: Bring) -> None:
    said = {"slot": "city", "valid_from": "2026-01-01T00:00:00Z"}
    report = bring(stated("f", **said), stated("again", recorded_at="2026-01-05T00:00:00Z", **said), about("pin", "again"))
    assert (report.facts, report.unchanged, report.refused) == (1, 1, ())
    assert facts(store)["Lives in Porto"].pinned


def test_times_may_stand_still_but_not_run_back_or_ahead(bring: Bring) -> None:
    report = bring(
        stated("a"),
        stated("b", text="Has a cat"),
        stated("c", text="Has a dog", recorded_at="2026-01-01T23:59:59Z"),
        stated("d", text="Has a bird", recorded_at="2026-06-15T12:00:01Z"),
    )
    assert report.facts == 2
    assert reasons(report) == ["recorded_backwards", "recorded_in_future"]


def test_what_comes_late_to_an_owner_is_known_from_now_on(store: Store, bring: Bring) -> None:
    assert bring(stated("f", recorded_at="2026-03-01T00:00:00Z")).notes == ()
    late = bring(stated("g", text="Has a cat"), stated("h", text="Has a dog", owner="bo"))
    assert len(late.notes) == 1
    then = AsOf(None, from_iso("2026-02-01T00:00:00Z"))
    assert [fact.text for fact in store.facts(Query(), then).facts] == ["Has a dog"]
    assert facts(store)["Has a cat"].recorded_at == from_iso("2026-01-02T00:00:00Z")


def test_the_owner_of_what_names_none(store: Store, bring: Bring) -> None:
    assert reasons(bring(stated("f", owner=None))) == ["bad_line"]
    assert bring(stated("f", owner=None), owner="ana").facts == 1


def test_a_new_fact_inherits_what_its_line_leaves_out(store: Store, bring: Bring) -> None:
    report = bring(
        stated("f", slot="city", kind="profile", subject="Lena", valid_from="2026-01-01T00:00:00Z"),
        about("supersede", "f", key="g", text="Lives in Braga", at="2026-02-01T00:00:00Z"),
        about("correct", "g", key="h", text="Lives in Faro", slot=None),
    )
    assert report.refused == ()
    braga, faro = facts(store)["Lives in Braga"], facts(store)["Lives in Faro"]
    assert (braga.slot, braga.kind, braga.subject, braga.state) == ("city", "profile", "Lena", "retracted")
    assert (faro.slot, faro.kind, faro.subject, faro.valid_from) == (None, "profile", "Lena", from_iso("2026-02-01T00:00:00Z"))


def test_a_subject_that_is_the_owner_is_written_as_they_are(store: Store, bring: Bring) -> None:
    of_vera = about("correct", "f", key="g", text="Lives in Braga", subject=None)
    assert bring(stated("f", owner="Vera Almeida", subject="Lena"), of_vera).refused == ()
    assert facts(store)["Lives in Braga"].subject == "Vera Almeida"


def test_by_names_a_fact_that_is_there(store: Store, bring: Bring) -> None:
    report = bring(stated("f"), stated("g", text="Lives in Braga"), about("supersede", "f", by="g", at="2026-02-01T00:00:00Z"))
    assert (report.facts, report.refused) == (2, ())
    porto = facts(store)["Lives in Porto"]
    assert (porto.state, porto.superseded_by) == ("superseded", facts(store)["Lives in Braga"].number)


def test_owners_are_not_mixed(bring: Bring) -> None:
    report = bring(stated("f"), stated("g", owner="bo"), about("supersede", "f", by="g"), about("end", "f", owner="bo"))
    assert reasons(report) == ["other_owner", "other_owner"]


@pytest.mark.parametrize("verb", ["supersede", "correct"])
def test_a_fact_does_not_take_its_own_place(store: Store, bring: Bring, verb: str) -> None:
    assert reasons(bring(stated("f"), about(verb, "f", by="f"))) == ["bad_line"]
    assert facts(store)["Lives in Porto"].state == "active"


def test_edges_live_as_long_as_their_facts(store: Store, bring: Bring) -> None:
    """P12: the last fact gone, the edge is closed; the fact back, the edge is back."""
    edge = {
        "op": "edge",
        "recorded_at": "2026-03-01T00:00:00Z",
        "from": "Ana",
        "relation": "lives in",
        "to": "Porto",
        "facts": ["f", "g"],
    }
    bring(stated("f"), stated("g", text="Has a flat in Porto"), edge)
    number = facts(store)["Lives in Porto"].number
    assert [relation.is_open for relation in store.card(number).edges] == [True]
    bring(about("retract", "f", x=1), about("retract", "g", x=2))
    assert [relation.is_open for relation in store.card(number).edges] == [False]
    bring(about("restore", "f"))
    assert [relation.is_open for relation in store.card(number).edges] == [True]
    assert store.edges("ana") == store.edges(None) == store.card(number).edges
    assert store.edges("bo") == ()


def test_an_edge_is_one_by_its_names_and_known_from_when_it_was_told(store: Store, bring: Bring) -> None:
    """P12, B8: another fact holds it up too, and what was deleted meanwhile no longer does."""
    edge = {"op": "edge", "from": "Ana", "relation": "lives in", "to": "Porto"}

    def told(day: int, *facts: str) -> dict[str, object]:
        return {**edge, "recorded_at": f"2026-01-{day:02}T00:00:00Z", "facts": list(facts)}

    facts = [stated(key, text=f"Fact {key}") for key in "fgh"]
    gone = {"op": "delete", "recorded_at": "2026-01-05T00:00:00Z", "fact": "g"}
    bring(*facts, told(3, "f"), told(4, "f", "g"), gone, told(6, "g"), told(7, "h"))
    assert [relation.facts for relation in store.edges("ana")] == [(1, 3)]
    known = [store.edges("ana", AsOf(known_at=from_iso(f"2026-01-{day:02}T12:00:00Z"))) for day in (2, 3)]
    assert [len(found) for found in known] == [0, 1]


def test_what_was_deleted_stays_deleted(store: Store, bring: Bring) -> None:
    lines = [stated("f", event_id="e"), about("delete", "f")]
    assert bring(*lines).refused == ()
    again = bring(*lines, stated("other-key", event_id="e", recorded_at="2026-04-01T00:00:00Z"))
    assert (again.facts, again.unchanged, again.refused) == (0, 3, ())
    assert facts(store) == {}


def test_automatic_facts_need_evidence(bring: Bring) -> None:
    """P1: no automatic fact without a message."""
    assert reasons(bring(stated("f", origin="online"))) == ["missing_evidence"]


@pytest.mark.parametrize(
    ("evidence", "reason"),
    [
        ([{"source": "nothing"}], "unknown_key"),
        ([{"source": "m", "quote": "I live in Paris"}], "quote_not_in_source"),
        ([{"source": "m", "quote": "I live in Porto" * 20}], "quote_too_long"),
    ],
)
def test_a_quote_stands_in_its_message(bring: Bring, evidence: list[dict[str, str]], reason: str) -> None:
    assert reasons(bring(source("m"), stated("f", evidence=evidence))) == [reason]


def test_byte_order_marks_line_ends_and_blank_lines_do_not_matter(bring: Bring) -> None:
    report = bring(
        b"\xef\xbb\xbf" + json.dumps(stated("f")).encode() + b"\r", b"", b"   \r", json.dumps(stated("g", text="Has a cat"))
    )
    assert (report.facts, report.refused) == (2, ())


def test_hostile_text_goes_in_as_it_stands(store: Store, bring: Bring) -> None:
    """U5: control characters, markup and directions are text like any other."""
    texts = ["a\u0000b", "\x1b]52;c;aGk=\x07", "[@click=app.quit]x[/]", "\u202egnp.exe", "\u0085\u009b31m", "e\u0301\u200d"]
    report = bring(*(stated(f"f{place}", text=text, slot=text) for place, text in enumerate(texts)))
    assert report.refused == ()
    assert set(facts(store)) == set(texts)


def test_a_line_without_end_is_skipped_and_named(bring: Bring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.imports.lines.LINE_LIMIT", 1000)
    report = bring(stated("f"), b"x" * 5000, stated("g", text="Has a cat"))
    assert [(line.place, line.reason) for line in report.refused] == [("line 2", "bad_line")]
    assert report.facts == 2


def test_a_cancelled_import_changes_nothing(store: Store, bring: Bring, db: Path) -> None:
    """U8: long work can be cancelled."""

    def cancel(done: int, total: int | None) -> None:
        raise Refused("cancelled")

    before = db.read_bytes()
    with pytest.raises(Refused, match="cancelled"):
        bring(stated("f"), progress=cancel)
    assert db.read_bytes() == before


def test_progress_counts_lines(bring: Bring) -> None:
    """Those that are refused too."""
    seen: list[tuple[int, int | None]] = []
    bring(
        *(stated(f"f{number}", text=f"Fact {number}") if number % 5 == 0 else "no event" for number in range(1200)),
        progress=lambda done, total: seen.append((done, total)),
    )
    assert seen == [(500, 1200), (1000, 1200), (1200, 1200)]


def test_a_long_import_lets_go_of_what_it_read(store: Store, bring: Bring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("store.imports.applying.FORGET_AFTER", 3)
    monkeypatch.setattr("store.imports.applying.AHEAD", 2)
    lines = [source("m"), stated("f", slot="city", valid_from="2026-01-01T00:00:00Z", evidence=[{"source": "m"}])]
    lines += [stated(f"n{number}", text=f"Fact {number}", evidence=[{"source": "m"}]) for number in range(9)]
    lines += [
        about("supersede", "f", key="g", text="Lives in Braga", at="2026-02-01T00:00:00Z"),
        about("pin", "g"),
        about("end", "n0"),
    ]
    assert bring(*lines).refused == ()
    assert facts(store)["Lives in Porto"].state == "superseded"
    assert facts(store)["Lives in Braga"].pinned


def test_an_import_says_so_in_the_log(store: Store, bring: Bring, clock: FixedClock) -> None:
    bring(stated("f"))
    clock.at += DAY
    bring(stated("g", text="Has a cat", recorded_at="2026-02-02T00:00:00Z"))
    assert [operation.actor for operation in store.changes()] == ["import:2", "import:1"]
    with pytest.raises(Refused, match="cannot be undone"):
        store.undo(1)
