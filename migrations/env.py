"""How Alembic runs here: on the connection it is given, or on the configured database."""

from alembic import context
from sqlalchemy import Connection

from app.store.engines import open_engine
from app.store.schema import metadata


def migrate(connection: Connection) -> None:
    """Run the migrations on a connection; SQLite alters a table by making it anew."""
    context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
    with context.begin_transaction():
        context.run_migrations()


given: Connection | None = context.config.attributes.get("connection")
if given is not None:
    migrate(given)
else:  # from Alembic's own command line
    from app.web.settings import Settings

    with open_engine(Settings().database_url, "migrate").begin() as made:
        migrate(made)
