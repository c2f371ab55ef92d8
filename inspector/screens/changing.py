"""The actions that change the store: each carries the versions of what was painted, and each is said in a toast."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from textual import events, on
from textual.css.query import NoMatches
from textual.message import Message
from textual.reactive import var

from inspector import actions, deeds
from inspector.deeds import Deed, Result
from inspector.screens.board import BoardScreen
from inspector.screens.speaking import TOAST
from inspector.widgets.footer import InspectorFooter
from store.errors import NotFound

if TYPE_CHECKING:
    from textual.notifications import SeverityLevel

    from inspector.actions import Action
    from inspector.modals.dialog import Dialog
    from store.errors import StoreError
    from store.values import Fact


CONFIRM_KEYS = actions.BY_ID["confirm"].all_keys
GATES = {
    "travelling": "Nothing can be changed in the past. esc returns to now.",
    "read-only": "This session is read-only; nothing can be changed.",
    "failed": "The store cannot be read just now, so nothing is changed. R tries again.",
}
"""Why nothing can be changed, by mode."""
QUIET = 0.6
"""Seconds after the letter that answered a dialog for which an enter still belongs to it."""


class Asked(NamedTuple):
    """The dialog a change came from, to open it again when the change is refused.

    Args:
        make: Makes the dialog.
        typed: What stood in its fields, by their ids.
        error: Why it was refused.
    """

    make: Callable[[], Dialog[Deed]]
    typed: dict[str, str]
    error: StoreError | None = None


class ChangingScreen(BoardScreen):
    """A board with facts on which a person acts; what they are comes from the subclass."""

    @dataclass
    class Changed(Message):
        """A thread has made a change, or was refused it."""

        result: Result
        facts: tuple[int, ...] = ()
        asked: Asked | None = None

    @dataclass
    class RestoreRefused(Message):
        """Something stands in the way of a restore."""

        fact: Fact
        error: StoreError
        others: tuple[Fact, ...]

    @dataclass
    class NotCounted(Message):
        """A key came that does nothing, and what was pressed before it is done."""

        why: str

    _told_gate: str | None = None
    _quiet_until: float = 0.0

    failed: var[bool] = var(False)
    """The store could not be read, and what is shown may not be what it holds."""

    def __init__(self) -> None:
        super().__init__()
        self._in_flight: set[int] = set()
        self._last_confirmed: int | None = None
        self._draft: dict[str, str] | None = None
        self._said: tuple[str, SeverityLevel, float] | None = None
        self._news: str | None = None
        """What happened while a dialog stood, to be said once it is left."""
        self.seconds: Callable[[], float] = time.monotonic

    @property
    def mode(self) -> str:
        """`now`, `travelling`, `read-only` or `failed`: whether anything can be changed here."""
        if self.failed:
            return "failed"
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

    def end_range(self) -> None:
        """End a range being made, as an action applies to its rows."""

    def changed(self, result: Result) -> None:
        """Show what a change did."""
        raise NotImplementedError

    def go_on(self) -> bool:
        """Go on to the next fact; tell whether there is one."""
        return False

    def say(self, text: str, severity: SeverityLevel = "information") -> None:
        self._said = (text, severity, self.seconds())
        super().say(text, severity)

    def say_below(self, text: str) -> None:
        """Show something in a toast of its own, below what was just said to the person, and never over a dialog."""
        covered = self.app.screen.is_modal
        self._news = text if covered else None
        if covered:
            return
        said = self._said
        self.app.call_later(self.app.clear_notifications)
        if said is not None and (left := TOAST - (self.seconds() - said[2])) > 0:
            self.notify(said[0], severity=said[1], markup=False, timeout=left)
        self.notify(text, markup=False, timeout=TOAST)

    def on_screen_resume(self) -> None:
        if self._news is not None:
            self.say_below(self._news)

    def say_not_counted(self, why: str) -> None:
        """Say that a key did nothing, below what the changes come to that were asked for before it."""
        self.app.call_later(self.inspector.in_turn, partial(self.post_message, self.NotCounted(why)))

    @on(NotCounted)
    def _not_counted(self, message: NotCounted) -> None:
        message.stop()
        self.say_below(message.why)

    def ask(
        self,
        make: Callable[[], Dialog[Deed]],
        facts: Sequence[Fact | None],
        again: Asked | None = None,
        left: Callable[[dict[str, str]], None] | None = None,
    ) -> None:
        """Open a dialog that asks for a change to some facts, and make it; what is refused is asked again.

        Args:
            make: Makes the dialog.
            facts: What the change is for, as it is painted.
            again: What was typed before, and why it was refused.
            left: Is given what was typed, when the dialog is left without an answer.
        """
        modal = make()
        if again is not None:
            modal.resume(again.typed, again.error)

        def then(deed: Deed | None) -> None:
            if modal.by_letter:
                self._quiet_until = self.seconds() + QUIET
            if deed is not None:
                self.do(deed, facts, asked=Asked(make, modal.typed) if deed.verb != "retract" else None)
            elif left is not None:
                left(modal.typed)

        self.open_modal(modal, then)

    def do(self, deed: Deed, facts: Sequence[Fact | None], *, asked: Asked | None = None) -> None:
        """Make a change in a thread, to facts that no change is under way for; above twenty of them, ask first."""
        free = [fact for fact in facts if fact is None or fact.number not in self._in_flight]
        if facts and not free:
            self.say_not_counted("This was still being changed; the key that came meanwhile did not count.")
        facts = free
        if not facts or self.inspector.store is None:
            return
        if len(facts) <= deeds.ASK_ABOVE:
            self._carry_out(deed, facts, asked)
            return
        from inspector.modals.ask import AskModal

        verb = deeds.PAST[deed.verb]
        question = f"{deeds.PRESENT.get(deed.verb, verb)} {len(facts)} facts?"
        self.open_modal(
            AskModal(question, f"{deeds.PRESENT.get(deed.verb, verb)} {len(facts)}"),
            lambda yes: self._carry_out(deed, facts, asked) if yes else None,
        )

    def _carry_out(self, deed: Deed, facts: Sequence[Fact | None], asked: Asked | None) -> None:
        store = self.inspector.store
        if store is None:
            return
        numbers = self._take_off(facts)

        def work() -> None:
            self.post_message(self.Changed(deeds.carry_out(store, deed, facts), numbers, asked))

        self._run(work, numbers)

    def _take_off(self, facts: Sequence[Fact | None]) -> tuple[int, ...]:
        """Note that a change is under way for some facts, until its thread has ended."""
        self.end_range()
        numbers = tuple(fact.number for fact in facts if fact is not None)
        self._in_flight.update(numbers)
        return numbers

    def _run(self, work: Callable[[], None], numbers: tuple[int, ...] = ()) -> None:
        def guarded() -> None:
            try:
                work()
            except BaseException:
                self.app.call_from_thread(self._in_flight.difference_update, numbers)
                raise

        self.inspector.in_turn(guarded)

    @on(Changed)
    def _changed(self, message: Changed) -> None:
        message.stop()
        self._in_flight.difference_update(message.facts)
        result, asked = message.result, message.asked
        gone = any(isinstance(error, NotFound) for _, error in result.refused)
        if asked is not None and result.refused and not result.done and not gone and self.app.screen is self:
            facts = [fact for fact, _ in result.refused]
            self.ask(asked.make, facts, asked._replace(error=result.refused[0][1]))
            self.changed(result)
            return
        app = self.inspector
        said = deeds.said(message.result, app.zone, hidden=app.texts_hidden, owner=app.owner)
        self.say(said.text, said.severity)
        self.changed(message.result)

    # what is closed here

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        known = actions.BY_ID.get(action)
        if known is None:
            return True
        if self.is_hidden and known.home != "app":
            return False
        return self.pane in known.panes and not (known.mutates and self.mode != "now")

    @property
    def is_hidden(self) -> bool:
        """Whether the terminal is too small to show anything."""
        try:
            return not self.query_one("#board").display
        except NoMatches:
            return True

    def on_key(self, event: events.Key) -> None:
        """Answer a key that changes nothing here, in words; an enter right after the letter of a dialog belongs to it."""
        if event.key == "enter" and self.seconds() < self._quiet_until:
            event.stop()
            event.prevent_default()
            return
        self._quiet_until = 0.0
        if event.character not in CONFIRM_KEYS:
            self._last_confirmed = None
        gated = actions.mutating_keys().get(event.key)
        if gated is None or self.is_hidden:
            return
        if self.mode != "now":
            event.stop()
            self.say_gated()
        elif self.pane not in gated.panes:
            self._say_where(gated)

    def _say_where(self, action: Action) -> None:
        """Say in which pane an action is done."""
        pane = next((pane for pane in action.panes if pane in self.names), None)
        if pane is not None:
            there = actions.BY_ID[f"show_{pane}"].keys[0]
            self.say(f"{action.keys[0]} ({action.label}) works in {self.names[pane]}; {there} goes there.")

    def say_gated(self) -> None:
        """Say why nothing can be changed; once, until the mode changes."""
        if self._told_gate != self.mode:
            self._told_gate = self.mode
            self.say(GATES[self.mode], "warning")

    def perform(self, action_id: str) -> None:
        """Run an action chosen in the palette or clicked in the footer, wherever it is at home.

        What would change something in another pane leads there first, as what it applies to was not in sight.
        """
        known = actions.BY_ID[action_id]
        if self.is_hidden and known.home != "app":
            return
        if known.mutates and self.mode != "now":
            self._told_gate = None
            self.say_gated()
            return
        if self.pane not in known.panes:
            self.go_to(known.panes[0])
            if known.mutates:
                self.say(f"{actions.key_name(known.keys[0])} does it to what is chosen here.")
                return
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
        if [fact.number for fact in facts] == [self._last_confirmed]:
            self.say("That was the last one, and it is confirmed. z undoes it.")
            return
        self.do(
            Deed("confirm", lambda store, fact, batch: store.confirm(_number(fact), version=_version(fact), batch=batch)),
            facts,
        )
        self._last_confirmed = facts[0].number if len(facts) == 1 and not self.go_on() else None

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

        self.inspector.in_turn(work)

    # dialogs

    def action_invalidate(self) -> None:
        if not (facts := self.targets):
            return
        from inspector.modals.invalidate import InvalidateModal

        app, now = self.inspector, self.inspector.clock.now()
        self.ask(lambda: InvalidateModal(facts, app.zone, now, hidden=app.texts_hidden), facts)

    def is_covered(self) -> bool:
        """Say that hidden words are not edited, as that would show them; tell whether they are hidden."""
        if self.inspector.texts_hidden:
            self.say("Texts are hidden, and editing would show them. h shows them.")
        return self.inspector.texts_hidden

    def action_edit(self) -> None:
        if (fact := self.single) is None or self.is_covered():
            return
        from inspector.modals.edit import EditModal

        app, now = self.inspector, self.inspector.clock.now()
        self.ask(lambda: EditModal(fact, app.zone, now), [fact])

    def action_write(self) -> None:
        if self.inspector.store is None:
            return
        from inspector.modals.write import WriteModal

        app, now = self.inspector, self.inspector.clock.now()

        def make() -> Dialog[Deed]:
            return WriteModal(app.owner, app.owners, app.zone, now)

        draft, self._draft = self._draft, None
        self.ask(make, [None], Asked(make, draft) if draft else None, self._keep)

    def _keep(self, typed: dict[str, str]) -> None:
        """Keep a fact that was begun and not saved, until it is gone on with."""
        if typed.get("text", "").strip():
            self._draft = typed
            self.say(f"Not saved; {actions.BY_ID['write'].keys[0]} goes on with what you wrote.")

    def action_restore(self) -> None:
        facts = self.targets
        if len(facts) != 1:
            self.do(_restore(None), facts)
            return
        self._restore_one(facts[0])

    def _restore_one(self, fact: Fact) -> None:
        if (store := self.inspector.store) is None or fact.number in self._in_flight:
            return
        numbers = self._take_off([fact])

        def work() -> None:
            result = deeds.carry_out(store, _restore(None), [fact])
            if result.refused and (error := result.refused[0][1]).reason in ("slot_busy", "successor_active"):
                others = tuple(store.fact(number) for number in deeds.in_the_way(error))
                self.post_message(self.RestoreRefused(fact, error, others))
            else:
                self.post_message(self.Changed(result, numbers))

        self._run(work, numbers)

    @on(RestoreRefused)
    def _restore_refused(self, message: RestoreRefused) -> None:
        message.stop()
        self._in_flight.discard(message.fact.number)
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
