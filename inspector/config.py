"""What belongs to the person and not to the store: theme, zone, last owner, last visit; one small file, 0600.

A file that is missing, broken or of another shape counts as empty; nothing the inspector does depends on it.
"""

import contextlib
import json
import os
import tempfile
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from store.clock import Instant


@dataclass(frozen=True)
class Config:
    """Personal settings.

    Args:
        theme: The name of a theme; `None` is our dark one.
        zone: An IANA time zone; `None` is the machine's.
        owners: The owner last looked at, by store.
        visits: The instant of the last visit, by store and owner.
        path: Where it is kept; `None` is nowhere.
    """

    theme: str | None = None
    zone: str | None = None
    owners: dict[str, str | None] = field(default_factory=dict)
    visits: dict[str, Instant] = field(default_factory=dict)
    path: Path | None = None

    def owner_of(self, store: Path) -> str | None:
        """Return whose memory was shown last in that store."""
        return self.owners.get(_place(store))

    def last_visit(self, store: Path, owner: str | None) -> Instant | None:
        """Return when this person last left the inspector on that store and owner."""
        return self.visits.get(_visit(store, owner))

    def visited(self, store: Path, owner: str | None, at: Instant) -> "Config":
        """Return the settings with the visit noted."""
        return replace(self, owners={**self.owners, _place(store): owner}, visits={**self.visits, _visit(store, owner): at})

    def save(self) -> None:
        """Write the file beside itself and rename it; a disk that refuses is no reason to fail."""
        if self.path is None:
            return
        values = asdict(self)
        del values["path"]
        with contextlib.suppress(OSError, UnicodeError):
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
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
        owners={key: _text(value) for key, value in owners.items()} if isinstance(owners, dict) else {},
        visits={key: value for key, value in visits.items() if type(value) is int} if isinstance(visits, dict) else {},
        path=path,
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _place(store: Path) -> str:
    return str(store.absolute())


def _visit(store: Path, owner: str | None) -> str:
    return json.dumps([_place(store), owner])
