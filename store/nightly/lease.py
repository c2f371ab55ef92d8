"""One run at a time: a lease in the store, held in real time and renewed while the run is at it."""

from uuid import UUID

from sqlalchemy import delete, insert, select, update

from store.change import Change
from store.clock import SECOND, Clock, Instant, to_iso
from store.errors import Refused, Unavailable
from store.ids import uuid7
from store.store import Store
from store.tables import LEASE

NAME = "nightly"
LASTS = 120 * SECOND
RENEWED_EVERY = 30 * SECOND


class Lease:
    """The right to run. Taken on entry and given back on exit; a run that was killed loses it after two minutes.

    Args:
        store: Where it is kept.
        wall: Real time, whatever the store's own clock shows.
    """

    def __init__(self, store: Store, wall: Clock) -> None:
        self._store = store
        self._wall = wall
        self._holder = ""
        self._renewed_at: Instant = 0

    def __enter__(self) -> "Lease":
        """Take it.

        Raises:
            Refused: `run_busy`.
        """
        now = self._wall.now()
        self._holder = str(uuid7(now))
        with self._store.change() as change:
            row = change.connection.execute(select(LEASE).where(LEASE.c.name == NAME)).first()
            if row is not None and row.until > now:
                raise Refused("run_busy", since=to_iso(_begun(row.holder)))
            change.connection.execute(delete(LEASE).where(LEASE.c.name == NAME))
            change.connection.execute(insert(LEASE).values(name=NAME, holder=self._holder, until=now + LASTS))
        self._renewed_at = now
        return self

    def __exit__(self, *_: object) -> None:
        try:
            with self._store.change() as change:
                change.connection.execute(delete(LEASE).where(LEASE.c.name == NAME, LEASE.c.holder == self._holder))
        except Unavailable:
            pass  # it runs out by itself

    def renew(self) -> None:
        """Hold it two minutes more, if the last time is a while ago; a store that is busy just now is asked again later."""
        now = self._wall.now()
        if now - self._renewed_at < RENEWED_EVERY:
            return
        try:
            with self._store.change() as change:
                self.check(change)
                mine = update(LEASE).where(LEASE.c.name == NAME, LEASE.c.holder == self._holder)
                change.connection.execute(mine.values(until=now + LASTS))
        except Unavailable as error:
            if error.reason != "store_busy":
                raise
        else:
            self._renewed_at = now

    def check(self, change: Change) -> None:
        """Make sure, in the transaction that writes, that nobody else has taken it meanwhile.

        Raises:
            Refused: `run_busy`.
        """
        holder = change.connection.execute(select(LEASE.c.holder).where(LEASE.c.name == NAME)).scalar()
        if holder != self._holder:
            raise Refused("run_busy", since=to_iso(_begun(holder or self._holder)))


def _begun(holder: str) -> Instant:
    """Return when a holder took it: a UUID of version 7 begins with the milliseconds since 1970."""
    return (UUID(holder).int >> 80) * 1000
