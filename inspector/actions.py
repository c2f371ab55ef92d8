"""Every action of the inspector: its keys, its words, the panes it works in, and whether it changes the store.

Bindings, the command palette, the help screen, the footers and the key table of the README are all made from `ACTIONS`, so
they cannot disagree.
"""

from collections.abc import Iterable
from typing import Literal, NamedTuple

from textual.binding import Binding, BindingType

Home = Literal["pane", "screen", "app"]

PANES = ("facts", "proposals", "review", "provenance", "history")
FACT_PANES = ("facts", "provenance", "history")
QUEUE_PANES = ("proposals", "review")
ASIDES = ("deletions", "relations", "audit")
"""The screens beside the main one, each with a list of its own."""
ANSWERS = "answers"
INVALID = "invalidated facts"
"""The footer of the facts while the current one holds no more."""
"""The review while a conflict is answered in it: its digits pick, and change no pane."""
ANYWHERE = (*PANES, ANSWERS)
EVERYWHERE = (*ANYWHERE, *ASIDES)
GROUPS = ("Move", "Look", "Change", "Time", "Anywhere")
FOOTER_ENTRIES = 7
FOOTER_CELLS = 80

_LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,."
_CYRILLIC = "йцукенгшщзхъфывапролджэячсмитьбю"
_PLACES = dict(zip(_LATIN, _CYRILLIC, strict=True))
_SHIFTED = {"<": "Б", ">": "Ю", "/": ".", "?": ","}

_NAMES = {
    "space": "space",
    "escape": "esc",
    "pageup": "pgup",
    "pagedown": "pgdn",
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "f1": "F1",
}


class Action(NamedTuple):
    """One thing a person can do.

    Args:
        id: The name of the method that does it, without `action_`.
        keys: Keys as a Latin keyboard gives them, the one to show first.
        label: One or two words for footer and palette.
        help: One sentence for help, tooltips and README.
        group: One of `GROUPS`, the heading it stands under.
        panes: The panes in which its keys work.
        mutates: It changes the store, so it is closed while travelling and in read-only sessions.
        home: Who has the method: the focused list or pane, the main screen, or the app.
        by_key: The method is told which of its keys was pressed.
        shown: How its keys are printed, when not one by one.
    """

    id: str
    keys: tuple[str, ...]
    label: str
    help: str
    group: str
    panes: tuple[str, ...] = ANYWHERE
    mutates: bool = False
    home: Home = "screen"
    by_key: bool = False
    shown: str = ""

    @property
    def shown_keys(self) -> str:
        """The keys as help and README print them."""
        return self.shown or " ".join(key_name(key) for key in self.keys)

    @property
    def all_keys(self) -> tuple[str, ...]:
        """The keys, and those a Cyrillic layout gives in the same places."""
        return self.keys + tuple(filter(None, (cyrillic(key) for key in self.keys)))


class FooterEntry(NamedTuple):
    """What a footer says: the keys of some actions and one word for them."""

    actions: tuple[str, ...]
    label: str
    which: int = 0
    """Which of its keys stands for an action, the first one unless told."""
    shown: str = ""
    """How the keys are named here, when it is otherwise than elsewhere."""
    reading: str = ""
    """Its word in a session that only reads, when it does something else there."""

    @property
    def keys(self) -> str:
        return self.shown or " ".join(BY_ID[action].shown or key_name(BY_ID[action].keys[self.which]) for action in self.actions)

    @property
    def cells(self) -> int:
        return len(self.keys) + 1 + len(self.label)


