"""Bringing memories into a store from within the inspector; called in threads."""

import getpass
import io
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from store.store import Store
    from store.values import ImportReport

Progress = Callable[[int, int | None], None]


def paste(store: "Store", progress: Progress, *, text: str, owner: str) -> "ImportReport":
    """Take a pasted list in, one fact a line."""
    from store import imports

    return imports.run_import(store, "text", io.BytesIO(text.encode("utf-8", "replace")), owner=owner, progress=progress)


def file(store: "Store", progress: Progress, *, path: Path, owner: str | None) -> "ImportReport":
    """Take a file in, in the format it is found to have.

    Raises:
        Refused: `unknown_format`, `bad_file`, `file_not_found`.
    """
    from store import imports

    with imports.opened(str(path)) as opened:
        name = imports.detect(opened, str(path))
        owner = owner or getpass.getuser() if imports.FORMATS[name].needs_owner else owner
        return imports.run_import(store, name, opened, owner=owner, progress=progress)
