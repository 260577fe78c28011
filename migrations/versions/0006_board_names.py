"""The name that a browser has chosen to stand on boards by, apart from the one at its tables."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Who stands on a board by name already goes on so."""
    op.add_column("browsers", sa.Column("board_name", sa.Text()))
    op.execute(
        "UPDATE browsers SET board_name = name "
        "WHERE EXISTS (SELECT 1 FROM scores WHERE scores.browser = browsers.id)"
    )


def downgrade() -> None:
    """Boards show the names of tables again."""
    op.drop_column("browsers", "board_name")