ACTIONS: tuple[Action, ...] = (
    Action("cursor_down", ("j", "down"), "Down", "Moves to the next row.", "Move", EVERYWHERE, home="pane"),
    Action("cursor_up", ("k", "up"), "Up", "Moves to the row before.", "Move", EVERYWHERE, home="pane"),
    Action("to_top", ("g", "home"), "First", "Moves to the first row.", "Move", EVERYWHERE, home="pane"),
    Action("to_bottom", ("G", "end"), "Last", "Moves to the last row.", "Move", EVERYWHERE, home="pane"),
    Action("page_down", ("pagedown",), "Page down", "Moves a page down.", "Move", EVERYWHERE, home="pane"),
    Action("page_up", ("pageup",), "Page up", "Moves a page up.", "Move", EVERYWHERE, home="pane"),
    Action("show_facts", ("1",), "Facts", "Goes to the list of facts.", "Move", PANES),
    Action("show_proposals", ("2",), "Proposals", "Goes to the changes that wait for a decision.", "Move", PANES),
    Action(
        "show_provenance",
        ("3",),
        "Provenance",
        "Goes to where the fact comes from; of a proposal, to its review.",
        "Move",
        PANES,
    ),
    Action("show_history", ("4",), "History", "Goes to what was believed, and when.", "Move", PANES),
    Action(
        "show_deletions",
        ("7",),
        "Deletions",
        "Shows what was deleted for good, and which copies are still being cleared.",
        "Move",
        (*PANES, *ASIDES),
    ),
    Action(
        "show_relations",
        ("8",),
        "Relations",
        "Shows how people and things are related, and which facts hold that up.",
        "Move",
        (*PANES, *ASIDES),
    ),
    Action(
        "show_audit", ("9",), "Audit", "Shows every change there was: who made it, when, and to what.", "Move", (*PANES, *ASIDES)
    ),
    Action("next_pane", ("tab",), "Next pane", "Goes to the next pane.", "Move"),
    Action("previous_pane", ("shift+tab",), "Pane before", "Goes to the pane before.", "Move"),
    Action("zoom", ("+",), "Zoom", "Gives the whole screen to this pane; once more, or esc, gives it back.", "Move"),
    Action(
        "back",
        ("escape",),
        "Back",
        "Leaves what is open: the filter, the zoom, the marks, the time travel, the screen.",
        "Move",
        EVERYWHERE,
    ),
    Action(
        "filter",
        ("/",),
        "Filter",
        "Shows only what has these words, while you type; in the queue also a kind, run:3 or older:7, in the audit an actor, a verb,"
        " #412 or since:2026-11-01. esc clears it.",
        "Look",
        (*PANES, "relations", "audit"),
    ),
    Action(
        "next_match",
        ("n",),
        "Next match",
        "Goes to the next quote or row, the next that matches under a filter.",
        "Look",
        ("provenance", "history", "review"),
    ),
    Action(
        "previous_match",
        ("N",),
        "Match before",
        "Goes to the quote or row before, that matches under a filter.",
        "Look",
        ("provenance", "history", "review"),
    ),
    Action(
        "cycle_state",
        ("f",),
        "State",
        "Shows facts that hold, that were invalidated, or all; proposals that wait, were refused, were decided, or all.",
        "Look",
        ("facts", *QUEUE_PANES),
    ),
    Action("sort", ("s",), "Sort", "Sorts by the next column: seen, since, number.", "Look", ("facts",)),
    Action("reverse", ("S",), "Reverse", "Turns the order around.", "Look", ("facts",)),
    Action(
        "detail",
        ("enter",),
        "Detail",
        "Opens what the cursor is on: the fact, the review, its message, a folded row, the fact of an entry.",
        "Look",
        EVERYWHERE,
    ),
    Action("message", ("o",), "Message", "Opens the message with the three before and the three after it.", "Look"),
    Action("mark", ("space",), "Mark", "Marks the row; actions then apply to all marked.", "Look", ("facts", "proposals")),
    Action("mark_range", ("v",), "Mark range", "Marks from here to where it is pressed again.", "Look", ("facts", "proposals")),
    Action(
        "copy",
        ("y",),
        "Copy",
        "Copies the text of the fact or proposal; the receipt of a deletion or an entry of the audit, which hold no text.",
        "Look",
        EVERYWHERE,
    ),
    Action(
        "verify",
        ("V",),
        "Verify",
        "Follows the chain of the audit, and says what was changed behind its back.",
        "Look",
        ("audit",),
    ),
    Action("copy_provenance", ("Y",), "Copy all", "Copies the fact with everything it comes from, or the review.", "Look"),
    Action(
        "approve",
        ("a",),
        "Approve",
        "Does what the proposal suggests, and goes on to the next; a conflict is answered by number.",
        "Change",
        QUEUE_PANES,
        mutates=True,
    ),
    Action(
        "reject",
        ("x",),
        "Reject",
        "Rejects the proposal, and goes on to the next; it does not return while its facts stay as they are.",
        "Change",
        (*QUEUE_PANES, ANSWERS),
        mutates=True,
    ),
    Action(
        "reject_for_good",
        ("X",),
        "Never again",
        "Rejects the proposal and makes a rule: never about this topic, of this kind, from this source or by this author.",
        "Change",
        QUEUE_PANES,
        mutates=True,
    ),
    Action(
        "pick",
        ("1", "2", "3", "4", "5", "6", "7", "8", "9"),
        "Pick",
        "Picks an answer to a conflict, once a has gone to the answers; of many values, up to 9.",
        "Change",
        (ANSWERS,),
        mutates=True,
        home="pane",
        by_key=True,
        shown="1-4",
    ),
    Action(
        "confirm",
        ("c",),
        "Confirm",
        "Says: yes, that is right; and goes on to the next fact.",
        "Change",
        FACT_PANES,
        mutates=True,
    ),
    Action(
        "pin",
        ("p",),
        "Pin",
        "Pins the fact, so that nothing automatic may change it; or unpins it.",
        "Change",
        FACT_PANES,
        mutates=True,
    ),
    Action(
        "edit",
        ("e",),
        "Edit",
        "Corrects the fact, its text or its times; changes a proposal, and then approves it.",
        "Change",
        PANES,
        mutates=True,
    ),
    Action(
        "invalidate",
        ("i",),
        "Invalidate",
        "Says that it ended, that it was never true, or what replaced it.",
        "Change",
        FACT_PANES,
        mutates=True,
    ),
    Action("restore", ("r",), "Restore", "Takes an invalidated fact back.", "Change", FACT_PANES, mutates=True),
    Action(
        "delete",
        ("D",),
        "Delete",
        "Deletes for good, out of every copy: shows first what goes and asks for the number of facts. It cannot be undone.",
        "Change",
        FACT_PANES,
        mutates=True,
    ),
    Action("write", ("w",), "Write", "Writes a new fact by hand.", "Change", mutates=True),
    Action("undo", ("z",), "Undo", "Takes your last change back.", "Change", mutates=True),
    Action("redo", ("Z",), "Redo", "Makes the change that was undone again.", "Change", mutates=True),
    Action(
        "lift",
        ("L",),
        "Lift",
        "Lets what a deletion keeps away come in again, if it is told again; asks first.",
        "Change",
        ("deletions",),
        mutates=True,
    ),
    Action("travel", ("t",), "Travel", "Asks: what did it know on that day? Nothing can be changed there; esc returns.", "Time"),
    Action("valid_earlier", ("left",), "Earlier", "Moves the valid instant one step earlier.", "Time", ("history",), home="pane"),
    Action("valid_later", ("right",), "Later", "Moves the valid instant one step later.", "Time", ("history",), home="pane"),
    Action(
        "previous_change",
        ("[",),
        "Change before",
        "Goes to the change before, on either clock.",
        "Time",
        ("history",),
        home="pane",
    ),
    Action("next_change", ("]",), "Next change", "Goes to the next change, on either clock.", "Time", ("history",), home="pane"),
    Action("timeline_out", ("<",), "Wider", "Shows more time in the ledger.", "Time", ("history",), home="pane"),
    Action("timeline_in", (">",), "Closer", "Shows less time in the ledger, closer.", "Time", ("history",), home="pane"),
    Action("timeline_fit", ("0",), "Fit", "Fits the ledger to everything known.", "Time", ("history",), home="pane"),
    Action("owner", ("O",), "Owner", "Chooses whose memory is shown, or everybody's.", "Anywhere"),
    Action("hide_texts", ("h",), "Hide texts", "Hides all texts and quotes, while someone looks over your shoulder.", "Anywhere"),
    Action(
        "reload", ("R",), "Reload", "Reads the store again; in Deletions, tries what is pending again.", "Anywhere", EVERYWHERE
    ),
    Action("theme", ("ctrl+t",), "Theme", "Changes between the dark theme and the light one.", "Anywhere", EVERYWHERE),
    Action("help", ("?", "f1"), "Help", "Shows the keys of this pane, and all others.", "Anywhere", EVERYWHERE),
    Action("palette", ("ctrl+p",), "Palette", "Finds every action by its name.", "Anywhere", EVERYWHERE),
    Action(
        "suspend", ("ctrl+z",), "Suspend", "Goes back to the shell, where fg returns to here.", "Anywhere", EVERYWHERE, home="app"
    ),
    Action("quit", ("q",), "Quit", "Leaves the inspector and sums the sitting up.", "Anywhere", EVERYWHERE, home="app"),
)

