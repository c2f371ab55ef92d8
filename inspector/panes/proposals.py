"""Proposals: the changes that wait for a person."""

from textual.content import Content
from textual.widgets import Static

from inspector import actions

NOTHING = "Nothing waits for you. Changes that automation suggests will stand here."


class ProposalsPane(Static, can_focus=True):
    """The queue; it says so when it is empty."""

    BINDINGS = actions.bindings("pane", [action for action in actions.ACTIONS if action.group == "Move"])

    DEFAULT_CSS = """
    ProposalsPane { height: 1fr; color: $muted; }
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002
        super().__init__(Content.styled(NOTHING, "$muted"), id=id)

    def action_cursor_down(self) -> None:
        """There is nothing to move to."""

    action_cursor_up = action_page_down = action_page_up = action_to_top = action_to_bottom = action_cursor_down
