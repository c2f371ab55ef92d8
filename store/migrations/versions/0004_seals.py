"""A seal on every row that history rests on, and the rows counted in the chain."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

SEALED = ("source", "fact", "belief", "evidence", "receipt")


def upgrade() -> None:
    """Make room for seals; `store.seals` fills it where the key is at hand."""
    for table in SEALED:
        op.add_column(table, sa.Column("seal", sa.LargeBinary(), nullable=True))
    op.add_column("audit", sa.Column("counts", sa.String(), nullable=True))
