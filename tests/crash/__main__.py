"""`python -m tests.crash [N]`: kill N processes (200 unless told) inside every kind of change, and say what was found.

`python -m tests.crash race [N]`: let four processes decide N proposals (500 unless told) at once.
"""

import os
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path

from tests.crash import killing, racing


def main(kills: int) -> int:
    """Kill, look, and print a line per deed; the exit status is 1 when any store was between."""
    broken = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["MEMORY_INSPECTOR_KEYS"] = str(folder / "keys")
        template = killing.build(folder)
        before = killing.meaning(template.copy("before"))
        each = max(1, kills // len(killing.DEEDS))
        for title, deed in killing.DEEDS.items():
            path = template.copy("after")
            started = time.monotonic()
            with killing.opened(path) as store:
                deed(store)
            took = time.monotonic() - started
            names = {before: "before", killing.meaning(path): "after"}
            last = killing.points(template, deed)
            counted = [1 + round(kill * (last - 1) / max(1, each // 2 - 1)) for kill in range(each // 2)]
            killed = [partial(killing.kill_at, template, deed, point, "killed") for point in counted]
            killed += [
                partial(killing.kill_after, template, deed, moment, "killed")
                for moment in killing.moments(each - len(counted), took)
            ]
            found: Counter[str] = Counter()
            for kill in killed:
                try:
                    found[names.get(killing.meaning(kill()), "BETWEEN")] += 1
                except AssertionError as error:
                    found["BROKEN"] += 1
                    print(f"{title}: {error}")
            broken += found["BETWEEN"] + found["BROKEN"]
            told = ", ".join(f"{state} {number}" for state, number in sorted(found.items()))
            print(f"{title}: {sum(found.values())} kills over {last} points: {told}")
    return 1 if broken else 0


def race(proposals: int) -> int:
    """Let four processes decide the same proposals; the exit status is 1 when one was lost or decided twice."""
    with tempfile.TemporaryDirectory() as name:
        os.environ["MEMORY_INSPECTOR_KEYS"] = str(Path(name) / "keys")
        found = racing.race(Path(name), proposals, 4)
    lost = proposals - len(found.decided)
    doubled = sum(number > 1 for number in found.decided.values())
    told = ", ".join(f"{reason} {number}" for reason, number in sorted(found.told.items()))
    print(f"{proposals} proposals, 4 processes: {lost} lost, {doubled} doubled; the others were told: {told}")
    return 1 if lost or doubled or found.operations != proposals else 0


if __name__ == "__main__":
    words = sys.argv[1:]
    if words[:1] == ["race"]:
        sys.exit(race(int(words[1]) if len(words) > 1 else 500))
    sys.exit(main(int(words[0]) if words else 200))
