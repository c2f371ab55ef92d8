"""Everything that is said to SQLite alone: how a store file is opened, locked, searched and watched.

The journal mode is DELETE, so that a reader in `mode=ro` sees commits and leaves no trace; hence reads are short.
"""

import sqlite3
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4
from weakref import finalize

from sqlalchemy import URL, Connection, Engine, MetaData, Table, create_engine, event
from sqlalchemy.dialects.sqlite import dialect
from sqlalchemy.exc import DBAPIError, MultipleResultsFound, NoResultFound
from sqlalchemy.pool import QueuePool
from sqlalchemy.schema import CreateIndex, CreateTable, ExecutableDDLElement
from sqlalchemy.util import LRUCache

from store.errors import StoreError, Unavailable
from store.files import backups, beside, check_length, check_regular, drafted, drafts, way_back
from store.words import TOKENIZER, Term, query_terms

Value = TypeVar("Value")

APPLICATION_ID = 0x6D656D69  # "memi"
BUSY_SECONDS = 5
DIALECT = dialect(dbapi=sqlite3)
COMPILED: LRUCache[Any, Any] = LRUCache(1000)
"""The statements compiled so far; with the dialect shared by every engine, so that none is compiled anew for another file."""
HEADER = b"SQLite format 3\x00"
PRAGMAS = (
    "PRAGMA journal_mode=DELETE",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    "PRAGMA secure_delete=ON",
    "PRAGMA temp_store=MEMORY",
    "PRAGMA trusted_schema=OFF",
    f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}",
    "PRAGMA cache_size=-16000",
)
SEARCH_TABLE = f"""CREATE VIRTUAL TABLE fact_search USING fts5(
    stems, words, content='fact_words', content_rowid='fact_id', tokenize="{TOKENIZER}", prefix='1 2 3', detail=column)"""
LACKS = ("no such", "vtable constructor failed", "unsupported file format")
"""What SQLite says in the words of an ordinary error when a part of the store is not there or not as it was."""
UNREADABLE = "a text in it cannot be read"
REBUILD = "INSERT INTO fact_search(fact_search) VALUES ('rebuild')"
PART = 500
"""So many values go into one statement."""
LEVELS = 256
STRUCTURE, STRUCTURE_2 = 10, b"\xff\x00\x00\x01"
"""Where FTS5 keeps the structure of an index, and how the record of its second form begins after the cookie."""
SEARCH_CONDITION = "fact.id IN (SELECT rowid FROM fact_search WHERE fact_search MATCH :match)"


def open_engine(path: Path, *, read_only: bool = False) -> Engine:
    """Return an engine for the store file; connections are made when first needed, transactions begun by hand."""
    return _engine(path, lambda: connect(path, read_only=read_only), read_only=read_only)


def _engine(path: Path, creator: Callable[[], sqlite3.Connection], *, read_only: bool) -> Engine:
    options = {"compiled_cache": COMPILED}
    place = URL.create("sqlite", database=str(path))  # a path is no URL: it may hold a question mark
    engine = create_engine(place, hide_parameters=True, creator=creator, poolclass=QueuePool, execution_options=options)
    engine.dialect = DIALECT

    @event.listens_for(engine, "connect")
    def _set_up(connection: sqlite3.Connection, _record: object) -> None:
        _configure(connection, read_only)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


def connect(path: Path, *, read_only: bool = False) -> sqlite3.Connection:
    """Return a connection of SQLite's own to a file that is there; a read-only one leaves no trace of itself, whatever it does."""
    mode = "ro" if read_only else "rw"
    return sqlite3.connect(
        f"{path.absolute().as_uri()}?mode={mode}", uri=True, check_same_thread=False, isolation_level=None, timeout=BUSY_SECONDS
    )


def configured(path: Path) -> sqlite3.Connection:
    """Return a connection of SQLite's own that writes as the store's do."""
    connection = connect(path)
    _configure(connection, read_only=False)
    return connection


def _configure(connection: sqlite3.Connection, read_only: bool) -> None:
    for pragma in (*PRAGMAS[1:], "PRAGMA query_only=ON") if read_only else PRAGMAS:
        connection.execute(pragma).close()


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Give a connection inside one short read transaction."""
    with guarded(engine), engine.connect().execution_options(answers={}) as connection:
        yield connection


def once(connection: Connection, question: Hashable, read: Callable[[], Value]) -> Value:
    """Return what the same short read transaction was asked before, else read it; one that writes reads it each time."""
    answers: dict[Hashable, Value] | None = connection.get_execution_options().get("answers")
    if answers is None:
        return read()
    if question not in answers:
        answers[question] = read()
    return answers[question]


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Give a connection that holds the write lock; commits at the end, rolls back on any error.

    Raises:
        Unavailable: `store_busy`, `disk_full`, `no_permission`, `store_corrupt`.
    """
    with guarded(engine), engine.connect().execution_options(writes=True) as connection, connection.begin():
        yield connection


