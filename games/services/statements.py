"""Statements that every move runs, written once: to compose them anew costs the ORM more than the database needs.

Values go through the fields of their model, as the ORM's own do. All of it runs inside a caller's transaction.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from django.db import connection
from django.db.models import Model

type Values = Mapping[str, Any]  # by name of a field


def insert(model: type[Model], values: Values) -> None:
    """Store a row that must not be there yet; what is not given must have a default in the database or none."""
    _execute(_insert(model, tuple(values)), _as_stored(model, values))


def upsert(model: type[Model], rows: Sequence[Values], key: Sequence[str], changed: Mapping[str, str]) -> None:
    """Store rows, or where one with the same `key` is there change it, in the order of the rows.

    `changed` gives for each field what it becomes, in SQL: `new` is the given value, `old` the stored one. All rows
    name the same fields.
    """
    if rows:
        statement = _upsert(model, tuple(rows[0]), len(rows), tuple(key), tuple(changed.items()))
        _execute(statement, [value for row in rows for value in _as_stored(model, row)])


def update(model: type[Model], where: Values, values: Values) -> bool:
    """Change the row of which all of this is true; whether there was one."""
    statement = _update(model, tuple(where), tuple(values))
    return _execute(statement, [*_as_stored(model, values), *_as_stored(model, where)]) > 0


def _execute(statement: str, values: Iterable[Any]) -> int:
    with connection.cursor() as cursor:
        cursor.execute(statement, list(values))
        return int(cursor.rowcount)


def _as_stored(model: type[Model], values: Values) -> list[Any]:
    fields = _fields(model)
    return [fields[name].get_db_prep_save(value, connection) for name, value in values.items()]


@cache
def _fields(model: type[Model]) -> dict[str, Any]:
    fields = model._meta.concrete_fields
    return {field.name: field for field in fields} | {field.attname: field for field in fields}


@cache
def _insert(model: type[Model], names: tuple[str, ...], rows: int = 1) -> str:
    places = f"({', '.join(['%s'] * len(names))})"
    columns = ", ".join([_column(model, name) for name in names])
    return f"INSERT INTO {_table(model)} ({columns}) VALUES {', '.join([places] * rows)}"  # noqa: S608  (our names)


@cache
def _upsert(
    model: type[Model], names: tuple[str, ...], rows: int, key: tuple[str, ...], changed: tuple[tuple[str, str], ...]
) -> str:
    changes = []
    for name, becomes in changed:
        column = _column(model, name)
        new, old = f"EXCLUDED.{column}", f"{_table(model)}.{column}"
        changes.append(f"{column} = {becomes.format(new=new, old=old)}")
    unique = ", ".join([_column(model, name) for name in key])
    return f"{_insert(model, names, rows)} ON CONFLICT ({unique}) DO UPDATE SET {', '.join(changes)}"


@cache
def _update(model: type[Model], where: tuple[str, ...], names: tuple[str, ...]) -> str:
    changes = ", ".join([f"{_column(model, name)} = %s" for name in names])
    conditions = " AND ".join([f"{_column(model, name)} = %s" for name in where])
    return f"UPDATE {_table(model)} SET {changes} WHERE {conditions}"  # noqa: S608  (our names)


def _table(model: type[Model]) -> str:
    return connection.ops.quote_name(model._meta.db_table)


def _column(model: type[Model], name: str) -> str:
    return connection.ops.quote_name(_fields(model)[name].column)
