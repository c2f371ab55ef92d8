"""The steps from one schema revision to the next."""
