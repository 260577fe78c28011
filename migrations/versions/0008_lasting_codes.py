"""Codes that are kept in a file, and so are valid for longer than a link that is shown."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Every code so far is that of a link."""
    lasting = sa.Column("lasting", sa.Integer, nullable=False, server_default="0")
    op.add_column("codes", lasting)


def downgrade() -> None:
    """A file's code stays one, but a newer link takes its place."""
    with op.batch_alter_table("codes") as codes:
        codes.drop_column("lasting")
