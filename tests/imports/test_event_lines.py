"""A line of an event file is either understood as it stands or refused with its reason; never half, never with a traceback."""

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.errors import Refused
from store.imports.event import parse
from store.imports.lines import canonical, read_object
from tests.imports.conftest import about, source, stated


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", "bad_json"),
        (b"nothing", "bad_json"),
        (b'{"op": "assert", "op": "source"}', "bad_json"),
        (b'{"importance": NaN}', "bad_json"),
        (b'{"importance": -Infinity}', "bad_json"),
        (b'{"importance": ' + b"9" * 5000 + b"}", "bad_json"),
        (b'{"text": "\xff"}', "bad_json"),
        (b'{"text": "a\x00b"}', "bad_json"),
        (b"[" * 100_000, "bad_json"),
        (b"[1, 2]", "bad_line"),
        (b'"text"', "bad_line"),
    ],
)
def test_what_is_no_object_is_refused(line: bytes, reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_object(line)
    assert refusal.value.reason == reason


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({}, "bad_line"),
        ({"op": "explode", "recorded_at": "2026-01-01T00:00:00Z"}, "bad_line"),
        (stated("f", recorded_at=None), "bad_line"),
        (stated("f", recorded_at="yesterday"), "bad_time"),
        (stated("f", recorded_at="2026-01-01T00:00:00"), "naive_time"),
        (stated("f", recorded_at=1767225600), "bad_line"),
        (stated("f", recorded_at="0001-01-01T00:00:00+14:00"), "bad_time"),
        (stated(""), "bad_line"),
        (stated("f", text=None), "bad_line"),
        (stated("f", text=["a"]), "bad_line"),
        (stated("f", text="half \ud800"), "bad_text"),
        (stated("f", slot=3), "bad_line"),
        (stated("f", importance=11), "bad_line"),
        (stated("f", importance=True), "bad_line"),
        (stated("f", importance=2**70), "bad_line"),
        (stated("f", origin="oracle"), "bad_line"),
        (stated("f", valid_from_exact="yes"), "bad_line"),
        (stated("f", evidence={"source": "m"}), "bad_line"),
        (stated("f", evidence=["m"]), "bad_line"),
        (stated("f", evidence=[{"quote": "x"}]), "bad_line"),
        (stated("f", valid_from="2026-02-01T00:00:00Z", valid_to="2026-02-01T01:00:00+01:00"), "empty_interval"),
        (source("m", kind="rumour"), "bad_line"),
        (about("end", ""), "bad_line"),
        (about("supersede", "f"), "bad_line"),
        (about("end", "f", at="2026-02-01T00:00:00Z", until="2026-02-01T00:00:00Z"), "empty_interval"),
        ({"op": "edge", "recorded_at": "2026-01-01T00:00:00Z", "from": "a", "relation": "b", "to": "c", "facts": []}, "bad_line"),
    ],
)
def test_what_a_line_must_hold(line: dict[str, Any], reason: str) -> None:
    with pytest.raises(Refused) as refusal:
        parse(line)
    assert refusal.value.reason == reason


def test_a_field_nobody_named_is_ignored() -> None:
    assert parse(stated("f", mood="glad")).text == "Lives in Porto"


def test_the_same_content_is_the_same_however_it_is_written() -> None:
    assert canonical(read_object(b'{"b": 1, "a": "\\u0430"}')) == canonical(read_object('{ "a":"а","b":1 }'.encode()))


def test_what_is_absent_is_told_from_what_is_null() -> None:
    assert "slot" in parse(about("correct", "f", slot=None)).given
    assert "slot" not in parse(about("correct", "f")).given


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=5,
)


@given(
    fields=st.dictionaries(
        st.sampled_from([*stated("f"), "slot", "kind", "valid_from", "valid_to", "evidence", "importance", "origin"]), JSON
    )
)
def test_any_object_is_parsed_or_refused(fields: dict[str, Any]) -> None:
    with contextlib.suppress(Refused):
        parse({**stated("f"), **fields})
