"""Making and opening a store: its file, its keys, its schema."""

import os
import secrets
from pathlib import Path

from sqlalchemy import Connection, Engine, insert, select

from store import files, seals, sqlite
from store.clock import Instant
from store.errors import Refused, Unavailable
from store.ids import uuid7
from store.keys import keys_folder
from store.tables import META, METADATA

REVISIONS = ("0001", "0002", "0003", "0004")
"""The schema revisions this program knows, oldest first; `store/migrations` holds the steps between them."""
KEY_BYTES = 32


def create(path: Path, now: Instant) -> None:
    """Make an empty store, 0600; it is there when it is whole.

    Raises:
        Unavailable: `store_exists`, `no_permission`, `disk_full`, `bad_path`, `keys_not_kept`.
    """
    files.forget_drafts(path)
    with files.drafted(path) as draft:
        engine = sqlite.open_engine(draft)
        try:
            with sqlite.writing(engine) as connection:
                lay_out(connection)
                store_id = str(uuid7(now))
                connection.execute(
                    insert(META),
                    [{"name": "store_id", "value": store_id}, {"name": "digest_key", "value": secrets.token_hex(KEY_BYTES)}],
                )
                audit_key(store_id, create=True)
        finally:
            engine.dispose()


def lay_out(connection: Connection) -> None:
    """Make every table of the present schema, empty."""
    sqlite.create_schema(connection, METADATA)
    connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    connection.exec_driver_sql("INSERT INTO alembic_version VALUES (?)", (REVISIONS[-1],))


def open_existing(path: Path, *, read_only: bool = False) -> Engine:
    """Open a store; an older schema is migrated, after a backup beside it.

    Args:
        read_only: Change nothing: not a byte of the file, and no file beside it. A newer schema is then taken as it is.

    Raises:
        Unavailable: `no_store`, `not_a_store`, `store_corrupt`, `newer_schema`, `older_schema`, `interrupted`, `no_permission`,
            `store_busy`.
    """
    sqlite.check_file(path)
    if not read_only:
        if not os.access(path, os.W_OK):
            raise Unavailable("not_writable", path=path)
        files.forget_drafts(path)
        files.forget_drafts_in(keys_folder())
    engine = sqlite.open_engine(path, read_only=read_only)
    try:
        with sqlite.reading(engine) as connection:
            found = revision(connection, path)
        if read_only:
            if found in REVISIONS[:-1]:
                raise Unavailable("older_schema", path=path)
        elif found != REVISIONS[-1]:
            if found not in REVISIONS:
                raise Unavailable("newer_schema", path=path)
            from store.migrating import migrate

            migrate(engine, path, found, _seal)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _seal(connection: Connection) -> None:
    """Seal what comes from a time before seals, where the key is at hand."""
    key = audit_key(meta(connection, "store_id"))
    if key is not None:
        seals.seal_all(connection, key)


def revision(connection: Connection, path: Path) -> str:
    """Return the schema revision a store has.

    Raises:
        Unavailable: `not_a_store`.
    """
    if not sqlite.has_table(connection, "alembic_version"):
        raise Unavailable("not_a_store", path=path)
    found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
    if found is None:
        raise Unavailable("not_a_store", path=path)
    return str(found)


def meta(connection: Connection, name: str) -> str:
    """Return what the store knows of itself."""
    return str(connection.execute(select(META.c.value).where(META.c.name == name)).scalar_one())


def digest_key(connection: Connection, path: Path) -> bytes:
    """Return the key of the store's digests.

    Raises:
        Unavailable: `store_corrupt`.
    """
    try:
        return bytes.fromhex(meta(connection, "digest_key"))
    except ValueError:
        raise sqlite.corrupt(path, "the key of its digests cannot be read") from None


def key_of(file: Path) -> bytes:
    """Return the key in a file that somebody handed over.

    Raises:
        Refused: `bad_audit_key`.
    """
    try:
        key = file.read_bytes()
    except OSError:
        key = b""
    if len(key) != KEY_BYTES:
        raise Refused("bad_audit_key", path=file)
    return key


def audit_key(store_id: str, *, create: bool = False) -> bytes | None:
    """Return the key of a store's audit chain, or `None` where this user has none.

    Raises:
        Unavailable: `keys_not_kept`.
    """
    path = keys_folder() / f"{store_id}.key"
    try:
        return path.read_bytes()
    except FileNotFoundError:
        if not create:
            return None
    except OSError as error:
        raise Unavailable("keys_not_kept", path=path.parent, why=(error.strerror or type(error).__name__).lower()) from None
    key = secrets.token_bytes(KEY_BYTES)
    try:
        files.create_file(path)
        path.write_bytes(key)
    except (OSError, Unavailable) as error:
        why = (
            str(error.strerror).lower()
            if isinstance(error, OSError)
            else error.details.get("why", "nothing can be written there")
        )
        raise Unavailable("keys_not_kept", path=path.parent, why=why) from None
    return key
