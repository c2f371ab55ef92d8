"""A store that is checked after every test."""

from tests.store.conftest import Keeper as Keeper
from tests.store.conftest import blank as blank
from tests.store.conftest import keeper as keeper
