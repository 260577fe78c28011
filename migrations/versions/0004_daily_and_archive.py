"""The daily's days, tries and scores; who held each seat of an ended game; private replays."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Ended games get who sits at their table now; `check rebuild` tells it from their logs."""
    with op.batch_alter_table("games") as games:
        games.add_column(sa.Column("archived", sa.Integer()))
        games.add_column(sa.Column("private", sa.Integer(), nullable=False, server_default="0"))
    op.create_index(op.f("ix_games_ended_archived"), "games", ["ended", "archived"])
    op.create_index(op.f("ix_tables_state_touched"), "tables", ["state", "touched"])
    people = sa.text("kind IN ('opened', 'seated', 'named', 'ended')")
    op.create_index(
        "ix_log_people", "log", ["table", "seq"], sqlite_where=people, postgresql_where=people
    )
    with op.batch_alter_table("results") as results:
        results.add_column(sa.Column("kind", sa.Text()))
        results.add_column(sa.Column("name", sa.Text()))
        results.add_column(sa.Column("level", sa.Integer()))
        results.add_column(sa.Column("browser", sa.Text()))
        results.create_foreign_key(
            op.f("fk_results_browser_browsers"), "browsers", ["browser"], ["id"]
        )
    op.create_index(op.f("ix_results_browser"), "results", ["browser"])
    op.execute(
        "UPDATE results SET (kind, name, level, browser) ="
        " (SELECT seats.kind, seats.name, seats.level, seats.browser FROM seats"
        ' JOIN games ON games."table" = seats."table"'
        " WHERE games.id = results.game AND seats.seat = results.seat)"
    )
    op.create_table(
        "daily_deals",
        sa.Column("date", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("shuffle", sa.Integer(), nullable=False),
        sa.Column("computers", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("date", name=op.f("pk_daily_deals")),
    )
    op.create_table(
        "tries",
        sa.Column("date", sa.Text(), nullable=False),
        sa.Column("browser", sa.Text(), nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("begun", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["browser"], ["browsers.id"], name=op.f("fk_tries_browser_browsers")
        ),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_tries_table_tables")),
        sa.PrimaryKeyConstraint("date", "browser", name=op.f("pk_tries")),
        sa.UniqueConstraint("table", name=op.f("uq_tries_table")),
    )
    op.create_index(op.f("ix_tries_browser_date"), "tries", ["browser", "date"])
    op.create_table(
        "scores",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("date", sa.Text(), nullable=False),
        sa.Column("browser", sa.Text(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("play_ms", sa.BigInteger(), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.Column("chances", sa.Integer(), nullable=False),
        sa.Column("piles", sa.Integer(), nullable=False),
        sa.Column("best_ms", sa.Integer()),
        sa.Column("refused", sa.Text()),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False, server_default="0"),
        sa.ForeignKeyConstraint(
            ["browser"], ["browsers.id"], name=op.f("fk_scores_browser_browsers")
        ),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_scores_game_games")),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_scores")),
    )
    op.create_index(op.f("ix_scores_browser_date"), "scores", ["browser", "date"])
    order = (sa.text("points DESC"), "ended", "game")
    on_it, best = sa.text("refused IS NULL"), sa.text("best = 1")
    op.create_index(
        "ix_scores_day", "scores", ["date", *order], sqlite_where=on_it, postgresql_where=on_it
    )
    op.create_index("ix_scores_best", "scores", [*order], sqlite_where=best, postgresql_where=best)


def downgrade() -> None:
    """Scores and tries are lost; the games they were made of stay, and tell them again."""
    op.drop_table("scores")
    op.drop_table("tries")
    op.drop_table("daily_deals")
    op.drop_index(op.f("ix_results_browser"), "results")
    with op.batch_alter_table("results") as results:
        results.drop_constraint(op.f("fk_results_browser_browsers"), type_="foreignkey")
        for name in ("kind", "name", "level", "browser"):
            results.drop_column(name)
    op.drop_index("ix_log_people", "log")
    op.drop_index(op.f("ix_tables_state_touched"), "tables")
    op.drop_index(op.f("ix_games_ended_archived"), "games")
    with op.batch_alter_table("games") as games:
        games.drop_column("private")
        games.drop_column("archived")
