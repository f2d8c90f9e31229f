"""What all tables share."""

import enum
from typing import ClassVar

import sqlalchemy as sa
from sqlalchemy import MetaData
from sqlalchemy.orm import DeclarativeBase

__all__ = ["Base"]


class Base(DeclarativeBase):
    """Root of the tables; constraints get names, so that migrations can change them.

    Times are whole seconds since 1970, UTC.
    """

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )
    # Enumerations are text in every database: a migration need not alter a type.
    type_annotation_map: ClassVar = {enum.Enum: sa.Enum(enum.Enum, native_enum=False, length=20)}
