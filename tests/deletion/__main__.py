"""`python -m tests.deletion [N]`: deleting one of N facts (10,000 unless told), beside a raw delete and `optimize` on the same file.

Then one of ten owners of as many facts, made of words that look like hex, of three letters, and of letters that meet by chance.
"""

import io
import os
import random
import shutil
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from store import sqlite
from store.deletion import Scope
from store.imports import run_import
from store.store import Store, create_store

WORDS = ("harbour", "winter", "cello", "ferry", "orange", "window", "seven", "painter", "quiet", "silver", "garden", "letter")
LIKE_HEX = ("facade", "decade", "cafe", "deed", "fed", "ace", "bed", "cat", "tea")
LETTERS = "abcdefghijklmnop"
ROUNDS = 5


def main(facts: int) -> int:
    """Measure both ways in turn and print the ratio; the exit status is 1 when it is above three."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["MEMORY_INSPECTOR_KEYS"] = str(folder / "keys")
        path = folder / "memory.db"
        chance = random.Random(5)
        lines = "\n".join(f"Remembers {' '.join(chance.choices(WORDS, k=6))} {number}" for number in range(facts))
        with create_store(path, actor="person:bench") as store:
            run_import(store, "text", io.BytesIO(lines.encode()), owner="ana")
            clean: list[float] = []
            raw: list[float] = []
            for place in range(ROUNDS):
                number = 1 + place * (facts // ROUNDS)
                clean.append(_took(lambda number=number: store.deletions.delete(Scope("facts", (number,)))))  # type: ignore[misc]
                raw.append(_raw(path, folder / "raw.db", number + 1))
            print(f"{facts:,} facts, {path.stat().st_size / 1e6:.0f} MB")
            print(f"clean delete {median(clean) * 1000:.0f} ms; raw delete and optimize {median(raw) * 1000:.0f} ms")
            print(f"ratio {median(clean) / median(raw):.2f} (at most 3)")
            _show_progress(store)
        left = _delete_an_owner(folder / "owners.db", facts, chance)
    if left:
        return 1
    return 0 if median(clean) <= 3 * median(raw) else 1


def _raw(path: Path, copy: Path, number: int) -> float:
    """Delete a fact's rows by plain SQL in a copy, and merge the index."""
    shutil.copy(path, copy)
    connection = sqlite.configured(copy)

    def work() -> None:
        connection.execute("BEGIN IMMEDIATE")
        connection.execute(
            "INSERT INTO fact_search(fact_search, rowid, stems, words) SELECT 'delete', fact_id, stems, words FROM fact_words"
            " WHERE fact_id = ?",
            (number,),
        )
        for table in ("fact_words", "head", "belief"):
            connection.execute(f"DELETE FROM {table} WHERE fact_id = ?", (number,))
        connection.execute("DELETE FROM fact WHERE id = ?", (number,))
        connection.execute("COMMIT")
        connection.execute("INSERT INTO fact_search(fact_search) VALUES ('optimize')")

    took = _took(work)
    connection.close()
    return took


def _delete_an_owner(path: Path, facts: int, chance: random.Random) -> int:
    """Delete one of ten owners, and say how long it took and how many of their texts are still in the file."""
    texts = [
        " ".join(chance.choices(LIKE_HEX, k=2) + ["".join(chance.choices(LETTERS, k=6)) for _ in range(5)]) for _ in range(facts)
    ]
    with create_store(path, actor="person:bench") as store:
        for owner in range(10):
            run_import(store, "text", io.BytesIO("\n".join(texts[owner::10]).encode()), owner=f"u{owner}")
        began = time.perf_counter()
        deletion = store.deletions.delete(Scope("owner", name="u3"))
        took = time.perf_counter() - began
        data = path.read_bytes()
        left = [text for text in texts[3::10] if text.encode() in data]
        where = "".join(f", {step.where}" for step in deletion.steps if step.where)
        print(f"an owner of {len(texts[3::10]):,} facts: {deletion.state} in {took:.1f} s, {len(left)} texts left{where}")
    return len(left) + (deletion.state != "done")


def _took(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def _show_progress(store: Store) -> None:
    seen: list[str] = []
    store.deletions.delete(
        Scope("facts", (3,)), progress=lambda mirror, done, total: seen.append(f"{mirror} {done + 1} of {total}")
    )
    print("progress: " + ", ".join(seen))


if __name__ == "__main__":
    try:
        sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000))
    except sqlite3.Error as error:
        sys.exit(str(error))
