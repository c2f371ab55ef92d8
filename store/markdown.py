"""The folder in which a person may keep what is believed now as Markdown, a file for each owner: a copy, made from the store."""

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from threading import get_ident
from typing import TYPE_CHECKING, Any
from unicodedata import category, normalize

from sqlalchemy import Connection, Row, func, select

from store import settings
from store.clock import FOREVER, Instant, to_datetime, to_iso
from store.errors import Refused, StoreError, Unavailable
from store.files import make_folder
from store.ids import fold
from store.keys import keys_folder
from store.state import holds_at, known_at
from store.tables import BELIEF, FACT, HEAD, OPERATION, OWNER
from store.values import KINDS

if TYPE_CHECKING:
    from store.reads import Reads
    from store.store import Store

SETTING = "markdown.folder"
MANIFEST = ".memory-inspector.json"
PART = ".part"
"""What the name of a file ends with until it is whole."""
HEADER = "<!-- memory-inspector {store}: made from the store after each change, what is typed here is lost -->"
"""The first line of each file. By it the store knows its own, should its list of them be lost."""
WRITTEN = 3
"""The line of each file that says when it was written, from 0."""
NAME_LENGTH = 60
_UNBEGUN = re.compile(rf"\.memory-inspector\.\d+-\d+{re.escape(PART)}")
"""What a file is called until it is whole: by the process and the thread that make it."""
_SPECIAL = re.compile(r"[\\`*_{}\[\]<>#|~&$]")
_LIST = re.compile(r"^(\d+(?=[.)])|(?=[-+=]))")


@dataclass(frozen=True)
class Manifest:
    """Which files of a folder are the store's.

    Args:
        store: The store's id.
        change: The number of the operation as of which they were written.
        files: The owner's number by file name.
    """

    store: str
    change: int = -1
    files: Mapping[str, int] = field(default_factory=dict)


class MarkdownFolder:
    """The folder as a place that holds copies of the words."""

    name = "Markdown folder"

    def what(self, store: "Store") -> str:
        """Say what is in it."""
        return "a file for each owner, with what is believed now"

    def reach(self, store: "Store") -> bool | None:
        """Tell whether it can be reached; `None` where no person has switched it on."""
        folder = store.settings()[SETTING]
        if not folder:
            return None
        try:
            with _reaching(Path(folder)):
                _manifest(Path(folder), store.id)
        except Unavailable:
            return False
        return True

    def purge(self, store: "Store", texts: Sequence[str]) -> None:
        """Write every file anew."""
        self.rebuild(store)

    def verify(self, store: "Store", texts: Sequence[str]) -> tuple[str, ...]:
        """Name the files that say anything else than the store does now."""
        with store.noting() as connection:
            folder = settings.read(connection)[SETTING]
            if not folder:
                return ()
            with _reaching(Path(folder)):
                return tuple(_differing(connection, Path(folder), store.id, store.clock.now()))

    def rebuild(self, store: "Store") -> None:
        """Write every file anew."""
        publish(store, anew=True)


def publish(store: "Store", *, anew: bool = False) -> None:
    """Bring the folder up to date with the store, where one is switched on and behind.

    Args:
        anew: Write every file, not only those of the owners whose memory changed.

    Raises:
        Unavailable: `folder_unreachable`, `store_busy`.
    """
    if store.read_only or not (anew or behind(store)):
        return
    with store.noting() as connection:  # the write lock: of two who publish, the later one has the later state
        folder = settings.read(connection)[SETTING]
        if folder:
            with _reaching(Path(folder)):
                _write(connection, Path(folder), store.id, store.clock.now(), anew)


def behind(store: "Reads") -> str:
    """Return what is wrong with the folder, empty when it is as the store is, or switched off."""
    folder = store.settings()[SETTING]
    if not folder:
        return ""
    try:
        with _reaching(Path(folder)):
            manifest = _manifest(Path(folder), store.id)
            missing = [path.name for path in _written(Path(folder), manifest, every=True) if not path.exists()]
    except StoreError as error:
        return error.message
    if missing:
        return f"{len(missing)} of the files in {folder} are missing"
    return "" if manifest.change == store.last_operation() else f"the files in {folder} are older than the store"


def claim(folder: Path, store_id: str) -> None:
    """Make a folder the store's own, if it can be. Files of its own whose list was lost are removed, to be written anew.

    Raises:
        Refused: `bad_setting`, also when another store writes there.
    """
    try:
        _claim(folder, store_id)
    except OSError as error:
        raise Refused("bad_setting", name=SETTING, given=str(folder), why=_why(error)) from None


