"""The app: themes, the store opened off the event loop after the first frame, and one place where errors are shown."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from textual import on
from textual.app import App
from textual.message import Message
from textual.worker import Worker, WorkerState

from inspector import actions, config, theme, words
from inspector.screens.main import MainScreen
from store.clock import Clock, SystemClock
from store.errors import StoreError, Unavailable
from store.values import OwnerCount

if TYPE_CHECKING:
    from textual.screen import Screen

    from store.store import Store

Prepare = Callable[[], Path]


@dataclass(frozen=True, slots=True)
class Sitting:
    """What is said after the inspector was left.

    Args:
        summary: What was changed, "3 corrected, 1 ended"; empty when nothing was.
        sample: The store was the sample, which is gone now.
    """

    summary: str = ""
    sample: bool = False


class InspectorApp(App[Sitting]):
    """Shows a memory store and changes it by hand.

    Args:
        path: Where the store is, or will be.
        owner: Whose memory to show; `None` is the owner shown last, or everybody.
        config: Personal settings; `None` reads the user's own.
        sample: The store is a sample that goes away afterwards.
        prepare: Builds the store in a thread before it is opened, and returns its path.
        clock: Where the present comes from.
    """

    TITLE = "memory-inspector"
    BINDINGS = actions.bindings("app")
    COMMAND_PALETTE_BINDING = "ctrl+p"
    ENABLE_COMMAND_PALETTE = False

    DEFAULT_CSS = """
    Screen { background: $background; color: $foreground; }
    ToastRack { margin-bottom: 1; }
    Toast { width: auto; max-width: 62; padding: 0 1; background: $panel; color: $foreground; }
    Toast.-information { border-left: outer $primary; }
    Toast.-warning { border-left: outer $warning; }
    Toast.-error { border-left: outer $error; }
    """

    @dataclass
    class StoreOpened(Message):
        """The store is open, or could not be opened."""

        path: Path
        store: "Store | None" = None
        error: StoreError | None = None

    @dataclass
    class SittingSummed(Message):
        """What the sitting came to is known; the app may leave."""

        summary: str

    def __init__(
        self,
        path: Path,
        owner: str | None = None,
        config: "config.Config | None" = None,
        *,
        sample: bool = False,
        prepare: Prepare | None = None,
        clock: Clock | None = None,
    ) -> None:
        super().__init__()
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
        self.opened_at = self.clock.now()
        self.read_only = False
        self.texts_hidden = False
        self.owners: tuple[OwnerCount, ...] = ()
        self._leaving = False
        for own in theme.THEMES:
            self.register_theme(own)
        self.theme = theme.choose(self.config.theme, self.available_themes, self.no_color)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        return theme.variable_defaults(self.current_theme)

    @property
    def main(self) -> MainScreen:
        """The main screen, the first of the stack."""
        screen = self.screen_stack[0]
        assert isinstance(screen, MainScreen)
        return screen

    def get_default_screen(self) -> "Screen[Any]":
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

            store = open_store(path, clock=self.clock, sitting=self.sitting)
        except StoreError as error:
            self.post_message(self.StoreOpened(path, error=error))
        else:
            self.post_message(self.StoreOpened(path, store))

    @on(StoreOpened)
    def _store_opened(self, message: StoreOpened) -> None:
        self.path = message.path
        if message.error is not None:
            if message.error.reason == "no_store":
                self.show_welcome()
            else:
                self.show_trouble(message.error)
            return
        assert message.store is not None
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.use(message.store)

    def use(self, store: "Store") -> None:
        """Show an open store."""
        self.store = store
        if not self.owner_given:
            self.owner = self.config.owner_of(self.path)
        self.main.open()

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

    # working in threads

    def background(self, work: Callable[[], None], group: str) -> None:
        """Do work in a thread; an error in it is shown, and does not end the app."""
        self.run_worker(work, thread=True, exclusive=True, exit_on_error=False, group=group)

    def on_worker_state_changed(self, event: Worker.StateChanged) -> None:
        if event.state is not WorkerState.ERROR or event.worker.error is None:
            return
        error = event.worker.error
        if isinstance(error, Unavailable) and self.store is not None:
            self.main.show_failure(error)
        else:
            self.show_trouble(error)

    # leaving

    def action_quit(self) -> None:  # type: ignore[override]
        """Note the visit, sum the sitting up, and leave."""
        if self._leaving:
            return
        self._leaving = True
        if self.store is None:
            self.exit(Sitting(sample=self.sample))
            return
        self.config = self.config.visited(self.path, self.owner, self.clock.now())
        self.background(self._sum_up, "quit")

    def _sum_up(self) -> None:
        from inspector.deeds import summary

        said = ""
        if self.store is not None:
            try:
                done = self.store.changes(since=self.opened_at, actor=self.store.actor, limit=1000)
                said = summary([operation for operation in done if operation.sitting == self.sitting])
                self.store.close()
            except StoreError:
                said = ""
        if not self.sample:
            self.config.save()
        self.post_message(self.SittingSummed(said))

    @on(SittingSummed)
    def _summed(self, message: SittingSummed) -> None:
        self.exit(Sitting(message.summary, self.sample))

    def set_theme(self, name: str) -> None:
        """Use a theme, and remember it."""
        self.theme = name
        self.config = replace(self.config, theme=name)


def _load_config() -> "config.Config":
    return config.load()
