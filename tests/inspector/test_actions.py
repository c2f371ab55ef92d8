"""The registry: one set of keys and commands behind bindings, palette, help, README and footers."""

import inspect

import pytest
from textual.binding import Binding
from textual.keys import _character_to_key

from inspector import actions
from inspector.actions import ACTIONS, BY_ID, FOOTERS, Action
from inspector.app import InspectorApp
from inspector.modals.help import HelpModal
from inspector.modals.palette import ActionProvider
from inspector.panes.audit_list import AuditList
from inspector.panes.fact_list import FactList
from inspector.panes.history import HistoryPane
from inspector.panes.jobs import JobList
from inspector.panes.proposal_list import ProposalList
from inspector.panes.provenance import ProvenancePane
from inspector.panes.relations import RelationList
from inspector.panes.review import ReviewPane
from inspector.screens.audit import AuditScreen
from inspector.screens.deletions import DeletionsScreen
from inspector.screens.main import MainScreen
from inspector.screens.relations import RelationsScreen
from tests.inspector.driving import opened

LISTS = {
    "facts": FactList,
    "proposals": ProposalList,
    "review": ReviewPane,
    "answers": ReviewPane,
    "provenance": ProvenancePane,
    "history": HistoryPane,
    "deletions": JobList,
    "relations": RelationList,
    "audit": AuditList,
}
ASIDES = {"deletions": DeletionsScreen, "relations": RelationsScreen, "audit": AuditScreen}
HOMES = {"app": (InspectorApp,)}


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_every_action_is_bound_where_it_is_at_home(action: Action) -> None:
    """U1: every action has its keys, and a method that does it."""
    if action.home == "screen":
        on_board = not all(pane in ASIDES for pane in action.panes)
        homes: tuple[type, ...] = ((MainScreen,) if on_board else ()) + tuple(
            kind for pane, kind in ASIDES.items() if pane in action.panes
        )
    else:
        homes = HOMES.get(action.home) or tuple(
            kind for pane, kind in LISTS.items() if action.group == "Move" or pane in action.panes
        )
    for home in homes:
        keys = home._merge_bindings().key_to_bindings  # type: ignore[attr-defined]
        for key in action.all_keys:
            name = _character_to_key(key) if len(key) == 1 else key
            bound = {binding.action.partition("(")[0] for binding in keys.get(name, [])}
            assert action.id in bound, (home.__name__, key)
        assert inspect.isroutine(getattr(home, f"action_{action.id}"))


def test_no_key_means_two_things_in_one_pane() -> None:
    """U1: a key does one thing in a pane."""
    for pane in actions.EVERYWHERE:
        keys = [key for action in ACTIONS if pane in action.panes for key in action.all_keys]
        assert len(keys) == len(set(keys)), pane


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.id)
def test_letter_keys_answer_in_their_cyrillic_place(action: Action) -> None:
    """N4: under a Cyrillic layout the key in the same place does the same."""
    for key in action.keys:
        if len(key) == 1 and key.isalpha():
            twin = actions.cyrillic(key)
            assert twin is not None
            assert twin in action.all_keys
            assert twin.isupper() == key.isupper()
    assert actions.cyrillic("q") == "й"
    assert actions.cyrillic("M") == "Ь"
    assert actions.cyrillic("[") == "х"
    assert actions.cyrillic("<") == "Б"


@pytest.mark.parametrize("action", [action for action in ACTIONS if action.mutates], ids=lambda action: action.id)
def test_no_action_that_changes_has_priority(action: Action) -> None:
    """U1: a key that changes the store never goes past a field that is typed into."""
    homes: tuple[actions.Home, ...] = ("pane", "screen", "app")
    for home in homes:
        bound = [binding for binding in actions.bindings(home) if isinstance(binding, Binding)]
        assert bound
        assert not any(binding.priority for binding in bound if binding.action.partition("(")[0] == action.id)


WHERE = {"travelling": "history", "travelling_beside": "history", actions.INVALID: "facts"}
"""The panes whose keys the footers of a state name."""


@pytest.mark.parametrize("pane", FOOTERS)
def test_footers_are_short_and_name_only_actions_of_their_pane(pane: str) -> None:
    """U1, U6: at most seven entries, within 80 columns."""
    entries = FOOTERS[pane]
    assert len(entries) <= actions.FOOTER_ENTRIES
    assert sum(entry.cells for entry in entries) + 2 * (len(entries) - 1) + 2 <= actions.FOOTER_CELLS
    for entry in entries:
        for name in entry.actions:
            assert WHERE.get(pane, pane) in BY_ID[name].panes


def test_the_key_table_of_the_readme_is_the_registry() -> None:
    """U1: README names the same keys and commands."""
    assert sorted(actions.key_table()) == sorted((action.shown_keys, action.label, action.help) for action in ACTIONS)
    assert {action.group for action in ACTIONS} == set(actions.GROUPS)


async def test_palette_and_help_are_the_registry() -> None:
    """U1: the palette offers every action with its keys, and help lists them all."""
    async with opened() as driven:
        offered = [hit.text async for hit in ActionProvider(driven.main).discover()]
        assert sorted(filter(None, offered)) == sorted(f"{action.label}  {action.shown_keys}" for action in ACTIONS)
        await driven.press("?")
        assert isinstance(driven.app.screen, HelpModal)
        said = "\n".join(str(widget.render()) for widget in driven.app.screen.query("Static"))
        flat = " ".join(said.split())
        for action in ACTIONS:
            assert f"{action.shown_keys} {action.label}" in flat


async def test_a_cyrillic_letter_moves_and_opens_help() -> None:
    """N4: letter keys work under a Cyrillic layout, from the keyboard."""
    async with opened() as driven:
        await driven.press("о")
        assert driven.main.facts.cursor == 1
        await driven.press("з")
        assert driven.store.calls[-1][:2] == ("pin", driven.current.number)
        await driven.press("П")
        assert driven.main.facts.cursor == len(driven.rows) - 1
