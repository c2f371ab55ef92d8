"""Hard deletes as jobs: the rows go at once, every place of copies is cleared and verified, and only then a job is done."""

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, Row, select, update

from store import deleting, scoping, sqlite
from store.deletion import Copy, Deletion, Members, Preview, Scope, Step
from store.errors import NotFound, Refused, StoreError
from store.markdown import MarkdownFolder
from store.mirrors import Backups, Mirror, SearchIndex, StoreFile
from store.refs import Ref, is_named
from store.tables import DELETION, DELETION_STEP, OPERATION, OWNER
from store.values import Fact

if TYPE_CHECKING:
    from store.store import Store

Progress = Callable[[str, int, int], None]
"""Called with the place being cleared, how many are done, and how many there are."""

WHERE = ": "
"""What stands between a reason code and where the texts are."""
NAMED = 4
"""So many parts of a place are named, and the others counted."""


class Deletions:
    """Deleting for real; `Store.deletions`.

    Attributes:
        mirrors: The places that may hold copies, in the order in which they are cleared.
    """

    def __init__(self, store: "Store") -> None:
        self._store = store
        self.mirrors: list[Mirror] = [SearchIndex(), MarkdownFolder(), Backups(), StoreFile()]

    def preview(self, scope: Scope, members: Members = "keep") -> Preview:
        """Return what a deletion would do, with counts, what stays and why, and what is out of reach.

        Args:
            members: With `delete`, what was merged into a fact that goes is counted with it.

        Raises:
            Refused: `bad_value`.
            NotFound: `fact_not_found`, `nothing_in_scope`, `owner_not_found`.
        """
        store = self._store
        reached = [(mirror, mirror.reach(store)) for mirror in self.mirrors]
        copies = [Copy(mirror.name, mirror.what(store), reach) for mirror, reach in reached if reach is not None]
        if copied := sqlite.copies(store.path, store.id):
            names = ", ".join(copy.name for copy in copied)
            copies.append(Copy("copies you made", f"{names}; beside the store, and yours to remove", reachable=False))
        return store.read(scoping.preview, scope, store.clock, copies, members)

    def delete(
        self,
        scope: Scope,
        *,
        members: Members = "keep",
        shown: Sequence[Fact] | None = None,
        progress: Progress | None = None,
    ) -> Deletion:
        """Delete what a scope names. It is out of use when this begins to clear the copies; a place that fails stays pending.

        Args:
            members: What becomes of facts that were merged into one that goes.
            shown: The facts a person agreed to, as they were shown; another number of them, or one that has changed, is refused.

        Raises:
            Refused: `scope_changed`, `stale`, `read_only`, `no_audit_key`, `bad_value`.
            NotFound: as `preview`.
        """
        with self._store.change() as change:
            removed = deleting.remove(change, scope, members=members, shown=shown)
        self._clear(removed.number, removed.texts, progress)
        return self.one(removed.number)

    def retry(self, ref: Ref | None = None, *, progress: Progress | None = None) -> tuple[Deletion, ...]:
        """Try again to clear what is pending, or one job. Nobody knows the texts any more, so every place is made anew.

        Raises:
            Refused: `read_only`.
            NotFound: `deletion_not_found`.
        """
        if self._store.read_only:
            raise Refused("read_only")
        numbers = self.pending() if ref is None else (self.one(ref).number,)
        for number in numbers:
            self._clear(number, None, progress)
        return tuple(self.one(number) for number in numbers)

    def resume(self) -> None:
        """Go on with what was interrupted or had failed; costs next to nothing where nothing is pending."""
        if self.pending():
            self.retry()

    def pending(self) -> tuple[int, ...]:
        """Return the numbers of the jobs that are not done, oldest first."""
        query = select(DELETION.c.id).where(DELETION.c.state == "pending").order_by(DELETION.c.id)
        return tuple(self._store.read(lambda connection: connection.execute(query).scalars().all()))

    def lift(self, ref: Ref) -> Deletion:
        """Let what a deletion blocks come in again. Raises NotFound `deletion_not_found`."""
        found = self.one(ref)
        if found.lifted_at is None:
            with self._store.change() as change:
                deleting.lift(change, found.number)
        return self.one(found.number)

    def list(self) -> tuple[Deletion, ...]:
        """Return every deletion, newest first."""
        return self._store.read(_deletions, None)

    def one(self, ref: Ref) -> Deletion:
        """Return a deletion by number, `#number` or id. Raises NotFound `deletion_not_found`."""
        for deletion in self._store.read(_deletions, ref):
            return deletion
        raise NotFound("deletion_not_found", id=ref)

    def present(self) -> tuple[Mirror, ...]:
        """Return the places that hold copies of this store's words now."""
        return tuple(mirror for mirror in self.mirrors if mirror.reach(self._store) is not None)

    def _clear(self, number: int, texts: Sequence[str] | None, progress: Progress | None) -> None:
        done = {step.mirror: step for step in self.one(number).steps}
        failed = False
        places = [mirror for mirror in self.mirrors if mirror.name in done or mirror.reach(self._store) is not None]
        for place, mirror in enumerate(places):
            if progress:
                progress(mirror.name, place, len(places))
            if mirror.name in done and done[mirror.name].state == "cleared":
                continue
            detail, left = self._clear_one(mirror, texts)
            failed = failed or bool(detail)
            self._note(number, place, mirror.name, detail, left)
        if not failed:
            finished = {"state": "done", "finished_at": self._store.clock.now()}
            with self._store.noting() as connection:
                stood = (DELETION.c.id == number) & (DELETION.c.state == "pending")
                connection.execute(update(DELETION).where(stood).values(**finished))

    def _clear_one(self, mirror: Mirror, texts: Sequence[str] | None) -> tuple[str, Sequence[str]]:
        """Clear one place; returns the reason code, empty when it is clear, and the parts of it in which texts were still found.

        Args:
            texts: What was deleted; `None` when nobody knows any more, and the place is made anew.
        """
        try:
            if texts is None:
                mirror.rebuild(self._store)
            else:
                mirror.purge(self._store, texts)
            left = mirror.verify(self._store, texts or ())
        except StoreError as error:
            return error.reason, ()
        except OSError as error:
            return error.strerror or "unreachable", ()
        return "text_left" if left else "", left

    def _note(self, number: int, place: int, name: str, detail: str, left: Sequence[str]) -> None:
        stood = (DELETION_STEP.c.deletion_id == number) & (DELETION_STEP.c.mirror == name)
        state = {
            "state": "failed" if detail else "cleared",
            "left": len(left),
            "tried_at": self._store.clock.now(),
            "detail": detail + (WHERE + _named(left) if left else ""),
        }
        with self._store.noting() as connection:
            tries = connection.execute(select(DELETION_STEP.c.tries).where(stood)).scalar()
            if tries is None:
                row = {"deletion_id": number, "mirror": name, "place": place, "tries": 1, **state}
                connection.execute(DELETION_STEP.insert().values(**row))
            else:
                connection.execute(update(DELETION_STEP).where(stood).values(tries=tries + 1, **state))


