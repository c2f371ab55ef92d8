"""`python -m tests.crash [N]`: kill N processes (200 unless told) inside every way to write, and say what was found.

`python -m tests.crash race [N]`: let two, then four processes decide N proposals (500 unless told) at once.

`python -m tests.crash disk`: let every way to write meet a disk that takes no more, and say why it was refused.

`python -m tests.crash damage [N]`: damage N stores (100 unless told), and let every command and the inspector meet each of them.
"""

import os
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.crash import damaging, disk, killing, racing
from tests.crash.acts import Deed
from tests.crash.deeds import DEEDS
from tests.crash.template import Template, build


def main(kills: int) -> int:
    """Kill, look, and print a line per deed; the exit status is 1 when any store was between."""
    broken = total = 0
    with tempfile.TemporaryDirectory() as name:
        os.environ["MEMORY_INSPECTOR_KEYS"] = str(Path(name) / "keys")
        template = build(Path(name))
        each, more = divmod(kills, len(DEEDS))
        for place, (title, deed) in enumerate(DEEDS.items()):
            found, points = kill(title, template, deed, max(1, each + (place < more)))
            broken += found["BROKEN"]
            total += sum(found.values())
            told = ", ".join(f"{state} {number}" for state, number in sorted(found.items()))
            print(f"{title}: {sum(found.values())} kills over {points} points: {told}", flush=True)
    print(f"{total} kills in {len(DEEDS)} deeds: {broken} broken")
    return 1 if broken else 0


def kill(title: str, template: Template, deed: Deed, count: int) -> tuple[Counter[str], int]:
    """Kill so many processes inside a deed; returns how often each state was found, and the number of points."""
    found: Counter[str] = Counter()
    whole = killing.whole(template, deed)
    for kill in killing.kills(template, deed, whole, count):
        try:
            found[killing.found(kill(), deed, whole)] += 1
        except Exception as error:
            found["BROKEN"] += 1
            print(f"{title}: {type(error).__name__}: {error}")
    return found, whole.points


def race(proposals: int) -> int:
    """Let processes decide the same proposals; the exit status is 1 when one was lost or decided twice."""
    broken = False
    for processes in (2, 4):
        with tempfile.TemporaryDirectory() as name:
            os.environ["MEMORY_INSPECTOR_KEYS"] = str(Path(name) / "keys")
            found = racing.race(Path(name), proposals, processes)
        lost = proposals - len(found.decided)
        doubled = sum(number > 1 for number in found.decided.values())
        told = ", ".join(f"{reason} {number}" for reason, number in sorted(found.told.items()))
        print(f"{proposals} proposals, {processes} processes: {lost} lost, {doubled} doubled; the others were told: {told}")
        broken = broken or bool(lost or doubled or found.operations != proposals)
    return 1 if broken else 0


def full() -> int:
    """Limit what may be written, to little, to half a store and to a whole one; the exit status is 1 when a store was between."""
    broken = 0
    with tempfile.TemporaryDirectory() as name:
        os.environ["MEMORY_INSPECTOR_KEYS"] = str(Path(name) / "keys")
        template = build(Path(name))
        size = template.path.stat().st_size
        for title, deed in DEEDS.items():
            whole = killing.whole(template, deed)
            told = []
            for limit in (1024, size // 2, size - 4096, size):
                path = killing.ready(template, deed, "killed")
                reason = disk.attempt(deed, path, limit, Path(name) / "told")
                try:
                    told.append(f"{reason} ({killing.found(path, deed, whole)})")
                except AssertionError as error:
                    told.append(f"BROKEN ({error})")
                broken += told[-1].startswith(("BROKEN", "!"))
            print(f"{title}: {', '.join(told)}", flush=True)
    print(f"{len(DEEDS)} deeds at 4 limits: {broken} broken")
    return 1 if broken else 0


def damage(stores: int) -> int:
    """Damage stores, a quarter of them by cutting them short; the exit status is 1 when an answer did not help."""
    met: Counter[tuple[str, str]] = Counter()
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        os.environ["MEMORY_INSPECTOR_KEYS"] = str(Path(name) / "keys")
        os.environ["HOME"] = name
        whole = damaging.fill(Path(name))
        data, chance = whole.read_bytes(), random.Random(stores)
        cuts = list(damaging.cuts(data))
        for place in range(stores):
            done = chance.choice(cuts) if place % 4 == 0 else damaging.flips(data, chance)
            for one in damaging.meet(damaging.damaged(whole, done), keys=True):
                met[" ".join(one.command), one.told] += 1
                if one.wrong:
                    wrong += 1
                    print(f"{done.name}: {' '.join(one.command)}: {one.wrong}", flush=True)
    for command in sorted({command for command, _ in met}):
        told = ", ".join(f"{told} {number}" for (given, told), number in sorted(met.items()) if given == command)
        print(f"{command}: {told}")
    print(f"{stores} damaged stores: {wrong} answers that do not help")
    return 1 if wrong else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["race"]:
        sys.exit(race(int(words[1]) if len(words) > 1 else 500))
    if words[:1] == ["disk"]:
        sys.exit(full())
    if words[:1] == ["damage"]:
        sys.exit(damage(int(words[1]) if len(words) > 1 else 100))
    sys.exit(main(int(words[0]) if words else 200))
