"""Search finds what a person means, whatever the form of the word, the script or the punctuation."""

import sqlite3
import threading
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from store.sqlite import match
from store.words import TOKENIZER, fold, index_words, query_terms, stem

FACTS = (
    "Her dogs bark at night",
    "Lives in München near the river",
    "Ana's sister doesn't eat meat",
    "Работаю в компании Б",
    "Любит зелёный чай",
    "Йога по утрам в новом зале",
    "我住在上海",
    "她喜欢喝咖啡",
    "周末在Google公司加班",
    "Feeds 🐱 twice a day",
)


@pytest.fixture(scope="module")
def index() -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(":memory:", check_same_thread=False)
    connection.execute(f"create virtual table search using fts5(stems, words, prefix='2 3', tokenize='{TOKENIZER}')")
    for row, text in enumerate(FACTS):
        connection.execute("insert into search (rowid, stems, words) values (?, ?, ?)", (row, *index_words(text)))
    yield connection
    connection.close()


def find(index: sqlite3.Connection, query: str, *, typing: bool = False) -> list[str]:
    expression = match(query, typing)
    if not expression:
        return []
    return [FACTS[row] for (row,) in index.execute("select rowid from search where search match ?", (expression,))]


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("dog barking", "Her dogs bark at night"),
        ("Munchen", "Lives in München near the river"),
        ("münchen RIVERS", "Lives in München near the river"),
        ("does not", ""),
        ("doesn’t eating", "Ana's sister doesn't eat meat"),
        ("ana", "Ana's sister doesn't eat meat"),
        ("работать компания", "Работаю в компании Б"),
        ("зеленый", "Любит зелёный чай"),
        ("ЗЕЛЁНОГО чая", "Любит зелёный чай"),
        ("новый зал", "Йога по утрам в новом зале"),
        ("上海", "我住在上海"),
        ("海", "我住在上海"),
        ("喝咖啡", "她喜欢喝咖啡"),
        ("google 加班", "周末在Google公司加班"),
        ("🐱", "Feeds 🐱 twice a day"),
    ],
)
def test_every_word_must_match_in_any_form(index: sqlite3.Connection, query: str, text: str) -> None:
    """Each query finds its one fact; a query with a word that stands nowhere finds nothing."""
    assert find(index, query) == ([text] if text else [])


@pytest.mark.parametrize(
    "query", ['"', "*", "-", "NEAR(", "'", "^", "( )", "a AND", "OR", "stems:x", '"dog" *', "\0", "\ud800", "{stems} : dog"]
)
def test_no_character_of_a_query_is_query_syntax(index: sqlite3.Connection, query: str) -> None:
    find(index, query)
    find(index, query, typing=True)


def test_a_finished_word_matches_whole_and_an_unfinished_one_by_its_beginning(index: sqlite3.Connection) -> None:
    assert find(index, "mun") == []
    assert find(index, "mun", typing=True) == ["Lives in München near the river"]
    assert find(index, "зел", typing=True) == ["Любит зелёный чай"]
    assert find(index, "mun river", typing=True) == []


def test_short_i_is_a_letter_and_stress_is_not() -> None:
    assert fold("Й") == "й"
    assert fold("за́мок") == "замок"
    assert fold("її") == "її"


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("Straße", "strasse"),
        ("Łódź", "lodz"),
        ("Ærø", "aero"),
        ("ﬁ①㎏", "fi1kg"),
        ("a\u00adb\u200dc", "abc"),
        ("İ", "i"),
        ("ＷＩＤＥ", "wide"),
    ],
)
def test_what_a_searcher_leaves_out_is_folded_away(written: str, folded: str) -> None:
    assert fold(written) == folded


def test_vowel_signs_stay_where_they_carry_the_word() -> None:
    assert index_words("हिन्दी").words == "हिन्दी"
    assert index_words("ไทย").words == "ไทย"


def test_a_run_without_spaces_becomes_characters_and_pairs() -> None:
    assert index_words("我住在上海").stems.split() == ["我", "住", "在", "上", "海", "我住", "住在", "在上", "上海"]
    assert [term.stem for term in query_terms("住在上")] == ["住在", "在上"]


def test_flags_and_families_of_emoji() -> None:
    assert index_words("🇵🇹").stems == "🇵🇹"
    assert index_words("👨‍👩‍👧").stems == "👨 👩 👧"
    assert query_terms("❤️") == query_terms("❤")


def test_stems_from_many_threads_are_the_stems_from_one() -> None:
    words = [f"{prefix}ing" for prefix in ("walk", "talk", "bark", "work", "climb", "read", "sing", "jump")] * 50
    expected = [stem(word) for word in words]
    got: list[list[str]] = []
    threads = [threading.Thread(target=lambda: got.append([stem(word) for word in words])) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == [expected] * 4


@given(st.text())
def test_any_text_can_be_indexed_and_finds_itself(text: str) -> None:
    """Tokens hold neither spaces nor quotes, and a text matches every term of itself."""
    indexed = index_words(text)
    stems = set(indexed.stems.split(" "))
    assert '"' not in indexed.stems + indexed.words
    assert all(term.stem in stems for term in query_terms(text))


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])))
def test_sqlite_splits_tokens_where_they_were_split(text: str) -> None:
    connection = sqlite3.connect(":memory:")
    connection.execute(f"create virtual table search using fts5(stems, words, tokenize='{TOKENIZER}')")
    connection.execute("insert into search values (?, ?)", index_words(text))
    expression = match(text, typing=False)
    if expression:
        assert connection.execute("select count(*) from search where search match ?", (expression,)).fetchone() == (1,)
    connection.close()