BY_ID: dict[str, Action] = {action.id: action for action in ACTIONS}

_FEW = (FooterEntry(("help",), "Help"), FooterEntry(("quit",), "Quit"))
_DECIDE = (FooterEntry(("approve",), "Approve"), FooterEntry(("reject",), "Reject"), FooterEntry(("edit",), "Edit"))
_ALWAYS = (FooterEntry(("help",), "Help"), FooterEntry(("palette",), "Palette"), FooterEntry(("quit",), "Quit"))
_TRAVEL = (
    FooterEntry(("previous_change", "next_change"), "Change"),
    FooterEntry(("travel",), "Instants"),
    FooterEntry(("help",), "Help"),
    FooterEntry(("back",), "Now"),
)

FOOTERS: dict[str, tuple[FooterEntry, ...]] = {
    "facts": (
        FooterEntry(("filter",), "Filter"),
        FooterEntry(("mark",), "Mark"),
        FooterEntry(("invalidate",), "Invalidate"),
        FooterEntry(("undo",), "Undo"),
        *_ALWAYS,
    ),
    INVALID: (
        FooterEntry(("filter",), "Filter"),
        FooterEntry(("mark",), "Mark"),
        FooterEntry(("restore",), "Restore"),
        FooterEntry(("undo",), "Undo"),
        *_ALWAYS,
    ),
    "proposals": (*_DECIDE, FooterEntry(("cursor_down",), "Skip"), FooterEntry(("undo",), "Undo"), *_FEW),
    "review": (*_DECIDE, FooterEntry(("message",), "Message"), FooterEntry(("undo",), "Undo"), *_FEW),
    "answers": (
        FooterEntry(("pick",), "Pick"),
        FooterEntry(("cursor_down",), "Next", which=1),
        FooterEntry(("reject",), "Reject"),
        FooterEntry(("message",), "Message"),
        FooterEntry(("back",), "Back"),
        *_FEW,
    ),
    "provenance": (
        FooterEntry(("message",), "Message"),
        FooterEntry(("confirm",), "Confirm"),
        FooterEntry(("copy_provenance",), "Copy"),
        FooterEntry(("undo",), "Undo"),
        *_ALWAYS,
    ),
    "history": (
        FooterEntry(("previous_change", "next_change"), "Step"),
        FooterEntry(("travel",), "Travel"),
        FooterEntry(("restore",), "Restore"),
        FooterEntry(("undo",), "Undo"),
        *_ALWAYS,
    ),
    "deletions": (
        FooterEntry(("detail",), "Why"),
        FooterEntry(("reload",), "Retry now", reading="Reload"),
        FooterEntry(("copy",), "Copy receipt"),
        FooterEntry(("help",), "Help"),
        FooterEntry(("palette",), "Palette"),
        FooterEntry(("back",), "Back"),
        FooterEntry(("quit",), "Quit"),
    ),
    "relations": (
        FooterEntry(("filter",), "Filter"),
        FooterEntry(("detail",), "Go to"),
        FooterEntry(("copy",), "Copy"),
        FooterEntry(("help",), "Help"),
        FooterEntry(("palette",), "Palette"),
        FooterEntry(("back",), "Back"),
    ),
    "audit": (
        FooterEntry(("filter",), "Filter"),
        FooterEntry(("detail",), "Go to"),
        FooterEntry(("verify",), "Verify"),
        FooterEntry(("copy",), "Copy"),
        FooterEntry(("help",), "Help"),
        FooterEntry(("palette",), "Palette"),
        FooterEntry(("back",), "Back"),
    ),
    "travelling": (
        FooterEntry(("valid_earlier", "valid_later"), "Valid"),
        FooterEntry(("cursor_up", "cursor_down"), "Known", which=1),
        *_TRAVEL,
    ),
    "travelling_beside": (
        FooterEntry(("valid_earlier", "valid_later"), "Valid"),
        FooterEntry(("cursor_up", "cursor_down"), "Move", which=1),
        *_TRAVEL,
    ),
}

