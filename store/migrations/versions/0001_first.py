"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

WHOLE = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
INSTANT = sa.BigInteger()


def upgrade() -> None:
    """Make every table, index and the search index."""
    op.create_table(
        "audit",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("operation_id", WHOLE, nullable=False),
        sa.Column("hash", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("operation_id"),
    )
    op.create_table(
        "counter",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "edge",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("relation", sa.String(), nullable=False),
        sa.Column("object", sa.String(), nullable=False),
        sa.Column("operation_id", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "event",
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("body", sa.String(), nullable=False),
        sa.Column("fact_id", WHOLE, nullable=True),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_index("ix_event_fact_id", "event", ["fact_id"], unique=False)
    op.create_table(
        "fact_words",
        sa.Column("fact_id", WHOLE, nullable=False),
        sa.Column("stems", sa.String(), nullable=False),
        sa.Column("words", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("fact_id"),
    )
    op.create_table(
        "head",
        sa.Column("fact_id", WHOLE, nullable=False),
        sa.Column("owner_id", WHOLE, nullable=False),
        sa.Column("since", INSTANT, nullable=False),
        sa.Column("seen_at", INSTANT, nullable=False),
        sa.Column("pinned", sa.Boolean(), nullable=False),
        sa.Column("unverified", sa.Boolean(), nullable=False),
        sa.Column("doubtful", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("fact_id"),
    )
    op.create_index("head_seen", "head", ["owner_id", "seen_at", "fact_id"], unique=False)
    op.create_index("head_since", "head", ["owner_id", "since", "fact_id"], unique=False)
    op.create_table(
        "meta",
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("name"),
    )
    op.create_table(
        "operation",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("actor", sa.String(), nullable=False),
        sa.Column("verb", sa.String(), nullable=False),
        sa.Column("owner_id", WHOLE, nullable=True),
        sa.Column("batch", sa.String(), nullable=True),
        sa.Column("sitting", sa.String(), nullable=True),
        sa.Column("undoes", WHOLE, nullable=True),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("uid"),
    )
    op.create_index("ix_operation_actor", "operation", ["actor"], unique=False)
    op.create_index("ix_operation_at", "operation", ["at"], unique=False)
    op.create_index(
        "operation_batch",
        "operation",
        ["batch"],
        unique=False,
        sqlite_where=sa.text("batch IS NOT NULL"),
        postgresql_where=sa.text("batch IS NOT NULL"),
    )
    op.create_index("operation_owner", "operation", ["owner_id", "at"], unique=False)
    op.create_index(
        "operation_sitting",
        "operation",
        ["sitting"],
        unique=False,
        sqlite_where=sa.text("sitting IS NOT NULL"),
        postgresql_where=sa.text("sitting IS NOT NULL"),
    )
    op.create_index(
        "operation_undoes",
        "operation",
        ["undoes"],
        unique=False,
        sqlite_where=sa.text("undoes IS NOT NULL"),
        postgresql_where=sa.text("undoes IS NOT NULL"),
    )
    op.create_table(
        "operation_item",
        sa.Column("operation_id", WHOLE, nullable=False),
        sa.Column("fact_id", WHOLE, nullable=False),
        sa.Column("version_before", sa.Integer(), nullable=False),
        sa.Column("version_after", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("operation_id", "fact_id"),
    )
    op.create_index("operation_item_fact", "operation_item", ["fact_id", "version_after"], unique=False)
    op.create_table(
        "owner",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("key", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_table(
        "recall",
        sa.Column("served_id", WHOLE, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("fact_id", WHOLE, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("served_id", "place"),
    )
    op.create_index("recall_fact", "recall", ["fact_id", "at"], unique=False)
    op.create_table(
        "receipt",
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("digest"),
    )
    op.create_table(
        "run",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("started_at", INSTANT, nullable=False),
        sa.Column("finished_at", INSTANT, nullable=False),
        sa.Column("counts", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "served",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("owner_id", WHOLE, nullable=True),
        sa.Column("valid_at", INSTANT, nullable=False),
        sa.Column("known_at", INSTANT, nullable=False),
        sa.Column("limit", sa.Integer(), nullable=False),
        sa.Column("queried", sa.Boolean(), nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("operation_id", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "setting",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("name", sa.String(), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("operation_id", WHOLE, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_setting_name", "setting", ["name"], unique=False)
    op.create_table(
        "slot_version",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("digest", sa.String(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("digest"),
    )
    op.create_table(
        "source",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(), nullable=True),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("conversation", sa.String(), nullable=True),
        sa.Column("ref", sa.String(), nullable=False),
        sa.Column("author", sa.String(), nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("content_hash", sa.String(), nullable=False),
        sa.Column("observed_at", INSTANT, nullable=False),
        sa.Column("recorded_at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("key"),
    )
    op.create_index("source_order", "source", ["conversation", "observed_at", "id"], unique=False)
    op.create_index("source_ref", "source", ["ref"], unique=False)
    op.create_table(
        "withdrawal",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("slot_id", WHOLE, nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_withdrawal_slot_id", "withdrawal", ["slot_id"], unique=False)
    op.create_table(
        "edge_support",
        sa.Column("edge_id", WHOLE, nullable=False),
        sa.Column("fact_id", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(
            ["edge_id"],
            ["edge.id"],
        ),
        sa.PrimaryKeyConstraint("edge_id", "fact_id"),
    )
    op.create_index("ix_edge_support_fact_id", "edge_support", ["fact_id"], unique=False)
    op.create_table(
        "fact",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(), nullable=True),
        sa.Column("owner_id", WHOLE, nullable=False),
        sa.Column("subject", sa.String(), nullable=False),
        sa.Column("subject_key", sa.String(), nullable=False),
        sa.Column("kind", sa.String(), nullable=False),
        sa.Column("slot", sa.String(), nullable=True),
        sa.Column("slot_key", sa.String(), nullable=True),
        sa.Column("slot_id", WHOLE, nullable=True),
        sa.Column("text", sa.String(), nullable=False),
        sa.Column("origin", sa.String(), nullable=False),
        sa.Column("importance", sa.Integer(), nullable=False),
        sa.Column("recorded_at", INSTANT, nullable=False),
        sa.Column("known_from", INSTANT, nullable=False),
        sa.Column("operation_id", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(
            ["owner_id"],
            ["owner.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
        sa.UniqueConstraint("uid"),
        sa.UniqueConstraint("key"),
    )
    op.create_index("fact_learned", "fact", ["owner_id", "known_from", "id"], unique=False)
    op.create_index("fact_slot", "fact", ["slot_id", "id"], unique=False)
    op.create_table(
        "source_state",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("source_id", WHOLE, nullable=False),
        sa.Column("state", sa.String(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("operation_id", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(
            ["source_id"],
            ["source.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_source_state_source_id", "source_state", ["source_id"], unique=False)
    op.create_table(
        "belief",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("fact_id", WHOLE, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("valid_from", INSTANT, nullable=False),
        sa.Column("valid_from_exact", sa.Boolean(), nullable=False),
        sa.Column("valid_to", INSTANT, nullable=False),
        sa.Column("valid_to_exact", sa.Boolean(), nullable=False),
        sa.Column("start_told", sa.Boolean(), nullable=False),
        sa.Column("superseded_by", WHOLE, nullable=True),
        sa.Column("ends_as", sa.String(), nullable=True),
        sa.Column("cause", sa.String(), nullable=False),
        sa.Column("system_from", INSTANT, nullable=False),
        sa.Column("system_to", INSTANT, nullable=False),
        sa.Column("operation_id", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(
            ["fact_id"],
            ["fact.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "belief_current",
        "belief",
        ["fact_id", "valid_from", "valid_to"],
        unique=False,
        sqlite_where=sa.text("system_to = 9223372036854775807"),
        postgresql_where=sa.text("system_to = 9223372036854775807"),
    )
    op.create_index("belief_history", "belief", ["fact_id", "version"], unique=False)
    op.create_index("belief_operation", "belief", ["operation_id"], unique=False)
    op.create_index(
        "belief_start",
        "belief",
        ["valid_from"],
        unique=False,
        sqlite_where=sa.text("system_to = 9223372036854775807"),
        postgresql_where=sa.text("system_to = 9223372036854775807"),
    )
    op.create_index(
        "belief_successor",
        "belief",
        ["superseded_by"],
        unique=False,
        sqlite_where=sa.text("superseded_by IS NOT NULL"),
        postgresql_where=sa.text("superseded_by IS NOT NULL"),
    )
    op.create_table(
        "evidence",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("uid", sa.Uuid(), nullable=False),
        sa.Column("fact_id", WHOLE, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("source_id", WHOLE, nullable=False),
        sa.Column("quote", sa.String(), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("by_owner", sa.Boolean(), nullable=False),
        sa.Column("recorded_at", INSTANT, nullable=False),
        sa.Column("operation_id", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(
            ["fact_id"],
            ["fact.id"],
        ),
        sa.ForeignKeyConstraint(
            ["source_id"],
            ["source.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("evidence_fact", "evidence", ["fact_id", "id"], unique=False)
    op.create_index("evidence_source", "evidence", ["source_id", "fact_id"], unique=False)
    op.create_table(
        "pin",
        sa.Column("id", WHOLE, nullable=False),
        sa.Column("fact_id", WHOLE, nullable=False),
        sa.Column("pinned", sa.Boolean(), nullable=False),
        sa.Column("at", INSTANT, nullable=False),
        sa.Column("operation_id", WHOLE, nullable=False),
        sa.ForeignKeyConstraint(
            ["fact_id"],
            ["fact.id"],
        ),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index("ix_pin_fact_id", "pin", ["fact_id"], unique=False)
    op.execute("""CREATE VIRTUAL TABLE fact_search USING fts5(
    stems, words, content='fact_words', content_rowid='fact_id', tokenize="ascii", prefix='1 2 3', detail=column)""")
