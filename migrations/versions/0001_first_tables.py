"""First tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the schema forward; it never goes back."""
    op.create_table(
        "browsers",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("cookie_hash", sa.Text(), nullable=False),
        sa.Column("name", sa.Text()),
        sa.Column("setup", sa.Text()),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_browsers")),
        sa.UniqueConstraint("cookie_hash", name=op.f("uq_browsers_cookie_hash")),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("setup", sa.Text(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("touched", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_table(
        "games",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("deal", sa.Integer(), nullable=False),
        sa.Column("server_seed", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("deal_seed", sa.Text()),
        sa.Column("dealer", sa.Integer()),
        sa.Column("started", sa.BigInteger()),
        sa.Column("ended", sa.BigInteger()),
        sa.Column("winner", sa.Integer()),
        sa.Column("reason", sa.Text()),
        sa.Column("play_ms", sa.BigInteger()),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_games_table_tables")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
        sa.UniqueConstraint("table", "deal", name=op.f("uq_games_table_deal")),
    )
    op.create_table(
        "log",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("ms", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_log_table_tables")),
        sa.PrimaryKeyConstraint("table", "seq", name=op.f("pk_log")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("level", sa.Integer()),
        sa.Column("browser", sa.Text()),
        sa.ForeignKeyConstraint(
            ["browser"], ["browsers.id"], name=op.f("fk_seats_browser_browsers")
        ),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_seats_table_tables")),
        sa.PrimaryKeyConstraint("table", "seat", name=op.f("pk_seats")),
    )
    op.create_index(op.f("ix_seats_browser"), "seats", ["browser"])
    op.create_table(
        "results",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("cards", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_results_game_games")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_results")),
    )
