"""The options of every command, declared once: they may stand before the command or after it."""

import inspect
from collections.abc import Callable, Collection, Iterator, Sequence
from copy import copy
from dataclasses import fields
from functools import wraps
from typing import Annotated, Any, get_args

import typer

from inspector.cli.session import Common, Session
from store.errors import Refused

Db = Annotated[
    str | None, typer.Option("--db", metavar="PATH", help="The store. Default: the user's data folder.", show_default=False)
]
Owner = Annotated[str | None, typer.Option("--owner", metavar="NAME", help="Whose memory.")]
ValidAt = Annotated[str | None, typer.Option("--valid-at", metavar="T", help="Read what holds at T.")]
KnownAt = Annotated[str | None, typer.Option("--known-at", metavar="T", help="Read what was known at T.")]
BothAt = Annotated[str | None, typer.Option("--as-of", metavar="T", help="Both: what was known at T of T.")]
ReadOnly = Annotated[bool, typer.Option("--read-only", help="Change nothing, not a byte; the store's hash is said.")]
AuditKey = Annotated[
    str | None, typer.Option("--audit-key", metavar="FILE", help="With --read-only: the key of another user's audit log.")
]
Copy = Annotated[bool, typer.Option("--copy", help="With --read-only: look at a copy, made and mended elsewhere.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]

_COMMON = [
    inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)
    for name, annotation, default in (
        ("db", Db, None),
        ("owner", Owner, None),
        ("valid_at", ValidAt, None),
        ("known_at", KnownAt, None),
        ("as_of", BothAt, None),
        ("json", Json, False),
        ("read_only", ReadOnly, False),
        ("audit_key", AuditKey, None),
        ("copy", Copy, False),
    )
]
_NAMES = [field.name for field in fields(Common)]
_INSTANTS = ("valid_at", "known_at", "as_of")
ONLY_READING = ("read_only", "audit_key", "copy")
"""What a command refuses that is there to change something."""


def _common(refused: Collection[str]) -> Iterator[inspect.Parameter]:
    """Yield the common options of a command; its help leaves out those that it only takes to say why not."""
    for parameter in _COMMON:
        if parameter.name in refused:
            kind, option = get_args(parameter.annotation)
            option = copy(option)
            option.hidden = True
            parameter = parameter.replace(annotation=Annotated[kind, option])
        yield parameter


def with_session(
    function: Callable[..., None], *, elsewhen: bool = False, everybody: bool = False, never: Sequence[str] = ()
) -> Callable[..., None]:
    """Turn a function of a `Session` and a command's own options into a command that takes the common ones as well.

    Args:
        elsewhen: It can be asked of another instant than now; `--as-of`, `--valid-at` and `--known-at` are refused where it cannot.
        everybody: It is about every owner alike, and `--owner` is refused.
        never: Common options by which it refuses to be run, in its own words.
    """
    signature = inspect.signature(function)
    refused = (*never, *(() if elsewhen else _INSTANTS), *(("owner",) if everybody else ()))
    common_options = list(_common(refused))
    own = [parameter for name, parameter in signature.parameters.items() if name != "session"]

    @wraps(function)
    def command(context: typer.Context, **given: Any) -> None:
        common = Common(**{name: given.pop(name) for name in _NAMES})
        if isinstance(context.obj, Common):
            common = common.over(context.obj)
        try:
            check_given(common, given)
            name = context.info_name or "It"
            if common.reads_elsewhen and not elsewhen:
                raise Refused("now_only", what=name)
            if common.owner is not None and everybody:
                raise Refused("every_owner", what=name)
            with Session(common) as session:
                function(session, **given)
        except Refused as refusal:
            if refusal.reason == "usage":
                refusal.next = usage_hint(context.command_path)
            raise

    context = inspect.Parameter("context", inspect.Parameter.POSITIONAL_ONLY, annotation=typer.Context)
    parameters = [context, *(p.replace(kind=inspect.Parameter.KEYWORD_ONLY) for p in own), *common_options]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return command


def usage_hint(command: str) -> str:
    """Return where it is said how a command is used."""
    return f"{command} --help says how it is used."


def check_given(common: Common, own: dict[str, Any] | None = None) -> None:
    """Refuse words that are no text, as a terminal in another encoding types them, and names that are empty, as a script gives.

    Raises:
        Refused: `bad_text`, `usage`.
    """
    for value in [*(own or {}).values(), common.owner]:
        if isinstance(value, str) and any("\ud800" <= char <= "\udfff" for char in value):
            raise Refused("bad_text")
    for name in ("db", "owner", "audit_key"):
        value = getattr(common, name)
        if value is not None and not value.strip():
            raise Refused("usage", why=f"--{name.replace('_', '-')} names nothing.")
