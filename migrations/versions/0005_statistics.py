"""What finished games add to a person's statistics, and the sums of it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The rows are made from the games' logs at the next start, as after any new derivation."""
    op.create_table(
        "statistics",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("browser", sa.Text(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Integer(), nullable=False),
        sa.Column("mode", sa.Text(), nullable=False),
        sa.Column("seats", sa.Integer(), nullable=False),
        sa.Column("level", sa.Text(), nullable=False),
        sa.Column("device", sa.Text(), nullable=False),
        sa.Column("outcome", sa.Text(), nullable=False),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.Column("wrong", sa.Integer(), nullable=False),
        sa.Column("median", sa.Integer()),
        sa.Column("figures", sa.Text(), nullable=False),
        sa.Column("slaps", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["browser"], ["browsers.id"], name=op.f("fk_statistics_browser_browsers")
        ),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_statistics_game_games")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_statistics")),
    )
    asked = ["browser", "ended", "mode", "seats", "level", "device"]
    op.create_index(op.f(f"ix_statistics_{'_'.join(asked)}"), "statistics", asked)
    for name, days in (("statistic_sums", False), ("statistic_days", True)):
        day = [sa.Column("day", sa.Integer(), autoincrement=False, nullable=False)] if days else []
        op.create_table(
            name,
            sa.Column("browser", sa.Text(), nullable=False),
            *day,
            sa.Column("mode", sa.Text(), nullable=False),
            sa.Column("seats", sa.Integer(), autoincrement=False, nullable=False),
            sa.Column("level", sa.Text(), nullable=False),
            sa.Column("device", sa.Text(), nullable=False),
            sa.Column("figures", sa.Text(), nullable=False),
            sa.ForeignKeyConstraint(
                ["browser"], ["browsers.id"], name=op.f(f"fk_{name}_browser_browsers")
            ),
            sa.PrimaryKeyConstraint(
                "browser",
                *(column.name for column in day),
                "mode",
                "seats",
                "level",
                "device",
                name=op.f(f"pk_{name}"),
            ),
        )
    op.create_table(
        "streaks",
        sa.Column("browser", sa.Text(), nullable=False),
        sa.Column("current", sa.Integer(), nullable=False),
        sa.Column("best", sa.Integer(), nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["browser"], ["browsers.id"], name=op.f("fk_streaks_browser_browsers")
        ),
        sa.PrimaryKeyConstraint("browser", name=op.f("pk_streaks")),
    )


def downgrade() -> None:
    """They are lost, and made again of the logs when there is a place for them."""
    for name in ("streaks", "statistic_days", "statistic_sums", "statistics"):
        op.drop_table(name)