def _claim(folder: Path, store_id: str) -> None:
    if not folder.parent.is_dir():
        raise OSError(0, "the folder it would be in is not there")
    if folder.resolve() == keys_folder().resolve():
        raise OSError(0, "the keys are kept there")
    make_folder(folder)
    if (folder / MANIFEST).exists():
        _keep(folder, _manifest(folder, store_id))
        return
    _keep(folder, Manifest(store_id))
    for path in folder.glob("*.md"):
        if path.is_file() and _first_line(path) == HEADER.format(store=store_id):
            path.unlink()


def withdraw(folder: Path, store_id: str) -> None:
    """Remove the store's files from a folder, but the list of them, now empty: by it the folder is known as long as it is switched on.

    What a person put beside them stays.

    Raises:
        Unavailable: `folder_unreachable`.
    """
    with _reaching(folder):
        manifest = _manifest(folder, store_id)
        for path in (*_written(folder, manifest), *_parts(folder, manifest)):
            path.unlink(missing_ok=True)
        _keep(folder, Manifest(store_id))


def let_go(folder: Path, store_id: str) -> None:
    """Remove the empty list from a folder that was switched off; one that is left holds no word, and is in nobody's way."""
    with suppress(OSError):
        if not _manifest(folder, store_id).files:
            (folder / MANIFEST).unlink()


def escaped(text: str) -> str:
    """Return a text as one line of Markdown that shows it letter by letter; what cannot be seen becomes `\\ufffd`."""
    line = " ".join(text.split())
    seen = "".join("\ufffd" if category(char) in ("Cc", "Cf", "Cs") and char not in "\u200c\u200d" else char for char in line)
    return _LIST.sub(r"\1\\", _SPECIAL.sub(r"\\\g<0>", seen))


def _write(connection: Connection, folder: Path, store_id: str, now: Instant, anew: bool) -> None:
    old = _manifest(folder, store_id)
    for left in _parts(folder, old):
        left.unlink(missing_ok=True)
    last = connection.execute(select(func.coalesce(func.max(OPERATION.c.id), 0))).scalar_one()
    owners = {row.id: row.name for row in connection.execute(select(OWNER.c.id, OWNER.c.name).order_by(OWNER.c.id))}
    files = dict(_named(folder, owners, old.files))
    _keep(folder, Manifest(store_id, old.change, {**old.files, **files}))
    moved = set(connection.execute(select(OPERATION.c.owner_id).where(OPERATION.c.id > old.change).distinct()).scalars())
    for name, owner in files.items():
        if anew or None in moved or owner in moved or not (folder / name).exists():
            _put(folder / name, "\n".join(_page(connection, owner, owners[owner], now, HEADER.format(store=store_id))))
    for name in old.files.keys() - files.keys():
        (folder / name).unlink(missing_ok=True)
    _keep(folder, Manifest(store_id, last, files))


def _differing(connection: Connection, folder: Path, store_id: str, now: Instant) -> Iterator[str]:
    """Yield the names of the store's files that say anything but what is to be in them, apart from when they were written."""
    for path in _written(folder, manifest := _manifest(folder, store_id)):
        owner = manifest.files[path.name]
        name = connection.execute(select(OWNER.c.name).where(OWNER.c.id == owner)).scalar()
        page = [] if name is None else list(_page(connection, owner, name, now, HEADER.format(store=store_id)))
        said = path.read_text("utf-8").split("\n")
        if [*said[:WRITTEN], *said[WRITTEN + 1 :]] != [*page[:WRITTEN], *page[WRITTEN + 1 :]]:
            yield path.name


def _page(connection: Connection, owner: int, name: str, now: Instant, header: str) -> Iterator[str]:
    """Yield the lines of an owner's file: what holds now, by kind, oldest first."""
    held = connection.execute(
        select(
            FACT.c.id, FACT.c.kind, FACT.c.text, FACT.c.slot, FACT.c.subject, FACT.c.subject_key, BELIEF.c.valid_from,
            BELIEF.c.valid_from_exact, BELIEF.c.valid_to, HEAD.c.pinned, HEAD.c.unverified, HEAD.c.doubtful,
        )
        .join(BELIEF, BELIEF.c.fact_id == FACT.c.id)
        .join(HEAD, HEAD.c.fact_id == FACT.c.id)
        .where(FACT.c.owner_id == owner, known_at(BELIEF, None), holds_at(BELIEF, now))
        .order_by(BELIEF.c.valid_from, FACT.c.id)
    ).all()  # fmt: skip
    yield header
    yield f"# {escaped(name)}"
    yield ""
    yield f"What was believed at {to_iso(now)}: {len(held)} {'fact' if len(held) == 1 else 'facts'}."
    places = {kind: place for place, kind in enumerate(KINDS)}
    order = sorted(held, key=lambda row: (places.get(row.kind, len(places)), row.kind))
    for kind, rows in groupby(order, key=lambda row: str(row.kind)):
        yield ""
        yield f"## {escaped(kind.replace('_', ' ').capitalize())}"
        yield ""
        yield from (_line(row, fold(name)) for row in rows)
    yield ""