@contextmanager
def guarded(engine: Engine | Path) -> Iterator[None]:
    """Turn what SQLite says into the store's own errors; no bound value is ever part of them."""
    path = engine if isinstance(engine, Path) else Path(str(engine.url.database))
    try:
        yield
    except DBAPIError as error:
        if _is_a_fault_of_ours(error.orig):
            raise
        raise _named(error.orig, path) from None
    except sqlite3.Error as error:
        if _is_a_fault_of_ours(error):
            raise
        raise _named(error, path) from None
    except UnicodeDecodeError:  # of what SQLite says, which may quote what is stored
        raise corrupt(path, UNREADABLE) from None
    except (NoResultFound, MultipleResultsFound):
        raise corrupt(path, "a row of it is missing, or there twice") from None


def _is_a_fault_of_ours(error: BaseException | None) -> bool:
    """Whether SQLite could not make sense of what was asked, for another reason than that the store lacks what it names."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:  # said by Python, which may quote what is stored
        return not isinstance(error, sqlite3.OperationalError)
    return code == sqlite3.SQLITE_ERROR and not any(lack in str(error) for lack in LACKS)


def _named(error: BaseException | None, path: Path) -> StoreError:
    extended = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    code = extended & 0xFF
    if extended == sqlite3.SQLITE_READONLY_DBMOVED:
        return Unavailable("store_gone", path=path)
    if extended == sqlite3.SQLITE_READONLY_ROLLBACK:
        return Unavailable("interrupted", path=path)
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return Unavailable("store_busy")
    if code == sqlite3.SQLITE_FULL:
        return Unavailable("disk_full")
    if code == sqlite3.SQLITE_IOERR:
        return Unavailable("disk_failed", path=path, why=str(error))
    if code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH):
        return Unavailable("no_permission", path=path, act="written")
    if code == sqlite3.SQLITE_CANTOPEN:
        return Unavailable("no_permission", path=path, act="opened")
    if getattr(error, "sqlite_errorcode", None) is None:
        return corrupt(path, UNREADABLE)
    return corrupt(path, "a part of it is missing" if any(lack in str(error) for lack in LACKS) else str(error))


def corrupt(path: Path, why: str) -> Unavailable:
    """Return the error of a damaged store, with the way back from it."""
    return Unavailable("store_corrupt", path=path, why=why, back=way_back(path))


def check_file(path: Path) -> None:
    """Look at the file itself before SQLite does.

    Raises:
        Unavailable: `bad_path`, `no_store`, `no_permission`, `is_a_folder` or `not_a_store`.
    """
    check_length(path)
    try:
        if not path.exists():
            raise Unavailable("no_store", path=path)
        check_regular(path)
        header = _first_bytes(path)
    except IsADirectoryError:
        raise Unavailable("is_a_folder", path=path) from None
    except OSError as error:
        act = "opened" if isinstance(error, PermissionError) else "read"
        raise Unavailable("no_permission" if isinstance(error, PermissionError) else "not_a_store", path=path, act=act) from None
    if not _begins_as_a_store(header):
        if backups(path):
            raise corrupt(path, "it does not begin as a store does")
        raise Unavailable("not_a_store", path=path)


def _begins_as_a_store(header: bytes) -> bool:
    return header.startswith(HEADER) and int.from_bytes(header[68:72], "big") == APPLICATION_ID


def copies(path: Path, store: str) -> list[Path]:
    """Return the other files in a store's folder that are the same store by its id, but what is removed with it; none is touched."""
    own = {path, *backups(path), *drafts(path)}
    found = []
    for one in beside(path):
        with suppress(OSError, sqlite3.Error):
            if one not in own and _begins_as_a_store(_first_bytes(one)) and _store_id(one) == store:
                found.append(one)
    return found


