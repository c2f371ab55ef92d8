"""The queue: proposals and their states, leases, guards and the rules of never."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.BigInteger()


def upgrade() -> None:
    """Make the tables of the queue and their indexes."""
    op.create_table(
        "lease",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("holder", sa.String(), nullable=False),
        sa.Column("until", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "proposal",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("owner_id", WHOLE, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("verdict", sa.String(), nullable=False),
        sa.Column("reasons", sa.String(), nullable=False),
        sa.Column("rationale", sa.String(), nullable=False),
        sa.Column("proposed_by", sa.String(), nullable=False),
        sa.Column("run_id", WHOLE, nullable=True),
        sa.Column("created_at", INSTANT, nullable=False),
        sa.Column("at", INSTANT, nullable=True),
        sa.Column("text", sa.String(), nullable=True),
        sa.Column("fact_kind", sa.String(), nullable=True),
        sa.Column("subject", sa.String(), nullable=True),
        sa.Column("slot", sa.String(), nullable=True),
        sa.Column("slot_id", WHOLE, nullable=True),
        sa.Column("slot_version", sa.Integer(), nullable=True),
        sa.Column("valid_from", INSTANT, nullable=True),
        sa.Column("valid_from_exact", sa.Boolean(), nullable=True),
        sa.Column("valid_to", INSTANT, nullable=True),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("topic", sa.String(), nullable=False),
        sa.Column("operation_id", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(["owner_id"], ["owner.id"]),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("uid"),
    )
    op.create_index("proposal_digest", "proposal", ["digest", "id"], unique=False)
    op.create_index("proposal_order", "proposal", ["owner_id", "state", "rank", "topic", "id"], unique=False)
    op.create_index("proposal_run", "proposal", ["run_id"], unique=False)
    op.create_table(
        "proposal_item",
        sa.Column("proposal_id", WHOLE, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(), nullable=False),
        sa.Column("fact_id", WHOLE, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("proposal_id", "place"),
    )
    op.create_index("proposal_item_fact", "proposal_item", ["fact_id"], unique=False)
    op.create_table(
        "proposal_quote",
        sa.Column("proposal_id", WHOLE, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("source_id", WHOLE, nullable=False),
        sa.Column("quote", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["source_id"], ["source.id"]),
        sa.PrimaryKeyConstraint("proposal_id", "place"),
    )
    op.create_index("proposal_quote_source", "proposal_quote", ["source_id"], unique=False)
    op.create_table(
        "proposal_state",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("proposal_id", WHOLE, nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("choice", sa.Integer(), nullable=True),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("operation_id", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("proposal_state_of", "proposal_state", ["proposal_id", "id"], unique=False)
    op.create_index("proposal_state_operation", "proposal_state", ["operation_id"], unique=False)
    op.create_table(
        "guard",
        sa.Column("run_id", WHOLE, nullable=False),
        sa.Column("owner_id", WHOLE, nullable=False),
        sa.Column("ending", sa.Integer(), nullable=False),
        sa.Column("active", sa.Integer(), nullable=False),
        sa.Column("acknowledged_at", INSTANT, nullable=True),
        sa.PrimaryKeyConstraint("run_id", "owner_id"),
    )
    op.create_table(
        "rule",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("owner_id", WHOLE, nullable=True),
        sa.Column("by", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.Column("operation_id", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "rule_state",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("rule_id", WHOLE, nullable=False),
        sa.Column("in_force", sa.Boolean(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("operation_id", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_rule_state_operation_id", "rule_state", ["operation_id"], unique=False)
    op.create_index("ix_rule_state_rule_id", "rule_state", ["rule_id"], unique=False)
