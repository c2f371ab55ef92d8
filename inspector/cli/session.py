"""What one command works with: the options of every command, the store they name, and whose memory is meant."""

import contextlib
import getpass
import sys
from dataclasses import dataclass
from datetime import tzinfo
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from inspector import garbage, owners
from inspector.cli import output, temporary
from inspector.cli.paths import is_there, store_path
from inspector.cli.times import parse_time
from store.clock import Clock, Instant, SystemClock, to_iso
from store.errors import NotFound, Refused, StoreError, Unavailable
from store.vocabulary import TEXT_LIMIT

if TYPE_CHECKING:
    from inspector.cli.looking import Looking
    from store.store import Store
    from store.values import AsOf, Fact

STDIN_LIMIT = 1_000_000
UNFORESEEN = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What comes of a value that the store cannot have written, where it is damaged."""


@dataclass(frozen=True)
class Common:
    """The options every command takes, before or after its name."""

    db: str | None = None
    owner: str | None = None
    valid_at: str | None = None
    known_at: str | None = None
    as_of: str | None = None
    json: bool = False
    read_only: bool = False
    audit_key: str | None = None
    copy: bool = False

    @property
    def reads_elsewhen(self) -> bool:
        """Whether an instant to read at is given."""
        return any(given is not None for given in (self.as_of, self.valid_at, self.known_at))

    def over(self, earlier: "Common") -> "Common":
        """Return these options, with those given earlier where these say nothing."""
        return Common(
            earlier.db if self.db is None else self.db,
            earlier.owner if self.owner is None else self.owner,
            earlier.valid_at if self.valid_at is None else self.valid_at,
            earlier.known_at if self.known_at is None else self.known_at,
            earlier.as_of if self.as_of is None else self.as_of,
            self.json or earlier.json,
            self.read_only or earlier.read_only,
            earlier.audit_key if self.audit_key is None else self.audit_key,
            self.copy or earlier.copy,
        )


class Session:
    """One command's work; closes the store it opened.

    Args:
        common: The options of every command.
        clock: What "now" is.
        zone: The zone of times without an offset; the machine's when `None`.
    """

    def __init__(self, common: Common, clock: Clock | None = None, zone: tzinfo | None = None) -> None:
        self.common = common
        self.clock = clock or SystemClock()
        self._zone = zone
        self._now: Instant | None = None
        self._store: Store | None = None
        self._looking: Looking | None = None
        self._changing = False
        self._made = False
        self._made_quietly = False

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        damage = self._store.damage() if self._store is not None and isinstance(error, UNFORESEEN) else None
        if self._store is not None:
            if self._changing and not isinstance(error, StoreError):
                self._publish(self._store)
            refused = isinstance(error, StoreError) and not isinstance(error, output.NotPrinted)
            unwanted = self._made and refused and _is_empty(self._store)
            self._store.close()
            if unwanted:
                self._unmake(self._store)
            elif self._made and not self._made_quietly:
                output.say(f"Created a store at {self.path}.")
        if self._looking is not None:
            self._looking.end()
        if not self.common.read_only:  # to find the folder of temporary files, a file is made in it
            temporary.sweep()
        try:
            if error is None:
                output.flush()
        except output.NotPrinted as unprinted:
            error = unprinted
        if isinstance(error, output.NotPrinted):
            raise self._unprinted(error) from None
        if damage is not None:
            raise damage from None

    def _publish(self, store: "Store") -> None:
        """Bring the Markdown folder up to date; what keeps it from being so is said, as the change itself was made."""
        try:
            store.publish()
        except StoreError as error:
            output.say(f"{error.message} {error.next}")

    def _unmake(self, store: "Store") -> None:
        """Take away the store that was made for a change that was refused, and holds nothing."""
        from store.keys import keys_folder

        with contextlib.suppress(OSError):
            store.path.unlink()
            (keys_folder() / f"{store.id}.key").unlink()

    def _unprinted(self, error: StoreError) -> StoreError:
        """Say of a change whose result could not be printed that it was made all the same."""
        return StoreError("done_not_printed", **error.details) if self._changing else error

    @property
    def json(self) -> bool:
        return self.common.json

    @property
    def owner(self) -> str | None:
        return self.common.owner

    @property
    def path(self) -> Path:
        """Where the store is, or would be.

        Raises:
            Refused: `url_not_supported`.
        """
        return store_path(self.common.db)

    @property
    def now(self) -> Instant:
        """The present instant, the same for the whole command."""
        if self._now is None:
            self._now = self.clock.now()
        return self._now

    def time(self, given: str | None, name: str) -> Instant | None:
        """Read a time option, and echo the instant it became unless it was written in full.

        Raises:
            Refused: `bad_time`.
        """
        if given is None:
            return None
        at = parse_time(given, self.now, self._zone)
        if to_iso(at) != given:
            output.say(f"{name}: {to_iso(at)}")
        return at

    def moment(self, given: str | None, name: str) -> Instant | None:
        """Read an instant to look at: as `time`, but today is all that is known of it, which is now."""
        return self.time("now" if given is not None and given.strip().lower() == "today" else given, name)

    def as_of(self) -> "AsOf":
        """Return the pair of instants to read at; a known-at later than now is now.

        Raises:
            Refused: `bad_time`, `usage`.
        """
        from store.values import AsOf

        common = self.common
        if common.as_of is not None and (common.valid_at, common.known_at) != (None, None):
            raise Refused("usage", why="--as-of gives both instants; leave out --valid-at and --known-at.")
        if common.as_of is not None:
            both = self.moment(common.as_of, "as of")
            valid_at, known_at = both, both
        else:
            valid_at, known_at = self.moment(common.valid_at, "valid at"), self.moment(common.known_at, "known at")
        if known_at is not None and known_at >= self.now:
            known_at = None
        return AsOf(valid_at, known_at)

    def read(self) -> "Store":
        """Open the store that is there.

        Raises:
            Unavailable: `no_store` and what else keeps a store from being opened.
            NotFound: `owner_not_found`, where somebody is named of whom it holds nothing.
        """
        store = self._open()
        if (unknown := owners.unknown(store, self.owner)) is not None:
            raise unknown
        return store

    def write(self, *, create: bool = False, quietly: bool = False) -> "Store":
        """Open the store for a change, and with `create` make a missing one and say so, unless `quietly`.

        A store that was made for a change that is then refused is gone again afterwards.

        Raises:
            Refused: `read_only`.
            Unavailable: what keeps a store from being opened.
        """
        if self.common.read_only:
            raise Refused("read_only")
        self._changing = True
        if create and not is_there(self.path):
            self._made, self._made_quietly = self._make(), quietly
        return self._open()

    def owner_of_new(self, store: "Store") -> str:
        """Return whose memory something new belongs to: the one named, the only one there, or the login name.

        Raises:
            Refused: `owner_needed` when the store holds several.
        """
        if self.owner:
            if (unknown := owners.unknown(store, self.owner)) is not None:
                output.say(f"{self.owner} is new here. {unknown.next}")
            return self.owner
        known = store.owner_names()
        if len(known) > 1:
            raise Refused("owner_needed", owners=owners.some(known))
        if known:
            return known[0]
        output.say(f"The store is empty; the owner is {login()}. --owner names another.")
        return login()

    def fact(self, store: "Store", ref: str, at: "AsOf | None" = None) -> "Fact":
        """Return the fact an ID names, which must be the named owner's if one was named.

        Raises:
            NotFound: `fact_not_found`.
        """
        fact = store.fact(ref) if at is None else store.fact(ref, at)
        if not owners.is_meant(fact.owner, self.owner):
            raise NotFound("fact_not_found", id=f"{ref} of {self.owner}")
        return fact

    def text(self, given: str) -> str:
        """Return a text argument; `-` is all of stdin.

        Raises:
            Refused: `bad_file`, `text_too_long`.
        """
        if given != "-":
            return given
        data = sys.stdin.buffer.read(STDIN_LIMIT + 1)
        if len(data) > STDIN_LIMIT:
            raise Refused("text_too_long", length=f"more than {STDIN_LIMIT // 4}", limit=TEXT_LIMIT)
        try:
            return data.decode("utf-8-sig").strip()
        except UnicodeDecodeError:
            raise Refused("bad_file", path="stdin", format="text", why="it is no UTF-8") from None

    def _make(self) -> bool:
        """Make the store; returns whether it was made here, and not by another program just now."""
        from store.opening import create

        try:
            create(self.path.absolute(), self.clock.now())
        except Unavailable as error:
            if error.reason != "store_exists":
                raise
            return False
        return True

    def _open(self) -> "Store":
        path = self.path
        if not is_there(path):
            raise Unavailable("no_store", path=path)
        if self._store is None:
            from store.store import open_store

            garbage.look_again()
            looking = self.look()
            self._store = open_store(
                looking.path if looking else path,
                clock=self.clock,
                actor=f"person:{login()}",
                read_only=looking is not None,
                audit_key=looking.audit_key if looking else None,
                ends=looking.ends if looking else None,
            )
            if looking is not None:
                looking.forget()
        return self._store

    def look(self) -> "Looking | None":
        """Begin a read-only session, if one is asked for, and say the store's hash; its end is said with the session's.

        Raises:
            Refused: `usage`.
            Unavailable: what keeps a store from being copied.
        """
        common = self.common
        if not common.read_only:
            if common.copy or common.audit_key:
                raise Refused("usage", why="--copy and --audit-key go with --read-only.")
            return None
        if self._looking is None:
            from inspector.cli.looking import Looking

            self._looking = Looking(self.path, copy=common.copy, audit_key=common.audit_key)
        return self._looking


def _is_empty(store: "Store") -> bool:
    """Whether nobody wrote to a store yet, as another program may to one that was just made."""
    with contextlib.suppress(StoreError):
        return store.last_operation() == 0
    return False


def login() -> str:
    """Return the login name; a machine that knows none calls the person `me`."""
    try:
        return getpass.getuser()
    except (KeyError, OSError, ImportError):
        return "me"