def _first_bytes(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(100)


def _store_id(path: Path) -> object:
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        return connection.execute("SELECT value FROM meta WHERE name = 'store_id'").fetchone()[0]


def create_schema(connection: Connection, metadata: MetaData) -> None:
    """Create every table and index, and the search index."""
    connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
    for statement in _schema(metadata):
        connection.exec_driver_sql(statement)
    connection.exec_driver_sql(SEARCH_TABLE)


@cache
def _schema(metadata: MetaData) -> tuple[str, ...]:
    """The statements that create every table and index, in an order in which they can be executed."""
    statements: list[ExecutableDDLElement] = []
    for table in metadata.sorted_tables:
        statements += [CreateTable(table), *map(CreateIndex, sorted(table.indexes, key=lambda index: str(index.name)))]
    return tuple(str(statement.compile(dialect=DIALECT)) for statement in statements)


def has_table(connection: Connection, name: str) -> bool:
    """Whether the file has a table of that name."""
    found = connection.exec_driver_sql("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?", (name,))
    return found.first() is not None


def damage(connection: Connection) -> str | None:
    """Return what SQLite finds wrong with the file, or `None`."""
    found = [row[0] for row in connection.exec_driver_sql("PRAGMA integrity_check(5)")]
    return None if found == ["ok"] else "; ".join(found)


def back_up(path: Path, target: Path) -> None:
    """Copy the store, page by page and consistently, into a new file, 0600, that is there when it is whole.

    Raises:
        Unavailable: `disk_full`, `no_permission`, `store_corrupt`.
    """
    with drafted(target) as draft, guarded(path), closing(connect(path)) as source, closing(sqlite3.connect(draft)) as copy:
        source.backup(copy)


class Image:
    """A store as it is at one instant, kept in memory; whatever is written to the file afterwards, it stays as it is.

    It is read through `engine`, by any number of threads, takes as much memory as the file is long, and gives it back when nobody
    refers to it any more.

    Args:
        engine: Of the file.
    """

    def __init__(self, engine: Engine) -> None:
        uri = f"file:image-{uuid4()}?mode=memory&cache=shared"

        def connected() -> sqlite3.Connection:
            return sqlite3.connect(uri, uri=True, check_same_thread=False, isolation_level=None, timeout=BUSY_SECONDS)

        held = connected()
        with reading(engine) as connection:
            connection.exec_driver_sql("SELECT 1 FROM sqlite_master").close()  # nobody writes between here and the copy
            file = connection.connection.driver_connection
            assert isinstance(file, sqlite3.Connection)
            file.backup(held)
        self.engine = _engine(Path(str(engine.url.database)), connected, read_only=True)
        finalize(self, held.close)
        finalize(self, self.engine.dispose)


class Watch:
    """Notices that another connection has committed.

    Args:
        path: The store file.
    """

    def __init__(self, path: Path) -> None:
        with guarded(path):
            self._connection = connect(path, read_only=True)
        self._path = path

    def version(self) -> int:
        """Return a number that changes when another connection commits."""
        with guarded(self._path):
            row = self._connection.execute("PRAGMA data_version").fetchone()
        return int(row[0])

    def close(self) -> None:
        """Let the file go."""
        self._connection.close()


def index_words(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Add the words of new facts (`fact_id`, `stems`, `words`) to the search index; their rows are there already."""
    statement = "INSERT INTO fact_search(rowid, stems, words) VALUES (?, ?, ?)"
    connection.exec_driver_sql(statement, [(row["fact_id"], row["stems"], row["words"]) for row in rows])


def unindex_words(connection: Connection, fact_id: int) -> None:
    """Take a fact out of the search index, before its row goes."""
    connection.exec_driver_sql(
        "INSERT INTO fact_search(fact_search, rowid, stems, words) SELECT 'delete', fact_id, stems, words FROM fact_words"
        " WHERE fact_id = ?",
        (fact_id,),
    )


def optimize_search(connection: sqlite3.Connection) -> None:
    """Merge the search index into one segment; the words of deleted facts go with the old ones.

    Every merge adds a level to the index, and SQLite before 3.42 calls one of more than 2,000 levels malformed: long before that it
    is built anew.
    """
    deep = _levels(connection) > LEVELS
    connection.execute(REBUILD if deep else "INSERT INTO fact_search(fact_search) VALUES ('optimize')")


def _levels(connection: sqlite3.Connection) -> int:
    """Return the number of levels of the search index: a varint in its structure record, after the cookie and a mark."""
    (record,) = connection.execute(f"SELECT block FROM fact_search_data WHERE id = {STRUCTURE}").fetchone()
    levels = 0
    for byte in record[8 if record[4:8] == STRUCTURE_2 else 4 :]:
        levels = levels << 7 | byte & 0x7F
        if not byte & 0x80:
            break
    return levels


def rebuild_search(connection: sqlite3.Connection) -> None:
    """Build the search index anew from the words of the facts."""
    connection.execute(REBUILD)


def answers(connection: Connection) -> bool:
    """Whether the search index can be asked, if it is there at all."""
    try:
        connection.exec_driver_sql("SELECT rowid FROM fact_search WHERE fact_search MATCH 'a' LIMIT 1").fetchall()
    except DBAPIError as error:
        return "no such table" in str(error.orig)
    return True


def salvage(path: Path, draft: Path, tables: Iterable[Table]) -> list[str]:
    """Copy the rows of some tables from a damaged file into a new one; returns the names of those that cannot be read whole.

    A file that was cut short is read as far as it goes.
    """
    unreadable: list[str] = []
    with closing(connect(draft)) as connection:
        connection.execute("PRAGMA foreign_keys=OFF")
        connection.execute("PRAGMA writable_schema=ON")
        connection.execute("ATTACH ? AS damaged", (f"{path.absolute().as_uri()}?mode=ro",))
        for table in tables:
            columns = ", ".join(f'"{column.name}"' for column in table.columns)
            try:
                connection.execute(
                    f'INSERT INTO main."{table.name}" ({columns}) SELECT {columns} FROM damaged."{table.name}" NOT INDEXED'
                )
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
                if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR):
                    raise
                unreadable.append(table.name)
    return unreadable


def unreadable(file: Path | Connection, tables: Iterable[Table]) -> list[str]:
    """Return the names of the tables that cannot be read whole, each cell of them."""
    if isinstance(file, Path):
        with closing(connect(file, read_only=True)) as connection:
            return [table.name for table in tables if not _can_be_read(connection, table)]
    driver = file.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return [table.name for table in tables if not _can_be_read(driver, table)]


def _can_be_read(connection: sqlite3.Connection, table: Table) -> bool:
    columns = ", ".join(f'"{column.name}"' for column in table.columns)
    try:
        for _ in connection.execute(f'SELECT {columns} FROM "{table.name}" NOT INDEXED'):
            pass
    except UnicodeDecodeError:
        return False
    except sqlite3.DatabaseError as error:
        return any(lack in str(error) for lack in LACKS)  # as in a store of an older schema
    return True


def rebuild_index(connection: Connection) -> None:
    """Build the search index anew inside a transaction, whatever is left of the old one."""
    connection.exec_driver_sql("DROP TABLE IF EXISTS fact_search")
    connection.exec_driver_sql(SEARCH_TABLE)
    connection.exec_driver_sql(REBUILD)


def vacuum(connection: sqlite3.Connection) -> None:
    """Write the whole file anew, so that no free page keeps anything."""
    connection.execute("VACUUM")


def stale_terms(connection: sqlite3.Connection, terms: Iterable[str]) -> int:
    """Count the terms that the vocabulary of the search index knows in more facts than there are."""
    connection.execute("CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab('main', 'fact_search', 'col')")
    try:
        return sum(_is_stale(connection, term) for term in terms)
    finally:
        connection.execute("DROP TABLE temp.vocabulary")


def _is_stale(connection: sqlite3.Connection, term: str) -> bool:
    for column, known in connection.execute("SELECT col, doc FROM temp.vocabulary WHERE term = ?", (term,)).fetchall():
        expression = '{} : "{}"'.format(column, term.replace('"', '""'))
        counted = "SELECT count(*) FROM fact_search WHERE fact_search MATCH ?"
        if connection.execute(counted, (expression,)).fetchone()[0] < known:
            return True
    return False


def indexes(connection: sqlite3.Connection, word: str) -> bool:
    """Whether the search index still holds a word for any fact."""
    expression = match(word, typing=False)
    found = "SELECT 1 FROM fact_search WHERE fact_search MATCH ? LIMIT 1"
    return expression is not None and connection.execute(found, (expression,)).fetchone() is not None


def roots(connection: sqlite3.Connection) -> dict[int, str]:
    """Return what each tree of the file holds, by the page at which it begins."""
    named = connection.execute("SELECT rootpage, type, name FROM sqlite_master WHERE rootpage > 0")
    return {1: "the schema", **{page: f"{sort} {name}" for page, sort, name in named}}


def check_search(connection: Connection) -> str | None:
    """Compare the search index with the words it was made from; returns what is wrong, or `None`.

    SQLite compares by a statement that writes, so it is said to a copy in memory.
    """
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    with closing(sqlite3.connect(":memory:")) as copy:
        try:
            driver.backup(copy)
            copy.execute("INSERT INTO fact_search(fact_search, rank) VALUES ('integrity-check', 1)")
        except (sqlite3.Error, UnicodeDecodeError) as error:
            return _of_the_index(error)
    return None


def _of_the_index(error: BaseException | None) -> str:
    """Say what is wrong with the index; SQLite calls one that does not agree with the words malformed."""
    return "the index is missing" if "no such table" in str(error) else "the index does not agree with the words of the facts"


def in_parts(values: Sequence[Value]) -> Iterator[Sequence[Value]]:
    """Yield values in parts of which each fits into one statement."""
    for start in range(0, len(values), PART):
        yield values[start : start + PART]


def match(query: str, typing: bool) -> str | None:
    """Return the full-text expression in which every word must match; `None` when the query holds no word.

    Args:
        query: What was typed; nothing in it is syntax.
        typing: The last word may be the beginning of one.
    """
    terms = query_terms(query)
    said = [_term(term, typing and index == len(terms) - 1) for index, term in enumerate(terms)]
    return " AND ".join(said) if said else None


def _term(term: Term, unfinished: bool) -> str:
    exact = f'stems : "{term.stem}"'
    return f'({exact} OR words : "{term.word}"*)' if unfinished and term.word else exact
