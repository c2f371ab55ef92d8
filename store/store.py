"""The store: what an assistant, the command line and the inspector open.

    with open_store(path, create=True, actor="agent:mail") as store:
        message = store.add_source(SourceInput("I moved to Porto", observed_at=..., author="ana", ref="m-1"))
        store.assert_fact("Lives in Porto", owner="ana", slot="home.city", evidence=[EvidenceInput(message.number)], origin="online")
        print(store.context("ana", record=True).text)

Every read is one short transaction at one instant, every write one transaction that is applied whole or refused whole. A store may
be used from several threads and by several programs at once.
"""

import getpass
import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from store import anchor, context, markdown, opening, reading, repairing, settings
from store import check as checker
from store.anchor import Anchor
from store.clock import Clock, SystemClock
from store.deletion import Scope
from store.deletions import Deletions
from store.errors import Refused, StoreError
from store.proposals import Proposals, Rules
from store.refs import Ref
from store.tables import SETTING
from store.values import NOW, AsOf, Block, Outcome, Problem
from store.verbs import Verbs


def person() -> str:
    """Return the actor name of whoever is logged in."""
    try:
        return f"person:{getpass.getuser()}"
    except (OSError, KeyError):
        return "person:unknown"


def create_store(path: Path, *, clock: Clock | None = None, actor: str | None = None, sitting: str | None = None) -> "Store":
    """Make an empty store and open it.

    Raises:
        Unavailable: `store_exists`, `no_permission`, `disk_full`.
    """
    clock = clock or SystemClock()
    opening.create(path, clock.now())
    return open_store(path, clock=clock, actor=actor, sitting=sitting)


def open_store(
    path: Path,
    *,
    create: bool = False,
    read_only: bool = False,
    audit_key: Path | None = None,
    ends: Mapping[str, Anchor] | None = None,
    clock: Clock | None = None,
    actor: str | None = None,
    sitting: str | None = None,
) -> "Store":
    """Open a store.

    Args:
        path: Its file.
        create: Make it when it is missing.
        read_only: Change nothing, not a byte of the file and no file beside it. What is read is what was known when it was
            opened, until `Store.catch_up`.
        audit_key: The file with the key of the audit chain, where it is not this user's own.
        ends: Of a copy to be read only, the ends of the chain that `store.anchor.kept` knew of the file before it was copied.
        clock: Where system time comes from; the machine's unless given.
        actor: Who changes things: `person:<login>` (whoever is logged in, unless given), `agent:<name>`, ...
        sitting: What the operations of this session are grouped by.

    Raises:
        Unavailable: `no_store`, `not_a_store`, `store_corrupt`, `newer_schema`, `older_schema`, `interrupted`, `no_permission`,
            `store_busy`.
        Refused: `bad_audit_key`.
    """
    path = Path(os.path.realpath(path))  # beside the file itself lie the copies of it, and not beside a link
    if create and not read_only and not path.exists():
        return create_store(path, clock=clock, actor=actor, sitting=sitting)
    store = Store(path, clock or SystemClock(), actor or person(), sitting, read_only=read_only, audit_key=audit_key, ends=ends)
    if not read_only:
        with suppress(StoreError):  # what cannot be cleared now stays pending, and is shown as that
            store.deletions.resume()
    return store


class Store(Verbs):
    """An open store; made by `open_store`."""

    @cached_property
    def proposals(self) -> Proposals:
        """The queue."""
        return Proposals(self)

    @cached_property
    def rules(self) -> Rules:
        """The rules of never."""
        return Rules(self)

    @cached_property
    def deletions(self) -> Deletions:
        """Deleting for real."""
        return Deletions(self)

    def delete(self, ref: Ref) -> Outcome:
        """Remove a fact, with the messages on which no other rests, from every place; `Store.deletions` does more."""
        number = self.read(reading.number_of, ref)
        return Outcome(self.deletions.delete(Scope("facts", (number,))).operation, ())

    def set_setting(self, name: str, given: str) -> Any:
        """Set a setting that changes judgement, or where the Markdown folder is, and return its value.

        Raises:
            Refused: `setting_not_found`, `bad_setting`.
            Unavailable: `folder_unreachable`, when the files in the folder before cannot be removed.
        """
        setting = settings.definition(name)
        value = setting.read(name, given)
        before = self.settings()[name]
        with self.change() as change:
            if setting.folder and value:
                markdown.claim(Path(value), self.id)
            leaves = setting.folder and before not in ("", value) and given.strip().casefold() != settings.GONE
            if leaves:
                markdown.withdraw(Path(before), self.id)
            deed = change.begin("setting", None)
            change.add(SETTING, name=name, value=json.dumps(value), at=deed.at, operation_id=deed.id)
            if name.startswith("trust."):
                change.flush()
                change.restand_all()
        if leaves:
            markdown.let_go(Path(before), self.id)
        if setting.folder:
            self.publish()
        return value

    def publish(self, *, anew: bool = False) -> None:
        """Bring the Markdown folder up to date, where one is switched on; a session does so when it closes.

        Args:
            anew: Write every file, not only what changed.

        Raises:
            Unavailable: `folder_unreachable`, `store_busy`.
        """
        markdown.publish(self, anew=anew)

    def check(self, progress: checker.Progress | None = None) -> tuple[Problem, ...]:
        """Return every invariant that does not hold, and whether the Markdown folder is behind the store."""
        problems = super().check(progress)
        found = "" if self.read_only else markdown.behind(self)
        return (*problems, Problem("markdown_behind", (), found)) if found else problems

    def repair(self) -> None:
        """Make anew what is derived from the tables: search, what lists sort by, and the Markdown folder.

        No fact changes; `check` says what is left.

        Raises:
            Unavailable: `folder_unreachable`.
        """
        with self.change() as change:
            repairing.repair(change)
        self.publish(anew=True)

    def close(self) -> None:
        """Close the store. The Markdown folder is brought up to date; where it cannot be reached, `check` names it."""
        if self._wrote:
            self._wrote = False
            with suppress(StoreError):
                self.publish()
        super().close()

    def accept_cut(self, count: int) -> None:
        """Go on with a chain of operations that was cut, as it is where an older copy of the store was put back.

        The log says so from now on, and the cut is no longer on record outside the store.

        Args:
            count: How many entries the chain is known to have had, as `verify_audit` says.

        Raises:
            Refused: `no_such_cut`, `not_only_cut`, `read_only`, `no_audit_key`.
        """
        problems = self.verify_audit()
        cuts = {problem.ids for problem in problems if problem.reason == "audit_cut"}
        others = [problem.reason for problem in problems if problem.reason != "audit_cut"]
        if (count,) not in cuts:
            raise Refused("no_such_cut", count=count)
        if others:
            raise Refused("not_only_cut", reasons=", ".join(dict.fromkeys(others)))
        self.catch_up()
        with self.change() as change:
            change.begin("accept", None)
        known = anchor.read(self.id, self.path)
        if known is not None:
            kept = tuple(one for one in known.lost if one.count != count)
            anchor.write(self.id, self.path, Anchor(known.end, lost=kept))

    def context(
        self, owner: str | None, query: str | None = None, limit: int | None = None, at: AsOf = NOW, *, record: bool = False
    ) -> Block:
        """Return the prompt block.

        Args:
            record: Log it as handed out, and its facts as recalled; only of now.
        """
        block = self.read(context.block, owner, query, limit, at, self.clock)
        if record:
            with self.change() as change:
                block = replace(block, served=context.record(change, block))
        return block
