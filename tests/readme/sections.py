"""The parts of the README that are made from the code."""

import re
from collections.abc import Iterable
from pathlib import Path

import typer.main

from inspector import actions
from inspector.cli.app import app
from store.errors import REASONS
from store.imports import FORMATS

README = Path(__file__).resolve().parents[2] / "README.md"


def table(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A Markdown table."""
    lines = [list(head), *(list(row) for row in rows)]
    lines.insert(1, ["---"] * len(lines[0]))
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines)


def sections() -> dict[str, str]:
    """Every generated part, by its name."""
    commands = typer.main.get_command(app).commands  # type: ignore[attr-defined]
    return {
        "keys": table(
            ("key", "action", "what it does"), ((f"`{keys}`", label, words) for keys, label, words in actions.key_table())
        ),
        "commands": table(
            ("command", "what it does"), ((f"`{name}`", command.get_short_help_str(200)) for name, command in commands.items())
        ),
        "formats": table(("format", "what it is"), ((f"`{name}`", form.what) for name, form in FORMATS.items())),
        "reasons": table(
            ("reason code", "what it says", "what to do"),
            ((f"`{code}`", _plain(reason.message), _plain(reason.next)) for code, reason in REASONS.items()),
        ),
    }


def _plain(template: str) -> str:
    return re.sub(r"{(\w+)[^}]*}", r"*\1*", template)


def _quoted(text: str) -> str:
    return text.replace("\\", r"\\")


def marked(name: str) -> re.Pattern[str]:
    """The place of a part in the README."""
    return re.compile(rf"(<!-- {name} -->\n).*?(<!-- /{name} -->)", re.DOTALL)


def written(text: str) -> str:
    """The README with every part as the code has it."""
    for name, made in sections().items():
        assert marked(name).search(text), f"The README has no place for {name}."
        text = marked(name).sub(rf"\g<1>{_quoted(made)}\n\g<2>", text)
    return text
