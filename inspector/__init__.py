"""The inspector: a terminal screen and a command line over the memory store."""

__version__ = "0.1.0"
