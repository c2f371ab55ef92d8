"""Pictures of the real screens, on the sample memory at a frozen instant."""
