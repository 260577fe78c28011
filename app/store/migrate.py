"""Bring a database to the schema of this version."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from app.store.engines import DatabaseRefused

PYPROJECT = Path(__file__).parents[2] / "pyproject.toml"


def upgrade(engine: Engine) -> None:
    """Run every migration that the database lacks, all or none. `engine` has the role `migrate`.

    Raises DatabaseRefused when that cannot be: the database is unreachable, or of a newer version.
    """
    try:
        with engine.begin() as connection:
            command.upgrade(config_for(connection), "head")
            _refuse_strays(connection)
    except CommandError as error:
        raise DatabaseRefused(
            f"The database was written by a newer Slapback ({error}):"
            " start that one, or set SLAPBACK_DATABASE_URL to another database."
        ) from error
    except SQLAlchemyError as error:
        raise DatabaseRefused(
            f"The database cannot be opened ({error.__cause__ or error}):"
            " see that it runs and may be written, or set SLAPBACK_DATABASE_URL to another."
        ) from error


def config_for(connection: Connection) -> Config:
    """Alembic's configuration, for a command on this connection."""
    return Config(toml_file=PYPROJECT, attributes={"connection": connection})


def _refuse_strays(connection: Connection) -> None:
    """While a migration makes tables anew, SQLite checks no foreign key: ask it afterwards."""
    if connection.dialect.name != "sqlite":
        return
    strays = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if strays:
        raise DatabaseRefused(f"A migration would leave rows that refer to nothing: {strays}.")
