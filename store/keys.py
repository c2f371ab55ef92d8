"""Where the keys of audit chains are kept, apart from the stores they belong to."""

import os
from pathlib import Path

KEYS_VARIABLE = "MEMORY_INSPECTOR_KEYS"


def keys_folder() -> Path:
    """Return the folder: the one the environment names, else one in the user's data folder."""
    told = os.environ.get(KEYS_VARIABLE)
    if told:
        return Path(told)
    from platformdirs import user_data_path

    return user_data_path("memory-inspector", appauthor=False) / "keys"
