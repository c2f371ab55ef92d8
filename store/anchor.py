"""The end of the audit chain, kept outside the store: whoever cuts or empties the chain in the store alone is found out.

The anchor lies beside the audit key. Before a change is committed the new end is noted as pending, after it as the end; a process
killed in between leaves the chain at one of the two.
"""

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from threading import get_ident

from store.keys import keys_folder


@dataclass(frozen=True, slots=True)
class End:
    """The number of entries in the chain, and the hash of the last."""

    count: int
    hash: str


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where the chain is known to have ended, where it ends if the latest change was committed, and ends that were cut off."""

    end: End
    pending: End | None = None
    lost: tuple[End, ...] = ()


def read(store_id: str, store: Path) -> Anchor | None:
    """Return the anchor of the store in a file, or `None` where there is none that can be read."""
    try:
        told = json.loads(_path(store_id, store).read_text(encoding="utf-8"))
        pending = told.get("pending")
        return Anchor(End(**told["end"]), End(**pending) if pending else None, tuple(End(**one) for one in told.get("lost", ())))
    except (OSError, ValueError, TypeError, KeyError):
        return None


def kept(store: Path) -> dict[str, Anchor]:
    """Return the anchors of the file at a path, by the id of the store it held: what a copy of the file is compared with."""
    ids = [file.name.partition(".")[0] for file in keys_folder().glob(f"*.{_place(store)}.anchor")]
    known = {store_id: read(store_id, store) for store_id in ids}
    return {store_id: anchor for store_id, anchor in known.items() if anchor is not None}


def write(store_id: str, store: Path, anchor: Anchor) -> None:
    """Keep the anchor of the store in a file, 0600, in one step; where that cannot be done, the next change tries again."""
    path = _path(store_id, store)
    told = {
        "end": _told(anchor.end),
        "pending": _told(anchor.pending) if anchor.pending else None,
        "lost": [_told(one) for one in anchor.lost],
    }
    draft = path.with_suffix(f".{os.getpid()}-{get_ident()}.draft")
    try:
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            json.dump(told, file)
        draft.replace(path)
    except OSError:
        with suppress(OSError):
            draft.unlink()


def _told(end: End) -> dict[str, int | str]:
    return {"count": end.count, "hash": end.hash}


def _path(store_id: str, store: Path) -> Path:
    """Return where the anchor is: by the file as well, because a copy of a store goes its own way."""
    return keys_folder() / f"{store_id}.{_place(store)}.anchor"


def _place(store: Path) -> str:
    """Return what stands for the place of a file, by whichever link it is reached."""
    return hashlib.sha256(os.fsencode(os.path.realpath(store))).hexdigest()[:16]
