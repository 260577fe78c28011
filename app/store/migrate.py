"""Bring a database to the schema of this version."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Engine

from app.store.engines import DatabaseRefused

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


def upgrade(engine: Engine) -> None:
    """Run every migration that the database lacks, all or none. `engine` has the role `migrate`.

    Raises DatabaseRefused when the database was written by a newer version.
    """
    with engine.connect() as connection, connection.begin():
        config = Config(toml_file=PYPROJECT, attributes={"connection": connection})
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            raise DatabaseRefused(
                f"The database cannot be brought to this version ({error}): it was written by a"
                " newer Slapback. Start that one, or name another database."
            ) from error
        if connection.dialect.name == "sqlite":
            _refuse_strays(connection.exec_driver_sql("PRAGMA foreign_key_check").all())


def _refuse_strays(strays: object) -> None:
    """While a migration makes tables anew, SQLite checks no foreign key: it is asked afterwards."""
    if strays:
        raise DatabaseRefused(f"A migration would leave rows that refer to nothing: {strays}")
