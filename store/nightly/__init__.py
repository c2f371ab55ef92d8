"""The nightly run: duplicates, conflicts, expiries and suspects found by rule, each a proposal that a person decides."""

from store.nightly.finding import SKIPPED
from store.nightly.run import run_nightly

__all__ = ["SKIPPED", "run_nightly"]
