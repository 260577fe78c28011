"""Which browser another one has become, by taking all that it had."""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Nobody has become another yet: of those who moved before, no row tells."""
    # Alembic would add the reference in a statement of its own, which SQLite has not.
    op.execute(
        "ALTER TABLE browsers ADD COLUMN became TEXT"
        " CONSTRAINT fk_browsers_became_browsers REFERENCES browsers (id)"
    )
    op.create_index(op.f("ix_browsers_became"), "browsers", ["became"])


def downgrade() -> None:
    """Who had become another is a stranger again to what is made of the logs from now on."""
    op.drop_index(op.f("ix_browsers_became"), "browsers")
    with op.batch_alter_table("browsers") as browsers:
        browsers.drop_column("became")
