"""What leads away from the board: deleting for good, and the screens of deletions and of the audit."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from textual import on
from textual.message import Message

from inspector import actions, door, words
from inspector.deeds import why
from inspector.screens.showing import ShowingScreen

if TYPE_CHECKING:
    from inspector.asides import Stood
    from inspector.modals.delete import Wanted
    from store.deletion import Deletion
    from store.errors import StoreError
    from store.values import Fact


SOON = 0.4
"""Seconds within which a deletion that is done says nothing of how far it is."""


class ReachingScreen(ShowingScreen):
    """A board from which facts are deleted for good and other screens are opened."""

    @dataclass
    class Clearing(Message):
        """A thread has come to a place of copies."""

        place: str
        done: int
        total: int

    @dataclass
    class Deleted(Message):
        """A thread has deleted, or was refused it."""

        facts: tuple[int, ...]
        job: Deletion | None = None
        error: StoreError | None = None

    _came_from: tuple[str, Stood] | None = None

    def were_deleted(self, numbers: tuple[int, ...]) -> None:
        """Show what is left."""
        raise NotImplementedError

    def action_delete(self) -> None:
        facts, store = self.targets, self.inspector.store
        if not facts or store is None:
            return
        from inspector.modals.delete import DeleteModal

        app = self.inspector
        modal = DeleteModal(
            facts,
            store.deletions.preview,
            lambda number: store.card(number).evidence,
            app.zone,
            hidden=app.texts_hidden,
        )
        numbers = tuple(fact.number for fact in facts)
        self.open_modal(modal, lambda wanted: self._delete(wanted, numbers) if wanted is not None else None)

    def _delete(self, wanted: Wanted, numbers: tuple[int, ...]) -> None:
        store = self.inspector.store
        if store is None:
            return
        self.end_range()
        self._in_flight.update(numbers)

        begun, seconds = self.seconds(), self.seconds

        def progress(place: str, done: int, total: int) -> None:
            if seconds() - begun > SOON:
                self.post_message(self.Clearing(place, done, total))

        def work() -> None:
            from store.errors import StoreError

            try:
                job = store.deletions.delete(wanted.scope, members=wanted.members, shown=wanted.facts, progress=progress)
            except StoreError as error:
                self.post_message(self.Deleted(numbers, error=error))
            else:
                self.post_message(self.Deleted(numbers, job))

        self._run(work, numbers)

    @on(Clearing)
    def _clearing(self, message: Clearing) -> None:
        message.stop()
        self.say(f"No longer used. Clearing the copies, {message.done + 1} of {message.total}: {door.plain(message.place)}…")

    @on(Deleted)
    def _deleted(self, message: Deleted) -> None:
        message.stop()
        self._in_flight.difference_update(message.facts)
        if message.error is not None:
            self.say(f"Not deleted: {why(message.error)}", "warning")
            return
        job = message.job
        assert job is not None
        gone = words.quantity(len(job.facts), "fact")
        left = [step for step in job.steps if step.state != "cleared"]
        if job.state == "done":
            self.say(f"Deleted {gone} for good; every copy in reach was cleared and checked. 7 shows it.")
        else:
            which = ", ".join(f"{door.plain(step.mirror)} ({door.plain(step.detail)})" for step in left[:2])
            verb = "is" if len(job.facts) == 1 else "are"
            self.say(f"{gone} {verb} no longer used. Still to be cleared: {which}. 7 shows it, R there tries again.", "warning")
        self.were_deleted(job.facts)
        if self.app.screen is not self:
            from inspector.screens.aside import AsideScreen

            if isinstance(self.app.screen, AsideScreen):
                self.app.screen.load()

    # other screens

    def go_to(self, name: str) -> None:
        if name in actions.ASIDES:
            self.open_aside(name)
        else:
            super().go_to(name)

    def action_show_deletions(self) -> None:
        self.open_aside("deletions")

    def action_show_relations(self) -> None:
        self.open_aside("relations")

    def action_show_audit(self) -> None:
        self.open_aside("audit")

    def open_aside(self, name: str, stood: Stood | None = None) -> None:
        """Show a screen beside this one; esc there comes back."""
        self._came_from = None
        if self.inspector.store is None or self.app.screen is not self:
            return
        from inspector.asides import open_aside

        open_aside(self.inspector, name, stood)

    def came_from(self, name: str, stood: Stood, fact: Fact) -> None:
        """Show a fact that was chosen on another screen, to which esc goes back."""
        app = self.inspector
        self._came_from = (name, stood)
        self.go_to("facts")
        if app.owner is not None and app.owner != fact.owner:
            app.leave_owner(fact.owner)
        self.show_fact(fact.number)
        self.say(f"#{fact.number}. esc goes back to where you came from.")

    def go_back(self) -> bool:
        """Return to the screen from which a fact was chosen; tell whether there is one."""
        if self._came_from is None:
            return False
        self.open_aside(*self._came_from)
        return True

    def show_fact(self, number: int) -> None:
        """Put the cursor on a fact, listed or not."""
        raise NotImplementedError

    def perform(self, action_id: str) -> None:
        homes = actions.BY_ID[action_id].panes
        if all(home in actions.ASIDES for home in homes):
            self.open_aside(homes[0])
            self.app.call_later(lambda: getattr(self.app.screen, "perform", lambda _: None)(action_id))
            return
        super().perform(action_id)
