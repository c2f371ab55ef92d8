"""The actions that change the store: each carries the versions of what was painted, and each is said in a toast."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from textual import events, on
from textual.message import Message
from textual.screen import ModalScreen

from inspector import actions, deeds
from inspector.deeds import Deed, Result
from inspector.screens.board import BoardScreen
from inspector.widgets.footer import InspectorFooter

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

    from store.errors import StoreError
    from store.values import Fact


class ChangingScreen(BoardScreen):
    """A board with facts on which a person acts; what they are comes from the subclass."""

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

    _told_gate: str | None = None

    @property
    def mode(self) -> str:
        """`now`, `travelling` or `read-only`: whether anything can be changed here."""
        if not self.at.is_now:
            return "travelling"
        return "read-only" if self.inspector.read_only else "now"

    @property
    def targets(self) -> list[Fact]:
        """The facts an action applies to, as they are painted."""
        raise NotImplementedError

    @property
    def single(self) -> Fact | None:
        """The one fact an action applies to; says so when several are marked."""
        facts = self.targets
        if len(facts) > 1:
            self.say(f"This takes one fact, and {len(facts)} are marked. esc forgets the marks.")
            return None
        return facts[0] if facts else None

    def changed(self, result: Result, *, advance: bool) -> None:
        """Show what a change did."""
        raise NotImplementedError

    def say(self, text: str, severity: SeverityLevel = "information") -> None:
        """Show a toast; never read as markup."""
        self.notify(text, severity=severity, markup=False, timeout=6)

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
        said = deeds.said(message.result, self.inspector.zone, hidden=self.inspector.texts_hidden)
        self.say(said.text, said.severity)
        self.changed(message.result, advance=message.advance)

    # what is closed here

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        known = actions.BY_ID.get(action)
        if known is None:
            return True
        return self.pane in known.panes and not (known.mutates and self.mode != "now")

    def on_key(self, event: events.Key) -> None:
        """Answer a key that is closed here, once and in words."""
        gated = actions.mutating_keys().get(event.key)
        if gated is None or self.mode == "now":
            return
        event.stop()
        self.say_gated()

    def say_gated(self) -> None:
        """Say why nothing can be changed; once, until the mode changes."""
        if self._told_gate != self.mode:
            self._told_gate = self.mode
            why = (
                "Nothing can be changed in the past. esc returns to now."
                if self.mode == "travelling"
                else "This session is read-only; nothing can be changed."
            )
            self.say(why, "warning")

    def perform(self, action_id: str) -> None:
        """Run an action chosen in the palette or clicked in the footer, wherever it is at home."""
        known = actions.BY_ID[action_id]
        if known.mutates and self.mode != "now":
            self._told_gate = None
            self.say_gated()
            return
        if self.pane not in known.panes:
            self.go_to(known.panes[0])
        if known.home == "pane":
            target: object = self.focused or self
        else:
            target = self.app if known.home == "app" else self
        getattr(target, f"action_{action_id}", lambda: None)()

    @on(InspectorFooter.Chosen)
    def _footer_chosen(self, message: InspectorFooter.Chosen) -> None:
        message.stop()
        self.perform(message.action)

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
