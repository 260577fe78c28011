"""What a browser chose: its settings, and the set-up that it keeps as its own."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Take the schema forward; it never goes back."""
    op.add_column("browsers", sa.Column("preferences", sa.Text()))
    op.add_column("browsers", sa.Column("my_setup", sa.Text()))
