"""What belongs to the person and not to the store: theme, zone, last owner, last visit; one small file, 0600.

Stores and owners are in it as digests, so that whoever is deleted for good is not named here either. A file that is missing, broken or of another shape counts as empty; nothing the inspector does depends on it.
"""

import contextlib
import hashlib
import json
import os
import tempfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from store.clock import Instant

DIGITS = 32
Value = TypeVar("Value", str, int)


@dataclass(frozen=True)
class Config:
    """Personal settings.

    Args:
        theme: The name of a theme; `None` is our dark one.
        zone: An IANA time zone; `None` is the machine's.
        owners: The owner last looked at, by store, each as a digest.
        visits: The instant of the last visit, by the digest of store and owner.
        path: Where it is kept; `None` is nowhere.
    """

    theme: str | None = None
    zone: str | None = None
    owners: dict[str, str] = field(default_factory=dict)
    visits: dict[str, Instant] = field(default_factory=dict)
    path: Path | None = None

    def owner_of(self, store: Path, names: Iterable[str]) -> str | None:
        """Return whose memory was shown last in that store, of the owners it has."""
        last = self.owners.get(_digest(store))
        return next((name for name in names if _digest(store, name) == last), None)

    def last_visit(self, store: Path, owner: str | None) -> Instant | None:
        """Return when this person last left the inspector on that store and owner."""
        return self.visits.get(_digest(store, owner))

    def visited(self, store: Path, owner: str | None, at: Instant) -> "Config":
        """Return the settings with the visit noted."""
        whose = _digest(store, owner)
        return replace(self, owners={**self.owners, _digest(store): whose}, visits={**self.visits, whose: at})

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
        owners=_of_digests(owners, str),
        visits=_of_digests(visits, int),
        path=path,
    )


def _text(value: object) -> str | None:
    return value if isinstance(value, str) else None


def _of_digests(found: object, kind: type[Value]) -> dict[str, Value]:
    pairs = found.items() if isinstance(found, dict) else ()
    return {key: value for key, value in pairs if len(key) == DIGITS and type(value) is kind}


def _digest(store: Path, *owner: str | None) -> str:
    said = json.dumps([str(store.absolute()), *owner])
    return hashlib.sha256(said.encode()).hexdigest()[:DIGITS]
