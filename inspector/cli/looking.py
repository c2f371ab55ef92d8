"""A session that only reads: which file it looks at, and the proof that it left it as it was."""

import hashlib
import shutil
from contextlib import ExitStack
from pathlib import Path

from inspector.cli import output, temporary
from store import anchor, files
from store.errors import Unavailable

BLOCK = 1 << 20
JOURNAL = "-journal"


class Looking:
    """Says the hash of a store at its start and at its end.

    Args:
        store: The store.
        copy: Look at a copy in a folder that is gone afterwards, in which an interrupted change is taken back and an older
            schema brought up to date.
        audit_key: The file with the key of the audit chain, where it is not this user's own.

    Attributes:
        path: What is looked at, the store or the copy.
        ends: Where the chain of the store is known to end, for a copy; `None` where it is the store itself.

    Raises:
        Unavailable: `no_store`, `no_permission`, `disk_full`, and for a copy what keeps a store from being opened.
    """

    def __init__(self, store: Path, *, copy: bool = False, audit_key: str | None = None) -> None:
        self.audit_key = None if audit_key is None else Path(audit_key)
        self._store = store
        self._folder = ExitStack()
        self._hash = digest(store)
        self.ends = anchor.kept(store) if copy else None  # before the copy, or one that was overtaken would seem cut
        try:
            self.path = self._copied() if copy else store
        except BaseException:
            self.forget()
            raise
        output.say(f"Read-only: {store}")
        output.say(f"SHA-256 {self._hash}")

    def forget(self) -> None:
        """Let a copy go that has been read as a whole, so that a process that is killed leaves none."""
        self._folder.close()

    def end(self) -> None:
        """Say what the hash is now, and let a copy go."""
        self.forget()
        now = digest(self._store)
        if now == self._hash:
            output.say("The store is as it was, byte for byte.")
        else:
            output.say("The store was changed by another program meanwhile.")
            output.say(f"SHA-256 {now}")

    def _copied(self) -> Path:
        from store.opening import open_existing

        path = self._folder.enter_context(temporary.folder(temporary.COPY)) / self._store.name
        try:
            for suffix in ("", JOURNAL):
                source = self._store.with_name(self._store.name + suffix)
                if source.exists():
                    shutil.copyfile(source, path.with_name(path.name + suffix))
            open_existing(path).dispose()
        except OSError as error:
            reason = "disk_full" if error.errno == 28 else "no_permission"
            raise Unavailable(reason, path=path, act="copied") from None
        return path


def digest(path: Path) -> str:
    """Return the SHA-256 of a file.

    Raises:
        Unavailable: `no_store`, `no_permission`, `is_a_folder`, `not_a_store`.
    """
    found = hashlib.sha256()
    try:
        files.check_regular(path)
        with path.open("rb") as file:
            while block := file.read(BLOCK):
                found.update(block)
    except FileNotFoundError:
        raise Unavailable("no_store", path=path) from None
    except IsADirectoryError:
        raise Unavailable("is_a_folder", path=path) from None
    except OSError:
        raise Unavailable("no_permission", path=path, act="read") from None
    return found.hexdigest()
