"""The actions that change the store: each carries the versions of what was painted, and each is said in a toast."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from textual import on
from textual.message import Message
from textual.screen import ModalScreen, Screen

from inspector import deeds
from inspector.deeds import Deed, Result
from store.errors import StoreError
from store.values import Fact

if TYPE_CHECKING:
    from inspector.app import InspectorApp


class ChangingScreen(Screen[None]):
    """A screen with facts on which a person acts; what they are comes from the subclass."""

    @dataclass
    class Changed(Message):
        """A thread has made a change, or was refused it."""

        result: Result
        advance: bool = False

    @dataclass
    class RestoreRefused(Message):
        """Something stands in the way of a restore."""

        fact: Fact
        error: StoreError
        others: tuple[Fact, ...]

    @property
    def inspector(self) -> "InspectorApp":
        """The app, by its own type."""
        return cast("InspectorApp", self.app)

    @property
    def targets(self) -> list[Fact]:
        """The facts an action applies to, as they are painted."""
        raise NotImplementedError

    @property
    def single(self) -> Fact | None:
        """The one fact an action applies to; says so when several are marked."""
        facts = self.targets
        if len(facts) > 1:
            self.say(deeds.Said(f"This takes one fact, and {len(facts)} are marked. esc forgets the marks."))
            return None
        return facts[0] if facts else None

    def changed(self, result: Result, *, advance: bool) -> None:
        """Show what a change did."""
        raise NotImplementedError

    def say(self, said: deeds.Said) -> None:
        """Show a toast; never read as markup."""
        self.notify(said.text, severity=cast("Any", said.severity), markup=False, timeout=6)

    def open_modal(self, modal: ModalScreen[Any], then: Callable[[Any], None] | None = None) -> None:
        """Open a dialog, unless one stands there already."""
        if self.app.screen is self:
            self.app.push_screen(modal, then)

    def do(self, deed: Deed, facts: Sequence[Fact | None], *, advance: bool = False) -> None:
        """Make a change in a thread; above twenty facts, ask first."""
        if not facts or self.inspector.store is None:
            return
        if len(facts) <= deeds.ASK_ABOVE:
            self._carry_out(deed, facts, advance)
            return
        from inspector.modals.ask import AskModal

        verb = deeds.PAST[deed.verb]
        question = f"{deeds.PRESENT.get(deed.verb, verb)} {len(facts)} facts?"
        self.open_modal(
            AskModal(question, f"{deeds.PRESENT.get(deed.verb, verb)} {len(facts)}"),
            lambda yes: self._carry_out(deed, facts, advance) if yes else None,
        )

    def _carry_out(self, deed: Deed, facts: Sequence[Fact | None], advance: bool) -> None:
        store = self.inspector.store
        if store is None:
            return

        def work() -> None:
            self.post_message(self.Changed(deeds.carry_out(store, deed, facts), advance))

        self.app.run_worker(work, thread=True, exit_on_error=False, group="change")

    @on(Changed)
    def _changed(self, message: Changed) -> None:
        message.stop()
        self.say(deeds.said(message.result, self.inspector.zone, hidden=self.inspector.texts_hidden))
        self.changed(message.result, advance=message.advance)

    # one key each

    def action_confirm(self) -> None:
        facts = self.targets
        self.do(
            Deed("confirm", lambda store, fact, batch: store.confirm(_number(fact), version=_version(fact), batch=batch)),
            facts,
            advance=len(facts) == 1,
        )

    def action_pin(self) -> None:
        facts = self.targets
        if facts and all(fact.pinned for fact in facts):
            self.do(
                Deed("unpin", lambda store, fact, batch: store.unpin(_number(fact), version=_version(fact), batch=batch)), facts
            )
            return
        loose = [fact for fact in facts if not fact.pinned]
        self.do(Deed("pin", lambda store, fact, batch: store.pin(_number(fact), version=_version(fact), batch=batch)), loose)

    def action_undo(self) -> None:
        self._step("undo")

    def action_redo(self) -> None:
        self._step("redo")

    def _step(self, verb: str) -> None:
        if (store := self.inspector.store) is None:
            return

        def work() -> None:
            self.post_message(self.Changed(deeds.step_back(store, verb)))

        self.app.run_worker(work, thread=True, exit_on_error=False, group="change")

    # dialogs

    def action_invalidate(self) -> None:
        if not (facts := self.targets):
            return
        from inspector.modals.invalidate import InvalidateModal

        modal = InvalidateModal(facts, self.inspector.zone, self.inspector.clock.now(), hidden=self.inspector.texts_hidden)
        self.open_modal(modal, lambda deed: self.do(deed, facts) if deed is not None else None)

    def action_edit(self) -> None:
        if (fact := self.single) is None:
            return
        from inspector.modals.edit import EditModal

        modal = EditModal(fact, self.inspector.zone, self.inspector.clock.now())
        self.open_modal(modal, lambda deed: self.do(deed, [fact]) if deed is not None else None)

    def action_write(self) -> None:
        if self.inspector.store is None:
            return
        from inspector.modals.write import WriteModal

        modal = WriteModal(self.inspector.owner, self.inspector.owners, self.inspector.zone, self.inspector.clock.now())
        self.open_modal(modal, lambda deed: self.do(deed, [None]) if deed is not None else None)

    def action_restore(self) -> None:
        facts = self.targets
        if len(facts) != 1:
            self.do(_restore(None), facts)
            return
        self._restore_one(facts[0])

    def _restore_one(self, fact: Fact) -> None:
        if (store := self.inspector.store) is None:
            return

        def work() -> None:
            result = deeds.carry_out(store, _restore(None), [fact])
            if result.refused and (error := result.refused[0][1]).reason in ("slot_busy", "successor_active"):
                others = tuple(store.fact(number) for number in deeds.in_the_way(error))
                self.post_message(self.RestoreRefused(fact, error, others))
            else:
                self.post_message(self.Changed(result))

        self.app.run_worker(work, thread=True, exit_on_error=False, group="change")

    @on(RestoreRefused)
    def _restore_refused(self, message: RestoreRefused) -> None:
        message.stop()
        from inspector.modals.restore import RestoreModal

        fact = message.fact
        modal = RestoreModal(fact, message.others, message.error, self.inspector.zone, hidden=self.inspector.texts_hidden)
        self.open_modal(modal, lambda mode: self.do(_restore(mode), [fact]) if mode is not None else None)


def _restore(mode: str | None) -> Deed:
    return Deed(
        "restore",
        lambda store, fact, batch: store.restore(_number(fact), mode=cast("Any", mode), version=_version(fact), batch=batch),
    )


def _number(fact: Fact | None) -> int:
    assert fact is not None
    return fact.number


def _version(fact: Fact | None) -> int:
    assert fact is not None
    return fact.version
