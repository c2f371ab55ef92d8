"""D6: the log on the command line."""

from tests.cli.conftest import Line


def test_each_entry_names_its_hash_and_the_one_it_follows(ana: Line) -> None:
    """Whole as JSON, newest first; the first entry follows nothing, which is all zeros."""
    found = ana.json("audit")
    assert all(len(one["hash"]) == 64 for one in found)
    assert [one["follows"] for one in found] == [*(one["hash"] for one in found[1:]), "0" * 64]


def test_the_table_shows_the_beginning_of_both(ana: Line) -> None:
    whole = ana.json("audit")
    lines = ana.run("audit").splitlines()
    assert [line.split()[-3:] for line in lines] == [[one["hash"][:12], "after", one["follows"][:12]] for one in whole]
    assert whole[0]["hash"][:12] not in ana.run("changes")
