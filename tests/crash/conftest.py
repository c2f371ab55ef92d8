"""The store that every deed is done to, made once; each test has a copy of it, and of its keys."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.crash import killing
from tests.crash.deeds import DEEDS
from tests.crash.killing import Whole
from tests.crash.template import Template, build


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Template]:
    folder = tmp_path_factory.mktemp("built")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MEMORY_INSPECTOR_KEYS", str(folder / "keys"))
        yield build(folder)


@pytest.fixture(scope="session")
def whole_of() -> Callable[[Template, str], Whole]:
    """Find out what a deed leaves when nobody kills it, once for every copy."""
    known: dict[str, Whole] = {}

    def find(template: Template, title: str) -> Whole:
        if title not in known:
            known[title] = killing.whole(template, DEEDS[title])
        return known[title]

    return find


@pytest.fixture
def template(built: Template, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Template:
    monkeypatch.setenv("MEMORY_INSPECTOR_KEYS", str(tmp_path / "keys"))
    shutil.copytree(built.path.parent / "keys", tmp_path / "keys")
    return Template(Path(shutil.copy(built.path, tmp_path / built.path.name)))
