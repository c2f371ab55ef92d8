"""Hard deletes as jobs; receipts know what they stand for and can be lifted."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.BigInteger()


def upgrade() -> None:
    """Make the tables of jobs and let receipts and withdrawals name theirs."""
    op.add_column("receipt", sa.Column("kind", sa.String(), nullable=False, server_default="event"))
    for table in ("receipt", "withdrawal"):
        op.add_column(table, sa.Column("deletion_id", WHOLE, nullable=True))
        op.add_column(table, sa.Column("lifted_at", INSTANT, nullable=True))
    op.add_column("event", sa.Column("source_id", WHOLE, nullable=True))
    op.create_index("ix_event_source_id", "event", ["source_id"], unique=False)
    op.create_table(
        "deletion",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("scope", sa.String(), nullable=False),
        sa.Column("facts", sa.String(), nullable=False),
        sa.Column("counts", sa.String(), nullable=False),
        sa.Column("owner_id", WHOLE, nullable=True),
        sa.Column("started_at", INSTANT, nullable=False),
        sa.Column("finished_at", INSTANT, nullable=True),
        sa.Column("lifted_at", INSTANT, nullable=True),
        sa.Column("operation_id", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("uid"),
    )
    op.create_table(
        "deletion_step",
        sa.Column("deletion_id", WHOLE, nullable=False),
        sa.Column("mirror", sa.String(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("left", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("tried_at", INSTANT, nullable=True),
        sa.Column("detail", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("deletion_id", "mirror"),
    )
