"""The nightly run: what it finds, what it leaves alone, and that it finds it once. `python -m tests.nightly` measures it."""
