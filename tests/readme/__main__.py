"""`python -m tests.readme` writes the README's tables from the code."""

from tests.readme.sections import README, written

README.write_text(written(README.read_text(encoding="utf-8")), encoding="utf-8")
