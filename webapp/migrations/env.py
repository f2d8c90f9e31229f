"""Run the migrations on the connection that `Database.migrate` hands over."""

from alembic import context

from webapp.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
