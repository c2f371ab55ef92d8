"""Bringing in what people have already; every format becomes events, and one bulk path applies them."""

import codecs
import io
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from store.actors import IMPORT
from store.clock import Instant
from store.errors import Refused
from store.imports.locomo import read_locomo
from store.imports.reading import Reading, read_events
from store.imports.text import read_text
from store.values import ImportReport

if TYPE_CHECKING:
    from store.store import Store

PEEK = 4096
UNCLAIMED = "Some of the times told lie before what the store already knew of their owner; what they tell counts as learned now."


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file that can be brought in.

    Args:
        what: One line on what it is.
        read: Turns a file into events, given the owner of what names none, and now.
        told_times: The times it tells are system time, where the rules allow it.
        needs_owner: Its records name no owner.
    """

    what: str
    read: Callable[[BinaryIO, str | None, Instant], Reading]
    told_times: bool = True
    needs_owner: bool = False


FORMATS = {
    "events": Format("a history, one JSON event a line: sources, facts and what became of them", read_events),
    "locomo": Format("LoCoMo conversations: messages become sources, observations become facts", read_locomo),
    "text": Format("a pasted list, one fact a line, with or without bullets", read_text, told_times=False, needs_owner=True),
}


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """Open a file to import; `-` is stdin. UTF-16 that begins with its mark is read as UTF-8.

    Raises:
        Refused: `file_not_found`, `bad_file`.
    """
    if path == "-":
        with _naming("stdin"):
            yield _as_utf8(sys.stdin.buffer)
        return
    if not path:
        raise Refused("file_not_found", path=path)
    try:
        file = Path(path).open("rb")  # noqa: SIM115
    except FileNotFoundError:
        raise Refused("file_not_found", path=path) from None
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else "it is no file name"
        raise Refused("bad_file", path=path, format="a file", why=why.lower()) from None
    with file, _naming(path):
        try:
            yield _as_utf8(file)
        except OSError as error:  # a file that opens and cannot be read, as on a broken disk
            if error.filename is not None or not error.strerror:
                raise
            raise Refused("bad_file", path=path, format="a file", why=error.strerror.lower()) from None


def _as_utf8(file: BinaryIO) -> BinaryIO:
    """Return a file as it is, or if its mark says that it is UTF-16, what it holds as UTF-8.

    Raises:
        Refused: `bad_file`.
    """
    if not isinstance(file, io.BufferedReader) or not file.peek(2).startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return file
    try:
        return io.BufferedReader(io.BytesIO(file.read().decode("utf-16").encode()))
    except UnicodeDecodeError:
        raise Refused(
            "bad_file", path="the file", format="UTF-16", why="it begins as that and is none; save it as UTF-8"
        ) from None


@contextmanager
def _naming(path: str) -> Iterator[None]:
    """Name the file in what a format says of it, as formats read files and know no names."""
    try:
        yield
    except Refused as error:
        if error.reason != "bad_file" or error.details["path"] != "the file":
            raise
        raise Refused("bad_file", **{**error.details, "path": path}) from None


def detect(file: BinaryIO, path: str) -> str:
    """Tell the format of a file by how it begins, else by its name.

    Raises:
        Refused: `unknown_format`.
    """
    peek = getattr(file, "peek", None)
    start = peek(PEEK)[:PEEK] if peek else b""
    head = start.decode("utf-8-sig", "replace").lstrip()
    if head.startswith("{") and '"op"' in head.partition("\n")[0]:
        return "events"
    if head.startswith(("[", "{")) and (
        '"dia_id"' in head or '"conversation"' in head or '"sample_id"' in head or '"qa"' in head
    ):
        return "locomo"
    if path.endswith((".txt", ".md")) or head.startswith(("- ", "* ", "+ ", "• ")):
        return "text"
    raise Refused("unknown_format", path=path)


def run_import(
    store: "Store",
    form: str,
    file: BinaryIO,
    *,
    owner: str | None = None,
    dry_run: bool = False,
    progress: Callable[[int, int | None], None] = lambda done, total: None,
) -> ImportReport:
    """Bring a file in, in one transaction; importing it again changes nothing.

    Args:
        store: Where to.
        form: A name of `FORMATS`.
        file: The file, read once from where it stands.
        owner: Whose the facts are that name no owner.
        dry_run: Say what would come in, and change nothing.
        progress: Called with (how far it is, how far it goes if known), both in lines or records of the file; raising Refused `cancelled` stops and changes nothing.

    Raises:
        Refused: `bad_file`, `cancelled`.
        Unavailable: What keeps the store from being written.
    """
    from store.imports.applying import Applier
    from store.tables import RUN

    form_of = FORMATS[form]
    started_at = store.clock.now()
    reading = form_of.read(file, owner, started_at)
    try:
        with store.change(dry_run=dry_run) as change:
            number = change.add(RUN, kind="import", started_at=started_at, finished_at=started_at, counts="{}")
            change.actor = f"{IMPORT}{number}"
            applier = Applier(change, owner=owner, told_times=form_of.told_times, progress=progress)
            applier.apply_all(reading.items, reading.total)
            if not applier.changed:
                raise _NothingNew
            change.flush()
            counts = {**asdict(applier.tally), "refused": len(applier.refused)}
            change.connection.execute(
                RUN.update().where(RUN.c.id == number).values(finished_at=store.clock.now(), counts=json.dumps(counts))
            )
    except _NothingNew:
        pass
    store.deletions.resume()
    notes = [UNCLAIMED] if change.unclaimed else []
    if applier.deleted:
        notes.append(
            f"{applier.deleted} of what was known had been deleted and stays out; memory-inspector deletions says how to lift that."
        )
    if applier.waiting:
        notes.append(f"{applier.waiting} told a second value for the same moment; memory-inspector queue shows them to decide.")
    return ImportReport(**asdict(applier.tally), refused=tuple(applier.refused), notes=tuple(notes))


class _NothingNew(Exception):
    pass
