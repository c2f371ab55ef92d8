"""Choosing whose memory is shown."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from textual import on
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input

from inspector import door
from inspector.modals.dialog import Dialog
from inspector.widgets.choices import Choice, Choices
from inspector.widgets.fields import Field
from store.ids import fold
from store.values import OwnerCount


class OwnerModal(Dialog[tuple[str | None]]):
    """Lists owners with their active facts; the answer is the name in a tuple, `None` for everybody.

    Args:
        names: Those there are.
        owner: The one shown now.
        count: Counts their active facts; called in a thread.
    """

    BINDINGS = [
        ("/,.", "filter", "Filter"),
        ("down", "move(1)", "Down"),
        ("up", "move(-1)", "Up"),
    ]

    title_text = "Whose memory"
    keys_text = "/ filters · enter chooses · esc cancels"

    DEFAULT_CSS = """
    OwnerModal Choices { max-height: 16; }
    OwnerModal Field { margin-bottom: 1; display: none; }
    """

    @dataclass
    class Counted(Message):
        """The facts of each are counted."""

        owners: tuple[OwnerCount, ...]

    def __init__(self, names: Sequence[str], owner: str | None, count: Callable[[], tuple[OwnerCount, ...]]) -> None:
        super().__init__()
        self.owner = owner
        self.count = count
        self.active: dict[str | None, int] = {}
        self.names: list[str | None] = [None, *names]
        """Those that are listed now."""
        self._all = tuple(self.names)

    def body(self) -> Iterable[Widget]:
        yield Field(placeholder="part of a name", id="part")
        yield Choices(self._choices(), spaced=False, cursor=self.names.index(self.owner) if self.owner in self.names else 0)

    def on_mount(self) -> None:
        self.begin_at(self.query_one(Choices))

        def work() -> None:
            self.post_message(self.Counted(self.count()))

        self.app.run_worker(work, thread=True, exit_on_error=False, group="owners")

    def _choices(self) -> list[Choice]:
        return [
            Choice(
                str(place),
                "",
                Content("all") if name is None else door.content(door.one_line(name, 44)),
                note=f"{self.active[name]:,} active" if name in self.active else "",
            )
            for place, name in enumerate(self.names)
        ]

    @on(Counted)
    def _counted(self, message: Counted) -> None:
        message.stop()
        self.active = {one.name: one.active for one in message.owners}
        self.active[None] = sum(self.active.values())
        listed = self.query_one(Choices)
        listed.replace(self._choices(), listed.cursor)

    def action_filter(self) -> None:
        field = self.query_one(Field)
        field.display = True
        field.focus()

    def action_move(self, by: int) -> None:
        self.query_one(Choices).action_move(by)

    @on(Input.Changed)
    def _part_changed(self, event: Input.Changed) -> None:
        event.stop()
        parts = fold(event.value).split()
        self.names = [name for name in self._all if all(part in fold(name or "all") for part in parts)]
        self.query_one(Choices).replace(self._choices())
        if self.names:
            self.query_one("#wrong").display = False
        else:
            self.say_wrong("Nobody is called so.")

    @on(Input.Submitted)
    def _part_given(self, event: Input.Submitted) -> None:
        event.stop()
        self.query_one(Choices).action_choose()

    @on(Choices.Chosen)
    def _chosen(self, event: Choices.Chosen) -> None:
        event.stop()
        self.answer((self.names[int(event.id)],))
