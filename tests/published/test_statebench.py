"""StateBench's timelines of writes, replayed as a history."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.published.commands import Commands


def writes(timeline: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    """Everything a timeline writes, with its time, in the order of time."""
    found = [(fact["ts"], fact) for fact in timeline["initial_state"]["persistent_facts"]]
    found += [(event["ts"], write) for event in timeline["events"] for write in event.get("writes", ())]
    return sorted(found, key=lambda pair: pair[0])


def events(timelines: list[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], str | None]]:
    """Events and, for a replacement, the key of what it replaces."""
    for number, timeline in enumerate(timelines):
        known: dict[str, str] = {}
        for place, (ts, write) in enumerate(writes(timeline)):
            key = f"{number}/{place}"
            event = {"recorded_at": f"{ts}Z", "key": key, "text": write["value"]}
            old = known.get(write["supersedes"]) if write["supersedes"] else None
            if old is None:
                event |= {"op": "assert", "owner": f"timeline {number}", "valid_from": f"{ts}Z"}
            else:
                event |= {"op": "supersede", "fact": old, "at": f"{ts}Z"}
            yield event, old
            known[write["id"]] = known[write["key"]] = key


def test_replacements_replace(shared: Path, tmp_path: Path) -> None:
    """B2, B5, B6: 167 superseded; replacements active, or superseded later (40); 163 active one second before; 0 refused."""
    lines = (shared / "data" / "statebench" / "dev.jsonl").read_text(encoding="utf-8").splitlines()
    told = sorted(events([json.loads(line) for line in lines]), key=lambda pair: pair[0]["recorded_at"])
    run = Commands(tmp_path / "statebench.db")
    report = run.bring(tmp_path, [event for event, _ in told])
    assert report["refused"] == []
    assert run("check")["ok"]
    by_key = {event["key"]: number for number, (event, _) in enumerate(told, start=1)}
    states = {fact["number"]: fact["state"] for fact in run("facts", "--state", "all", "--limit", "10000")}
    replaced = [(by_key[old], by_key[event["key"]], event["recorded_at"]) for event, old in told if old]
    assert len(replaced) == 167
    assert {states[old] for old, _, _ in replaced} == {"superseded"}
    replacements = [states[new] for _, new, _ in replaced]
    assert (replacements.count("active"), replacements.count("superseded")) == (127, 40)

    from store.clock import SECOND, from_iso
    from store.store import open_store
    from store.values import AsOf

    with open_store(run.store) as store:
        before = [store.fact(old, AsOf(from_iso(at) - SECOND)).state for old, _, at in replaced]
    assert before.count("active") == 163
