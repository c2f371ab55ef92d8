"""Real processes killed in the middle of a change: the store is as it was before, or as it is after, never between."""