OF_TWO: tuple[FooterEntry, ...] = tuple(
    entry._replace(shown="1-2") if entry.actions == ("pick",) else entry for entry in FOOTERS["answers"]
)
"""The footer while it is asked what became of the other fact."""
OF_MANY: tuple[FooterEntry, ...] = tuple(
    entry._replace(shown="1-9") if entry.actions == ("pick",) else entry for entry in FOOTERS["answers"]
)
"""The footer in the answers to a conflict of many facts."""


def cyrillic(key: str) -> str | None:
    """Return what the ЙЦУКЕН layout gives in the place of a key, or `None` when that is the same."""
    if key in _SHIFTED:
        return _SHIFTED[key]
    if len(key) != 1:
        return None
    small = _PLACES.get(key.lower())
    return small.upper() if small and key.isupper() else small


def key_name(key: str) -> str:
    """Return a key as people read it: `^p`, `space`, `esc`, `[`."""
    if key.startswith("ctrl+"):
        return f"^{key.removeprefix('ctrl+')}"
    return _NAMES.get(key, key)


def of(pane: str) -> list[Action]:
    """Return the actions whose keys work in a pane or screen."""
    return [action for action in ACTIONS if pane in action.panes]


def bindings(home: Home, actions: Iterable[Action] = ACTIONS) -> list[BindingType]:
    """Return the bindings of the actions that are at home there; none has priority."""
    return [
        Binding(
            key,
            f"{action.id}('{key}')" if action.by_key else action.id,
            action.label,
            show=False,
            key_display=key_name(action.keys[0]),
            tooltip=action.help,
            id=None,
        )
        for action in actions
        if action.home == home
        for key in map(_binding_key, action.all_keys)
    ]


def mutating_keys() -> dict[str, Action]:
    """Return the actions that change the store, by each of their keys as Textual names them."""
    from textual.keys import _character_to_key

    return {
        (_character_to_key(key) if len(key) == 1 else key): action
        for action in ACTIONS
        if action.mutates and not action.by_key
        for key in action.all_keys
    }


def key_table() -> list[tuple[str, str, str]]:
    """Return the rows of the README's key table: keys, what it is called, what it does."""
    return [(action.shown_keys, action.label, action.help) for group in GROUPS for action in ACTIONS if action.group == group]


def _binding_key(key: str) -> str:
    """Textual splits binding keys at commas."""
    return "comma" if key == "," else key
