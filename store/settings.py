"""Settings that change judgement live in the store, with system time, so that a past reading can be rebuilt."""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from store.clock import Instant
from store.errors import Refused
from store.sqlite import once
from store.tables import SETTING
from store.values import KINDS, SOURCE_KINDS


@dataclass(frozen=True, slots=True)
class Setting:
    """What a setting is for, its default, and what it may be: choices, a folder, or whole numbers from `least` to `most`."""

    help: str
    default: Any
    choices: tuple[Any, ...] = ()
    least: int = 0
    most: int = 0
    folder: bool = False

    def read(self, name: str, given: str) -> Any:
        """Turn what a person typed into the setting's value.

        Raises:
            Refused: `bad_setting`.
        """
        if self.choices:
            for choice in self.choices:
                if given.strip().casefold() == _shown(choice):
                    return choice
            raise Refused("bad_setting", name=name, given=given, why="it is one of " + ", ".join(map(_shown, self.choices)))
        if self.folder:
            return _folder(name, given)
        try:
            value = int(given)
        except ValueError:
            value = self.least - 1
        if not self.least <= value <= self.most:
            raise Refused("bad_setting", name=name, given=given, why=f"it is a whole number from {self.least} to {self.most}")
        return value


SUSPECT_DAYS = {
    "profile": 730,
    "person": 1095,
    "project": 180,
    "preference": 365,
    "observation": 180,
    "intention": 120,
    "other": 365,
}
EXPIRE_DAYS = {"calendar": 30, "one_off": 30}
OFF, GONE = "off", "gone"
"""For a folder: none any more, and its files are removed, or are gone already."""
TRUSTED = ("owner_message", "owner_statement")
BUDGET = 80
QUEUE = 50

SETTINGS: dict[str, Setting] = {
    "late_events": Setting("what happens to news of something earlier than what a slot holds", "accept", ("accept", "refuse")),
    "context.limit": Setting("how many lines the prompt block holds at most", 80, least=1, most=10_000),
    **{
        f"suspect_after.{kind}": Setting(
            f"days without fresh evidence after which a fact of kind {kind} is suspect; 0 never",
            SUSPECT_DAYS.get(kind, 0),
            most=36_500,
        )
        for kind in KINDS
    },
    **{
        f"expire_after.{kind}": Setting(
            f"days without fresh evidence after which the end of an open fact of kind {kind} is proposed; 0 never",
            EXPIRE_DAYS.get(kind, 0),
            most=36_500,
        )
        for kind in KINDS
    },
    "budget": Setting("how many facts found automatically an owner may hold, pinned ones not counted", BUDGET, most=1_000_000),
    "decay.enabled": Setting(
        "whether observations and preferences not recalled lately go down in the prompt block", False, (True, False)
    ),
    "markdown.folder": Setting(
        "a folder in which what is believed now is kept as Markdown, a file for each owner; off removes the files, gone says they are",
        "",
        folder=True,
    ),
    "nightly.enabled": Setting("whether the nightly run may make proposals", False, (True, False)),
    "nightly.queue": Setting("how many proposals may wait for an owner before the nightly run adds no more", QUEUE, most=100_000),
    **{
        f"trust.{kind}": Setting(
            f"whether the owner's words in a {kind.replace('_', ' ')} can carry a fact", kind in TRUSTED, (True, False)
        )
        for kind in SOURCE_KINDS
        if kind != "owner_statement"
    },
}


_STORED = select(SETTING.c.name, SETTING.c.value).order_by(SETTING.c.id)


def definition(name: str) -> Setting:
    """Return what is known of a setting.

    Raises:
        Refused: `setting_not_found`.
    """
    if name not in SETTINGS:
        raise Refused("setting_not_found", name=name)
    return SETTINGS[name]


def read(connection: Connection, known: Instant | None = None) -> dict[str, Any]:
    """Return every setting as known at a system instant, microseconds UTC; `None` is now."""
    return once(connection, (SETTING.name, known), lambda: _read(connection, known))


def _read(connection: Connection, known: Instant | None) -> dict[str, Any]:
    values: dict[str, Any] = {name: setting.default for name, setting in SETTINGS.items()}
    rows = _STORED if known is None else _STORED.where(SETTING.c.at <= known)
    for row in connection.execute(rows):
        if row.name in values:
            with suppress(ValueError):  # what cannot be read changes nothing; `check` names it
                values[row.name] = json.loads(row.value)
    return values


def unreadable(connection: Connection) -> list[str]:
    """Return the names of settings whose newest value cannot be read."""
    newest = {row.name: row.value for row in connection.execute(_STORED)}
    return [name for name, value in newest.items() if not _is_json(value)]


def _is_json(value: str) -> bool:
    try:
        json.loads(value)
    except ValueError:
        return False
    return True


def trusted_kinds(settings: Mapping[str, Any]) -> frozenset[str]:
    """Return the source kinds in which the owner's own words carry a fact."""
    return frozenset(kind for kind in SOURCE_KINDS if settings.get(f"trust.{kind}", True))


def _folder(name: str, given: str) -> str:
    """Return a folder's whole path; `off` and `gone` are none."""
    if given.strip().casefold() in (OFF, GONE):
        return ""
    with suppress(RuntimeError):
        path = str(Path(given).expanduser().absolute())
        if given.strip() and path.isprintable():
            return path
    raise Refused("bad_setting", name=name, given=given, why="it is the path of a folder, or off")


def _shown(choice: Any) -> str:
    return json.dumps(choice) if isinstance(choice, bool) else str(choice)