def _named(parts: Sequence[str]) -> str:
    """Return the parts of a place, the first of them by name."""
    different = tuple(dict.fromkeys(parts))
    return "; ".join(different[:NAMED]) + (f"; and {len(different) - NAMED} more" if len(different) > NAMED else "")


def _deletions(connection: Connection, ref: Ref | None) -> tuple[Deletion, ...]:
    query = (
        select(DELETION, OWNER.c.name, OPERATION.c.actor)
        .join(OPERATION, OPERATION.c.id == DELETION.c.operation_id)
        .outerjoin(OWNER, OWNER.c.id == DELETION.c.owner_id)
        .order_by(DELETION.c.id.desc())
    )
    rows = connection.execute(query if ref is None else query.where(is_named(DELETION, ref))).all()
    steps: dict[int, list[Step]] = defaultdict(list)
    named = select(DELETION_STEP).where(DELETION_STEP.c.deletion_id.in_([row.id for row in rows]))
    for row in connection.execute(named.order_by(DELETION_STEP.c.place)):
        reason, _, where = row.detail.partition(WHERE)
        steps[row.deletion_id].append(Step(row.mirror, row.state, row.left, row.tries, row.tried_at, reason, where))
    return tuple(_deletion(row, tuple(steps[row.id])) for row in rows)


def _deletion(row: Row[Any], steps: tuple[Step, ...]) -> Deletion:
    return Deletion(
        id=str(row.uid),
        number=row.id,
        state=row.state,
        scope=row.scope,
        facts=tuple(json.loads(row.facts)),
        counts=tuple(json.loads(row.counts).items()),
        owner=row.name,
        actor=row.actor,
        started_at=row.started_at,
        finished_at=row.finished_at,
        lifted_at=row.lifted_at,
        operation=row.operation_id,
        steps=steps,
    )
