"""Published bi-temporal cases (XTDB, bitempura, PostgreSQL), replayed through the command line."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.published.commands import Commands

FAR = datetime.max.replace(tzinfo=UTC)


def load(shared: Path) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((shared / "data" / "bitemporal" / "cases.json").read_text(encoding="utf-8"))
    return cases


def instant(day: str) -> str:
    """A case's time, which is in UTC, with its offset."""
    return f"{day if 'T' in day else f'{day}T00:00'}:00Z"


class Replay:
    """Turns the operations of a case into events, as a person would have said them."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        self.starts: dict[tuple[str, str], str] = {}
        self.newest: dict[str, str] = {}

    def add(self, operation: dict[str, Any]) -> None:
        slot, tx = str(operation["key"]), instant(operation["tx"])
        start = instant(operation.get("valid_from") or operation["tx"])
        end = instant(operation["valid_to"]) if operation.get("valid_to") else None
        key = f"f{len(self.events)}"
        event: dict[str, Any] = {"recorded_at": tx}
        if operation["op"] == "put":
            text = json.dumps(operation["value"])
            there = self.starts.get((slot, start))
            if there is not None and end is None:
                event |= {"op": "correct", "fact": there, "key": key, "text": text}
            else:
                event |= {
                    "op": "assert",
                    "key": key,
                    "owner": "case",
                    "slot": slot,
                    "text": text,
                    "valid_from": start,
                    "valid_to": end,
                }
            self.starts[slot, start] = self.newest[slot] = key
            self.events.append(event)
        elif operation["op"] == "delete":
            event |= {"op": "end", "fact": self.newest.get(slot, "none"), "at": start, "until": end}
            self.events.append(event)
        else:
            keys = [other for (name, _), other in self.starts.items() if name == slot]
            self.events += [{"op": "delete", "recorded_at": tx, "fact": other} for other in dict.fromkeys(keys)]


def rows(run: Commands, slot: str) -> list[list[Any]]:
    """Every belief about a slot: value, valid from and to, system from and to."""
    found = []
    for fact in run("facts", "--state", "all", "--slot", slot, "--limit", "100"):
        shown = run("show", fact["id"])
        found += [
            [json.loads(shown["text"]), *(row[name] for name in ("valid_from", "valid_to", "system_from", "system_to"))]
            for row in shown["beliefs"]
            if row["valid_from"] != row["valid_to"] and row["system_from"] != row["system_to"]
        ]
    return found


def moment(said: str | None) -> datetime:
    if said is None:
        return FAR
    return datetime.fromisoformat(said)


def region(found: list[list[Any]]) -> set[tuple[datetime, datetime]]:
    """The corner points of the region in which rows hold, on a grid all rows share, for comparing regions."""
    return {(start, known) for start, _, known, _ in ([moment(part) for part in row] for row in found)}


def covers(found: list[list[Any]], valid: datetime, known: datetime) -> bool:
    return any(moment(row[0]) <= valid < moment(row[1]) and moment(row[2]) <= known < moment(row[3]) for row in found)


def same_region(found: list[list[Any]], expected: list[list[Any]]) -> bool:
    points = region(found) | region(expected)
    valids, knowns = {valid for valid, _ in points}, {known for _, known in points}
    return all(covers(found, valid, known) == covers(expected, valid, known) for valid in valids for known in knowns)


def answer(run: Commands, check: dict[str, Any]) -> Any:
    """What the store says to an as-of check."""
    known = ["--known-at", instant(check["tx"])] if check["tx"] else []
    facts = run("facts", "--valid-at", instant(check["valid"]), *known, "--limit", "100")
    return {fact["slot"]: json.loads(fact["text"]) for fact in facts}


def holds(run: Commands, replay: Replay, check: dict[str, Any]) -> bool:
    """Whether the store gives the published answer."""
    expected: Any = check.get("expect")
    match check["kind"]:
        case "as_of":
            return bool(answer(run, check) == {str(key): value for key, value in expected.items()})
        case "as_of_keys":
            return sorted(answer(run, check)) == sorted(map(str, expected))
        case "history":
            found = rows(run, check["key"])
            parts = [row[0] for row in check["expect_rows"]] + [row[0] for row in found]
            return all(
                same_region(
                    [row[1:] for row in found if row[0] == value],
                    [[part and instant(part) for part in row[1:]] for row in check["expect_rows"] if row[0] == value],
                )
                for value in parts
            )
        case "region":
            found = [row[1:] for row in rows(run, check["key"]) if row[0] == check["value"]]
            return same_region(found, [[part and instant(part) for part in row] for row in expected])
        case _:
            counts = {key: len(rows(run, key)) for key in ("doc", "other")}
            return bool({key: number for key, number in counts.items() if number} == expected)


def played(folder: Path, operations: list[dict[str, Any]]) -> tuple[Commands, Replay]:
    """A store in which the operations of a case were played, none of them refused."""
    folder.mkdir()
    run, replay = Commands(folder / "case.db"), Replay()
    run("init")
    for operation in operations:
        replay.add(operation)
    assert run.bring(folder, replay.events)["refused"] == []
    return run, replay


def test_every_published_check_gets_its_answer(shared: Path, tmp_path: Path) -> None:
    """B1, B2, B5, B8, B10: 49 of 49 answers, 5 of 5 refused untouched, 4 of 4 from the beliefs."""
    told = {"answers": 0, "refused": 0, "beliefs": 0}
    stores: dict[str, tuple[Commands, Replay]] = {}
    for case in load(shared):
        for number, check in enumerate(case["checks"]):
            operations = case["ops"][: check.get("upto")]
            if check["kind"] == "error":
                folder = tmp_path / f"{case['id']}-{number}"
                run, replay = played(folder, operations)
                replay.add({"op": "put", "tx": "2021-12-01", "key": "A", "value": "seed"})
                run.bring(folder, replay.events)
                before = run("changes")
                replay.events.clear()
                replay.add(check["op"])
                assert len(run.bring(folder, replay.events)["refused"]) == 1, check
                assert run("changes") == before
                assert run("check")["ok"]
                told["refused"] += 1
            else:
                name = f"{case['id']}-of-{len(operations)}"
                if name not in stores:
                    stores[name] = played(tmp_path / name, operations)
                assert holds(*stores[name], check), (case["id"], check)
                told["beliefs" if check["kind"] in ("region", "row_count") else "answers"] += 1
    assert all(run("check")["ok"] for run, _ in stores.values())
    assert told == {"answers": 49, "refused": 5, "beliefs": 4}
