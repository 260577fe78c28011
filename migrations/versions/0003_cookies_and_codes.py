"""Cookies of their own, so that a browser can be carried to another, and the codes that do it."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Every browser keeps the cookie that it has."""
    op.create_table(
        "cookies",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("browser", sa.Text(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["browser"], ["browsers.id"], name=op.f("fk_cookies_browser_browsers")
        ),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_cookies")),
    )
    op.create_index(op.f("ix_cookies_browser"), "cookies", ["browser"])
    op.execute(
        "INSERT INTO cookies (hash, browser, created) SELECT cookie_hash, id, created FROM browsers"
    )
    with op.batch_alter_table("browsers") as browsers:
        browsers.drop_constraint(op.f("uq_browsers_cookie_hash"), type_="unique")
        browsers.drop_column("cookie_hash")
    op.create_table(
        "codes",
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("browser", sa.Text(), nullable=False),
        sa.Column("table", sa.Text()),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("used", sa.BigInteger()),
        sa.Column("taker", sa.Text()),
        sa.ForeignKeyConstraint(
            ["browser"], ["browsers.id"], name=op.f("fk_codes_browser_browsers")
        ),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_codes_table_tables")),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_codes")),
    )
    op.create_index(op.f("ix_codes_browser"), "codes", ["browser"])


def downgrade() -> None:
    """A browser without a cookie gets a hash that no cookie has; of several the newest stays."""
    op.drop_table("codes")
    op.add_column("browsers", sa.Column("cookie_hash", sa.Text()))
    op.execute(
        "UPDATE browsers SET cookie_hash = coalesce((SELECT hash FROM cookies"
        " WHERE cookies.browser = browsers.id ORDER BY cookies.created DESC, hash LIMIT 1),"
        " 'none: ' || id)"
    )
    with op.batch_alter_table("browsers") as browsers:
        browsers.alter_column("cookie_hash", existing_type=sa.Text(), nullable=False)
        browsers.create_unique_constraint(op.f("uq_browsers_cookie_hash"), ["cookie_hash"])
    op.drop_table("cookies")