def _line(row: Row[*tuple[Any, ...]], owner: str) -> str:
    since = to_datetime(row.valid_from).date().isoformat()
    notes = [escaped(row.slot)] if row.slot else []
    notes.append(f"since {since}" if row.valid_from_exact else f"since {since} or earlier")
    if row.valid_to < FOREVER:
        notes.append(f"until {to_datetime(row.valid_to).date().isoformat()}")
    notes += [mark for mark in ("pinned", "unverified", "doubtful") if getattr(row, mark)]
    about = "" if row.subject_key == owner else f"{escaped(row.subject)}: "
    return f"- {about}{escaped(row.text)} ({'; '.join(notes)}; #{row.id})"


def _named(folder: Path, owners: Mapping[int, str], known: Mapping[str, int]) -> Iterator[tuple[str, int]]:
    """Yield a file name for each owner: the one it has, or one that nothing in the folder has, in whatever case."""
    of_owner = {owner: name for name, owner in known.items()}
    taken = {fold(path.name) for path in folder.iterdir()}
    for owner, name in owners.items():
        file = of_owner.get(owner, "")
        tries = 1
        while not file:
            wanted = f"{_slug(name)}.md" if tries == 1 else f"{_slug(name)} {tries}.md"
            file = "" if fold(wanted) in taken else wanted
            tries += 1
        taken.add(fold(file))
        yield file, owner


def _slug(name: str) -> str:
    kept = (char if category(char)[0] in "LNM" or char in " -_." else "_" for char in normalize("NFC", name))
    return "".join(kept)[:NAME_LENGTH].strip(" .") or "owner"


def _written(folder: Path, manifest: Manifest, *, every: bool = False) -> Iterable[Path]:
    """Return the store's files in a folder; with `every`, also those that are missing."""
    return [path for path in (folder / name for name in manifest.files) if every or path.exists()]


def _parts(folder: Path, manifest: Manifest) -> Iterator[Path]:
    """Yield the store's files that were left half-made: by what they begin with, and those that were not begun by their name."""
    begins = (HEADER.format(store=manifest.store).encode(), _told(Manifest(manifest.store)).partition(",")[0].encode())
    for path in folder.glob(f".*{PART}"):
        if path.is_file():
            with path.open("rb") as file:
                begun = file.read(max(map(len, begins)))
            if begun.startswith(begins) or (not begun and _UNBEGUN.fullmatch(path.name)):
                yield path


def _first_line(path: Path) -> str:
    with path.open("rb") as file:
        return file.readline(200).decode("utf-8", "replace").rstrip("\n")


def _manifest(folder: Path, store_id: str) -> Manifest:
    """Read which files are the store's.

    Raises:
        OSError: also when another store writes there, and when the list is not where it was left: the folder may be another one
            then, such as what is there while a disk is not.
    """
    path = folder / MANIFEST
    if not folder.is_dir():
        raise OSError(0, "it is not there")
    if not path.exists():
        raise OSError(0, f"{MANIFEST} in it is gone")
    try:
        said = json.loads(path.read_text("utf-8"))
        files = {Path(name).name: int(owner) for name, owner in said["files"].items()}
        found = Manifest(str(said["store"]), int(said["change"]), files)
    except (ValueError, KeyError, TypeError, AttributeError):
        raise OSError(0, f"its {MANIFEST} cannot be read") from None
    if found.store != store_id:
        raise OSError(0, "another store writes there")
    return found


def _keep(folder: Path, manifest: Manifest) -> None:
    _put(folder / MANIFEST, _told(manifest))


def _told(manifest: Manifest) -> str:
    return json.dumps(vars(manifest), ensure_ascii=False, indent=1)


def _put(path: Path, text: str) -> None:
    """Write a file whole or not at all, readable by its owner only."""
    part = path.with_name(f".memory-inspector.{os.getpid()}-{get_ident()}{PART}")
    part.unlink(missing_ok=True)  # of a killed process of the same number
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


@contextmanager
def _reaching(folder: Path) -> Iterator[None]:
    """Turn what keeps a folder from being read or written into one error."""
    try:
        yield
    except OSError as error:
        raise Unavailable("folder_unreachable", path=folder, why=_why(error)) from None


def _why(error: OSError) -> str:
    return error.strerror or str(error)
