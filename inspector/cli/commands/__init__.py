"""The commands, by what they do: open, keep, read, change."""
