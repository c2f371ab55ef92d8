"""What belongs to the person and not to the store: theme, zone, last owner, last visit; one small file, 0600.

Stores and owners are in it as digests that are made with a key of the store (`Store.alias`): whoever is deleted for good is not named
here either, and nobody can try names on the file alone. A file that is missing, broken or of another shape counts as empty; nothing the
inspector does depends on it.
"""

import contextlib
import json
import os
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol, TypeVar

from store import files
from store.clock import Instant

DIGITS = 40
"""Of an alias; shorter ones were made without a key, and are dropped."""
Value = TypeVar("Value", str, int)


class Aliased(Protocol):
    """A store, by what stands for its owners outside."""

    def alias(self, owner: str | None) -> str:
        """Return what stands for an owner, or for all."""


@dataclass(frozen=True)
class Config:
    """Personal settings.

    Args:
        theme: The name of a theme; `None` is our dark one.
        zone: An IANA time zone; `None` is the machine's.
        owners: The owner last looked at, by store, each by its alias.
        visits: The instant of the last visit, by the alias of the owner.
        path: Where it is kept; `None` is nowhere.
    """

    theme: str | None = None
    zone: str | None = None
    owners: dict[str, str] = field(default_factory=dict)
    visits: dict[str, Instant] = field(default_factory=dict)
    path: Path | None = None

    def owner_of(self, store: Aliased, names: Iterable[str]) -> str | None:
        """Return whose memory was shown last in that store, of the owners it has."""
        last = self.owners.get(store.alias(None))
        return next((name for name in names if store.alias(name) == last), None)

    def last_visit(self, store: Aliased, owner: str | None) -> Instant | None:
        """Return when this person last left the inspector on that store and owner."""
        return self.visits.get(store.alias(owner))

    def visited(self, store: Aliased, owner: str | None, at: Instant) -> "Config":
        """Return the settings with the visit noted."""
        whose = store.alias(owner)
        return replace(self, owners={**self.owners, store.alias(None): whose}, visits={**self.visits, whose: at})

    def save(self) -> None:
        """Write the file beside itself and rename it; a disk that refuses is no reason to fail."""
        if self.path is None:
            return
        values = asdict(self)
        del values["path"]
        with contextlib.suppress(OSError, UnicodeError):
            files.make_folder(self.path.parent)
            handle, name = tempfile.mkstemp(dir=self.path.parent, prefix=".config-")
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    json.dump(values, file, ensure_ascii=True, indent=1)
                Path(name).replace(self.path)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise


def default_path() -> Path:
    """Return where the platform keeps a person's settings."""
    from platformdirs import user_config_path

    return user_config_path("memory-inspector", appauthor=False) / "config.json"


def load(path: Path | None = None) -> Config:
    """Read the settings; whatever cannot be used is left out."""
    path = path or default_path()
    try:
        found: Any = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        found = None
    if not isinstance(found, dict):
        return Config(path=path)
    owners = found.get("owners")
    visits = found.get("visits")
    return Config(
        theme=_text(found.get("theme")),
        zone=_text(found.get("zone")),
        owners=_of_digests(owners, str),
        visits=_of_digests(visits, int),
        path=path,
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _of_digests(found: object, kind: type[Value]) -> dict[str, Value]:
    pairs = found.items() if isinstance(found, dict) else ()
    return {key: value for key, value in pairs if len(key) == DIGITS and type(value) is kind}
