"""The app: themes, the store opened off the event loop after the first frame, and one place where errors are shown."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from datetime import tzinfo
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple
from uuid import uuid4

from textual import on
from textual.message import Message
from textual.worker import Worker, WorkerState

from inspector import actions, config, garbage, owners, pasting, theme, words
from inspector.orderly import OrderlyApp
from inspector.screens.main import MainScreen
from inspector.screens.speaking import SpeakingScreen
from store.clock import Clock, SystemClock
from store.errors import NotFound, StoreError, Unavailable

if TYPE_CHECKING:
    from textual.driver import Driver
    from textual.screen import Screen

    from inspector.modals.dialog import Dialog
    from store.anchor import Anchor
    from store.query import AsOf
    from store.store import Store
    from store.values import ImportReport

Prepare = Callable[[], Path]
GONE = "What was asked for was deleted for good meanwhile, so this shows what is there now."
AGAIN = 1.0
"""Seconds after which something that is missing again counts as missing for the first time."""
OFTEN = 4
"""What is missing so many times one after the other is trouble, as reading anew does not help."""
LONGEST_SITTING = 100_000
"""So many changes of a sitting are summed up."""
FINDING_OUT = "finding out"
"""The thread that asks whether an error comes from damage; an error of its own is asked about no more."""


class Sitting(NamedTuple):
    """What is said after the inspector was left.

    Args:
        summary: What was changed by hand, "3 corrected, 1 ended"; empty when nothing was.
        sample: The store was the sample, which is gone now.
        brought: How many facts an import or a paste brought in, which cannot be undone.
        undoable: How the id of the sitting begins, if something of it can be taken back.
    """

    summary: str = ""
    sample: bool = False
    brought: int = 0
    undoable: str = ""


class InspectorApp(OrderlyApp[Sitting]):
    """Shows a memory store and changes it by hand.

    Args:
        path: Where the store is, or will be.
        owner: Whose memory to show; `None` is the owner shown last, or everybody.
        config: Personal settings; `None` reads the user's own.
        sample: The store is a sample that goes away afterwards.
        prepare: Builds the store in a thread before it is opened, and returns its path.
        clock: Where the present comes from.
        begins_in_queue: Show the queue first, even when nothing waits.
        begins_at: Travel to this pair of instants first.
        read_only: Change nothing, not a byte of the store and no setting of the person.
        audit_key: The file with the key of the audit chain, where it is not this user's own.
        ends: Where the chain is known to end, where the store is a copy to look at.
    """

    TITLE = "memory-inspector"
    BINDINGS = actions.bindings("app")
    COMMAND_PALETTE_BINDING = "ctrl+p"
    ENABLE_COMMAND_PALETTE = False

    CSS = """
    Toast { width: auto; max-width: 62; padding: 0 1; margin: 0 1 1 0; background: $panel; color: $foreground; }
    Toast.-information { border-left: outer $primary; }
    Toast.-warning { border-left: outer $warning; }
    Toast.-error { border-left: outer $error; }
    CommandPalette SearchIcon { display: none; }
    CommandPalette > Vertical { margin-top: 2; }
    Input > .input--placeholder, TextArea > .text-area--placeholder { color: $muted; }
    """

    class CaughtUp(Message):
        """A read-only session knows what others have changed."""

    @dataclass
    class StoreOpened(Message):
        """The store is open, or could not be opened."""

        path: Path
        store: Store | None = None
        owners: tuple[str, ...] = ()
        error: StoreError | None = None
        refused: bool = False
        """The inspector leaves again at once, as what was asked for is not there."""

    @dataclass
    class Brought(Message):
        """Something was brought into the new store."""

        report: ImportReport

    @dataclass
    class DialogOutdated(Message):
        """A fact that a dialog is about was deleted for good."""

        dialog: Dialog[Any]
        fact: int

    @dataclass
    class SittingSummed(Message):
        """What the sitting came to is known; the app may leave."""

        summary: str
        undoable: bool

    def __init__(
        self,
        path: Path,
        owner: str | None = None,
        config: config.Config | None = None,
        *,
        sample: bool = False,
        prepare: Prepare | None = None,
        clock: Clock | None = None,
        begins_in_queue: bool = False,
        begins_at: AsOf | None = None,
        read_only: bool = False,
        audit_key: Path | None = None,
        ends: Mapping[str, Anchor] | None = None,
    ) -> None:
        super().__init__()
        pasting.install()
        self.path = path
        self.owner = owner
        self.owner_given = owner is not None
        self.sample = sample
        self.prepare = prepare
        self.clock: Clock = clock or SystemClock()
        self.config = config if config is not None else _load_config()
        self.zone: tzinfo = words.zone_of(self.config.zone)
        self.store: Store | None = None
        self.sitting = str(uuid4())
        self.read_only = read_only
        self.audit_key = audit_key
        self.ends = ends
        self.texts_hidden = False
        self.begins_in_queue = begins_in_queue
        self.approved: set[int] = set()
        """The operations in which proposals were approved in this sitting."""
        self.decided: list[int] = []
        """The proposals decided in this sitting, the latest last."""
        self.begins_at = begins_at
        self.refused: StoreError | None = None
        """Why the inspector left again at once."""
        self.brought = 0
        self.owners: tuple[str, ...] = ()
        self._leaving = False
        self._missed = "", 0.0, 0
        self._file: tuple[int, int] | None = None
        self._at_exit = ExitStack()
        for own in theme.THEMES:
            self.register_theme(own)
        self.theme = theme.choose(self.config.theme, self.available_themes, self.no_color)

    def get_driver_class(self) -> type[Driver]:
        usual = super().get_driver_class()
        if usual.__name__ != "LinuxDriver":
            return usual
        from inspector.driver import LenientDriver

        return LenientDriver

    @property
    def failure(self) -> Exception | None:
        """The error that nobody foresaw and that ended the app."""
        return self._exception

    def _fatal_error(self) -> None:
        """Leave; who runs the app says why, as a traceback would show what is stored."""
        self._close_messages_no_wait()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return theme.variable_defaults(self.current_theme)

    @property
    def main(self) -> MainScreen:
        """The main screen, the first of the stack."""
        screen = self.screen_stack[0]
        assert isinstance(screen, MainScreen)
        return screen

    def get_default_screen(self) -> Screen[Any]:
        return MainScreen()

    def on_ready(self) -> None:
        self.open_store()

    # opening

    def open_store(self) -> None:
        """Build the store if that was asked for, and open it, in a thread."""
        self.background(self._open, "open")

    def _open(self) -> None:
        path = self.path
        try:
            if self.prepare is not None:
                path = self.prepare()
                self.prepare = None
            from store.store import open_store

            garbage.look_again()
            store = open_store(
                path,
                clock=self.clock,
                sitting=None if self.read_only else self.sitting,
                read_only=self.read_only,
                audit_key=self.audit_key,
                ends=self.ends,
            )
            names = store.owner_names()
            unknown = owners.unknown(store, self.owner) if self.owner_given and self.store is None else None
            if unknown is not None:
                store.close()
                self.post_message(self.StoreOpened(path, error=unknown, refused=True))
                return
        except StoreError as error:
            self.post_message(self.StoreOpened(path, error=error, refused=self.read_only and self._file is None))
        else:
            self.post_message(self.StoreOpened(path, store, names))

    def open_sample(self) -> None:
        """Build sample memory in a folder that goes away with the app, and open it."""
        from inspector.cli.launch import temporary_folder

        folder = self._at_exit.enter_context(temporary_folder())
        self.sample, self.prepare = True, partial(_build_sample, folder / "memory.db", self.clock)
        self.open_store()

    @on(StoreOpened)
    def _store_opened(self, message: StoreOpened) -> None:
        self.path = message.path
        if message.refused:
            self.refused = message.error
            self.exit()
            return
        if message.error is not None:
            if message.error.reason == "no_store":
                self.show_welcome()
            else:
                self.show_trouble(message.error)
            return
        assert message.store is not None
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.use(message.store, message.owners)

    def use(self, store: Store, names: tuple[str, ...] = ()) -> None:
        """Show an open store: as whose it was shown last, else as its only owner's.

        Args:
            names: Its owners.
        """
        self.store = store
        self._file = _file_of(self.path)
        if not self.owner_given:
            self.owner = self.config.owner_of(store, names) or (names[0] if len(names) == 1 else None)
        self.main.open()
        if self.begins_at is not None:
            at, self.begins_at = self.begins_at, None
            self.call_after_refresh(self.main.travel_to, at)

    @on(Brought)
    def _brought(self, message: Brought) -> None:
        report = message.report
        self.brought += report.facts
        parts = [
            f"Brought in {words.quantity(report.facts, 'fact')}",
            f"{report.unchanged} {'was' if report.unchanged == 1 else 'were'} known" if report.unchanged else "",
        ]
        parts.append(f"{len(report.refused)} refused" if report.refused else "")
        self.notify(", ".join(filter(None, parts)) + ".", markup=False, severity="warning" if report.refused else "information")

    def show_welcome(self) -> None:
        """Offer a sample, an import, a paste and an empty store."""
        from inspector.screens.welcome import WelcomeScreen

        if not isinstance(self.screen, WelcomeScreen):
            self.push_screen(WelcomeScreen(self.path))

    def show_trouble(self, error: BaseException) -> None:
        """Show an error as a screen of its own, never as an empty list."""
        from inspector.screens.trouble import TroubleScreen

        if isinstance(self.screen, TroubleScreen):
            self.screen.show(error)
        else:
            self.push_screen(TroubleScreen(error))

    def try_again(self) -> None:
        """Read the store again after an error, or open it."""
        if self.store is None:
            self.open_store()
            return
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.main.action_reload()

    def is_there(self) -> bool:
        """Whether the file that was opened still stands at its path."""
        return self._file is None or _file_of(self.path) == self._file

    def catch_up(self) -> None:
        """Let a read-only session know what others have changed, and show that, on the screens below when they are seen again."""
        if (store := self.store) is None:
            return

        def work() -> None:
            store.catch_up()
            self.post_message(self.CaughtUp())

        self.background(work, "catch-up")

    @on(CaughtUp)
    def _caught_up(self) -> None:
        self.show_anew()
        self.main.newer = 0
        self.main.read_overview()
        self.main.live.start()

    def show_anew(self) -> None:
        """Let each screen show what is there now, those below when they are seen again.

        An open message is closed, and a dialog if what it is about was deleted for good.
        """
        from inspector.modals.dialog import Dialog
        from inspector.modals.message import MessageModal

        if isinstance(self.screen, MessageModal):
            self.screen.answer(None)
        elif isinstance(self.screen, Dialog) and self.screen.about:
            self._look_after(self.screen)
        below = [screen for screen in self.screen_stack if isinstance(screen, SpeakingScreen)]
        below.pop().caught_up()
        for screen in below:
            screen.is_behind = True

    def _look_after(self, dialog: Dialog[Any]) -> None:
        """Find out, in a thread, whether the facts a dialog is about are still there."""
        if (store := self.store) is None:
            return

        def work() -> None:
            for number in sorted(dialog.about):
                try:
                    store.fact(number)
                except NotFound:
                    self.post_message(self.DialogOutdated(dialog, number))
                    return

        self.background(work, "dialog")

    @on(DialogOutdated)
    def _dialog_outdated(self, message: DialogOutdated) -> None:
        if message.dialog.is_current:
            message.dialog.answer(None)
            self.main.say_below(f"#{message.fact} was deleted for good meanwhile, so the dialog about it is closed.")

    def reopened(self) -> bool:
        """Open what stands at the path now, if it is another file than was opened; tell whether it is."""
        if self.store is None or self.is_there():
            return False
        self.store.close()
        self.store = None
        self.open_store()
        return True

    # errors

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state is not WorkerState.ERROR or event.worker.error is None:
            return
        error = event.worker.error
        if isinstance(error, Unavailable) and self.store is not None:
            self.main.show_failure(error if self.is_there() else Unavailable("store_gone", path=self.path))
        elif isinstance(error, NotFound) and self.is_gone(error):
            return
        elif isinstance(error, StoreError) or self.store is None or event.worker.group == FINDING_OUT:
            self.show_trouble(error)
        else:
            self._find_out(self.store, error)

    def is_gone(self, error: NotFound) -> bool:
        """Say that something was deleted for good while it was shown, and show what is there now; tell whether that is all."""
        what, when, times = self._missed
        now = time.monotonic()
        times = times + 1 if what == str(error) and now - when < AGAIN else 1
        self._missed = str(error), now, times
        if self.store is None or times >= OFTEN:
            return False
        self.main.say_below(GONE)
        if self.read_only:
            self.catch_up()
        else:
            self.show_anew()
        return True

    def _find_out(self, store: Store, error: BaseException) -> None:
        """Show an error that nobody foresaw, as that of a damaged store if it met one."""

        def work() -> None:
            damage = store.damage()
            self.call_from_thread(self.show_trouble, damage or error)

        self.background(work, FINDING_OUT)

    # leaving

    def action_quit(self) -> None:  # type: ignore[override]
        """Note the visit, sum the sitting up, and leave."""
        if self._leaving:
            return
        self._leaving = True
        if self.store is None:
            self.exit(Sitting(sample=self.sample))
            return
        self.config = self.config.visited(self.store, self.owner, self.clock.now())
        self.in_turn(self._sum_up)

    def _sum_up(self) -> None:
        from inspector import deeds

        said, undoable = "", False
        if self.store is not None:
            try:
                made = deeds.by_hand(self.store.changes(sitting=self.sitting, limit=LONGEST_SITTING))
            except StoreError:
                made = []
            with suppress(StoreError):
                self.store.close()
            said, undoable = deeds.summary(made, self.approved), deeds.can_be_undone(made)
        if not self.sample and not self.read_only:
            self.config.save()
        self.post_message(self.SittingSummed(said, undoable))

    @on(SittingSummed)
    def _summed(self, message: SittingSummed) -> None:
        undoable = self.sitting[: words.SITTING] if message.undoable else ""
        self.exit(Sitting(message.summary, self.sample, self.brought, undoable))

    def action_help_quit(self) -> None:
        """Say how to leave, as ctrl+c copies where something is typed and else does nothing."""
        self.notify("q quits; where something is typed or asked, esc leads out first.", markup=False)

    def turn_theme(self) -> None:
        """Change between dark and light, and remember it."""
        self.theme = theme.LIGHT.name if self.current_theme.dark else theme.DARK.name
        self.config = replace(self.config, theme=self.theme)

    @property
    def shows_several(self) -> bool:
        """Whether what is shown is the memory of more than one person, so that it has to be said whose a fact is."""
        return self.owner is None and len(self.owners) > 1

    def leave_owner(self, owner: str | None) -> None:
        """Show the memory of another, with the visit to this one noted."""
        if self.store is not None:
            self.config = self.config.visited(self.store, self.owner, self.clock.now())
        self.owner = owner

    def on_unmount(self) -> None:
        self._at_exit.close()


def _file_of(path: Path) -> tuple[int, int] | None:
    """Return what tells a file from another at the same path, or `None` where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _build_sample(path: Path, clock: Clock) -> Path:
    from inspector.sample import build

    return build(path, clock.now())


def _load_config() -> config.Config:
    return config.load()
