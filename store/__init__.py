"""The memory store: facts on two clocks, with provenance. Knows no screen."""
