"""Looking for garbage: not from the start of a process to its first store, as what is loaded on that way stays.

Looking costs a tenth of that way.
"""

import gc


def look_away() -> None:
    """Look for none, until `look_again`."""
    gc.disable()


def look_again() -> None:
    """Look for what is made from now on, if nobody looked so far; what there is stays."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
