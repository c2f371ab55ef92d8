"""History: what was believed, and when."""

from textual.reactive import reactive
from textual.widgets import Static

from store.values import History


class HistoryPane(Static, can_focus=True):
    """Stands in until the ledger is drawn."""

    history: reactive[History | None] = reactive(None)
