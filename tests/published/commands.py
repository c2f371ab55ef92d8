"""Runs commands of the command line in this process and reads the JSON they print."""

import io
import json
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from inspector.cli import main


class Commands:
    """The command line on one store."""

    def __init__(self, store: Path) -> None:
        self.store = store

    def __call__(self, *arguments: str) -> Any:
        """Run a command with `--json` and return what it printed; an error is returned as its own object."""
        printed = io.StringIO()
        with redirect_stdout(printed), redirect_stderr(io.StringIO()):
            self.status = main(["--db", str(self.store), *arguments, "--json"])
        return json.loads(printed.getvalue())

    def bring(self, folder: Path, events: list[dict[str, Any]]) -> Any:
        """Import events."""
        path = folder / f"events-{len(list(folder.glob('events-*')))}.jsonl"
        path.write_text("".join(json.dumps(event) + "\n" for event in events), encoding="utf-8")
        return self("import", "events", str(path))
