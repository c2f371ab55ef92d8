"""What the tests of the queue share."""

from tests.inspector.conftest import _still as _still
