"""`python -m tests.nightly [--scale [FACTS]]` prints the figures of nights over the shared data; ends with 1 when one is missed."""

import os
import sys
import tempfile
from pathlib import Path

from tests.nightly import shared
from tests.pairs import data as pairs
from tests.pairs.measures import Line


def main() -> int:
    data = pairs.folder()
    if data is None:
        print("The shared data is not here: set MEMORY_INSPECTOR_SHARED to the folder that holds it.")
        return 2
    missed = 0

    def show(lines: list[Line]) -> None:
        nonlocal missed
        for line in lines:
            print(line.text(), flush=True)
            missed += line.missed

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["MEMORY_INSPECTOR_KEYS"] = str(folder / "keys")
        if "--scale" in sys.argv:
            numbers = [int(word) for word in sys.argv[1:] if word.isdigit()]
            show(shared.scale_lines(folder, data, numbers[0] if numbers else 100_000))
            return 1 if missed else 0
        show(shared.equal_text_lines(folder, shared.profiles(data)))
        show(shared.one_owner_lines(folder, shared.profiles(data)))
        show(shared.many_owners_lines(folder, shared.profiles(data)))
        with shared.chats(folder, data) as chats:
            lines, said = shared.locomo_lines(chats)
        show(lines)
        for text in said:
            print(f"  {text}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
