"""The shared pairs, read where they are."""

import json
import os
import re
from collections.abc import Iterator
from itertools import combinations
from pathlib import Path
from typing import NamedTuple


class Pair(NamedTuple):
    """Two texts and what people said of them: a label, and for SICK how related they are (1 to 5)."""

    first: str
    second: str
    label: str
    related: float = 0.0


def folder() -> Path | None:
    """Return the folder of shared data, or None where there is none."""
    shared = Path(os.environ.get("MEMORY_INSPECTOR_SHARED") or Path(__file__).resolve().parents[3] / "shared")
    data = shared / "data" if (shared / "data").is_dir() else shared
    return data if (data / "pairs").is_dir() else None


def sick(data: Path) -> Iterator[Pair]:
    for row in _rows(data / "pairs/SICK_train.txt")[1:]:
        yield Pair(row[1], row[2], row[4], float(row[3]))


def mrpc(data: Path, part: str) -> Iterator[Pair]:
    for row in _rows(data / f"pairs/msr-para-{part}.tsv")[1:]:
        yield Pair(row[3], row[4], row[0])


def lcqmc(data: Path) -> Iterator[Pair]:
    for row in _rows(data / "pairs/LCQMC_dev.txt"):
        yield Pair(row[0], row[1], row[2].strip())


def ocnli(data: Path) -> Iterator[Pair]:
    for row in _rows(data / "pairs/OCNLI_dev.txt"):
        yield Pair(row[0], row[1], row[2].strip())


def koziev(data: Path) -> Iterator[Pair]:
    text = (data / "pairs/koziev_SENT6.duplicates.txt").read_text(encoding="utf-8-sig")
    for group in re.split(r"\n\s*\n", text):
        for first, second in combinations([line for line in group.splitlines() if line.strip()], 2):
            yield Pair(first, second, "1")


def profiles(data: Path) -> list[list[str]]:
    """Return the facts of each Russian profile."""
    rows = [[cell.strip() for cell in row if cell.strip()] for row in _rows(data / "ru/profiles.tsv")[1:]]
    return [row for row in rows if row]


def locomo(data: Path) -> Iterator[list[str]]:
    """Yield the facts of one speaker of one conversation after another."""
    for chat in json.loads((data / "locomo/locomo10.json").read_text(encoding="utf-8")):
        said: dict[str, list[str]] = {}
        for session in chat["observation"].values():
            for speaker, facts in session.items():
                said.setdefault(speaker, []).extend(fact for fact, *_ in facts)
        yield from said.values()


def _rows(path: Path) -> list[list[str]]:
    return [line.split("\t") for line in path.read_text(encoding="utf-8-sig").splitlines() if line.strip()]
