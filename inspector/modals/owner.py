"""Choosing whose memory is shown."""

from collections.abc import Iterable, Sequence

from textual import on
from textual.content import Content
from textual.widget import Widget

from inspector import door
from inspector.modals.dialog import Dialog
from inspector.widgets.choices import Choice, Choices
from store.values import OwnerCount


class OwnerModal(Dialog[tuple[str | None]]):
    """Lists owners with their active facts; the answer is the name in a tuple, `None` for everybody.

    Args:
        owners: Those there are.
        owner: The one shown now.
    """

    title_text = "Whose memory"
    keys_text = "enter chooses · esc cancels"

    DEFAULT_CSS = "OwnerModal Choices { max-height: 16; }"

    def __init__(self, owners: Sequence[OwnerCount], owner: str | None) -> None:
        super().__init__()
        self.names: list[str | None] = [None, *(found.name for found in owners)]
        total = sum(found.active for found in owners)
        self.choices = [
            Choice("0", "", Content("all"), note=f"{total} active"),
            *(
                Choice(str(index), "", door.content(door.one_line(found.name, 44)), note=f"{found.active} active")
                for index, found in enumerate(owners, 1)
            ),
        ]
        self.cursor = self.names.index(owner) if owner in self.names else 0

    def body(self) -> Iterable[Widget]:
        yield Choices(self.choices, spaced=False, cursor=self.cursor)

    def on_mount(self) -> None:
        self.begin_at(self.query_one(Choices))

    @on(Choices.Chosen)
    def _chosen(self, event: Choices.Chosen) -> None:
        event.stop()
        self.answer((self.names[int(event.id)],))
