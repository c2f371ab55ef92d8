"""Help: the keys of this pane, and all others."""

from collections.abc import Iterable

from textual.content import Content
from textual.widget import Widget

from inspector.actions import ACTIONS, BY_ID, FOOTERS, GROUPS, Action
from inspector.modals.dialog import Dialog, said

KEYS = 10
LABEL = 16
WIDTH = 92
FRAME = 8
HERE = {
    "travelling": {
        "cursor_down": "Moves the known instant to the learning before, a row down.",
        "cursor_up": "Moves the known instant to the next learning, a row up.",
    },
    "travelling_beside": {
        "cursor_down": "Moves on in this pane; in the ledger (4) it moves the known instant.",
        "cursor_up": "Moves back in this pane; in the ledger (4) it moves the known instant.",
    },
}
"""What keys do where it is otherwise than elsewhere, by the name of the footer."""


class HelpModal(Dialog[None]):
    """Every action with its keys, those of the pane's footer first.

    Args:
        pane: Where help was asked for.
        title: What that pane is called.
    """

    BINDINGS = [
        ("question_mark,f1,q,comma,й", "cancel", "Close"),
        ("j,down,о", "scroll(1)", "Down"),
        ("k,up,л", "scroll(-1)", "Up"),
        ("pagedown,space", "scroll(10)", "Page down"),
        ("pageup", "scroll(-10)", "Page up"),
        ("g,home,п", "scroll(-9999)", "Top"),
        ("G,end,П", "scroll(9999)", "Bottom"),
    ]

    DEFAULT_CSS = "HelpModal #box { width: 92; }"

    title_text = "Keys"
    keys_text = "j k scroll · esc closes"

    def __init__(self, pane: str, title: str) -> None:
        super().__init__()
        self.pane = pane
        self.pane_title = title

    def body(self) -> Iterable[Widget]:
        width = min(WIDTH, self.app.size.width) - FRAME
        here = HERE.get(self.pane, {})
        named = [BY_ID[name] for entry in FOOTERS[self.pane] for name in entry.actions]
        first = [action._replace(help=here.get(action.id, action.help)) for action in named]
        yield said(Content.styled(f"Here, in {self.pane_title}", "bold $text-primary"))
        yield said(_rows(first, width))
        for group in GROUPS:
            yield said("", "gap")
            yield said(Content.styled(group, "bold $text-primary"))
            yield said(_rows((action for action in ACTIONS if action.group == group), width))
        yield said("", "gap")
        yield said("Letter keys answer in their place under a Cyrillic layout too. In dialogs enter goes on and esc cancels.")

    def action_scroll(self, by: int) -> None:
        self.query_one("#box").scroll_relative(y=by, animate=False)


def row(action: Action, width: int) -> Content:
    """Return one action as help shows it: its sentence wrapped beside keys and label."""
    told = Content.styled(action.help, "$muted").wrap(max(20, width - KEYS - LABEL))
    head = Content.assemble((action.shown_keys.ljust(KEYS), "bold $primary"), (action.label.ljust(LABEL), "$foreground"))
    indent = Content(" " * (KEYS + LABEL))
    return Content("\n").join([(indent if index else head) + line for index, line in enumerate(told)])


def _rows(actions: Iterable[Action], width: int) -> Content:
    return Content("\n").join([row(action, width) for action in actions])
