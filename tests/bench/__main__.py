"""`python -m tests.bench [FACTS]` prints every ratio; it ends with 1 when one is above what is promised."""

import os
import sys
import tempfile
from pathlib import Path

from tests.bench import reading, startup


def main() -> int:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    missed = 0
    with tempfile.TemporaryDirectory(prefix="memory-inspector-bench-") as name:
        folder = Path(name)
        os.environ["MEMORY_INSPECTOR_KEYS"] = str(folder / "keys")
        for ratio in (*startup.ratios(folder), *reading.ratios(folder, count)):
            print(ratio.line(), flush=True)
            missed += ratio.most is not None and ratio.ratio > ratio.most
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
