"""Queries that are composed once.

To compose a query costs the ORM several times what the database needs to answer it. Those that every move at a live
table asks are composed at their first use, with places for what differs, and asked with other values ever after.
"""

from collections.abc import Callable
from inspect import signature
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Expression, Model, QuerySet
from django.db.models.query import ModelIterable, get_related_populators
from django.db.transaction import TransactionManagementError


class Place(Expression):
    """Stands in a query for a value that is given where it is asked, as the database takes it."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> tuple[str, tuple[Any, ...]]:
        return "%s", (self,)


class Reading(NamedTuple):
    """How the rows of a query become objects: the columns of each, and what is joined to it."""

    model: type[Model]
    names: list[str]
    start: int
    end: int
    joined: list[Any]
    annotated: list[tuple[str, int]]
    fetch_mode: Any

    def made(self, row: list[Any]) -> Any:
        made = self.model.from_db(DEFAULT_DB_ALIAS, self.names, row[self.start : self.end], fetch_mode=self.fetch_mode)
        for populator in self.joined:
            populator.populate(row, made)
        for name, place in self.annotated:
            setattr(made, name, row[place])
        return made


class Composed[Row]:
    """A query as a function of the values at its places; gives its rows: objects, or tuples of `values_list`."""

    def __init__(self, compose: Callable[..., QuerySet[Any, Row]]) -> None:
        self.compose = compose
        self.sql = ""

    def __call__(self, **values: Any) -> list[Row]:
        connection = connections[DEFAULT_DB_ALIAS]
        if not self.sql:
            self._compose()
        if self.locks and connection.get_autocommit():
            raise TransactionManagementError("select_for_update cannot be used outside of a transaction.")
        with connection.cursor() as cursor:
            cursor.execute(self.sql, [values[p.name] if isinstance(p, Place) else p for p in self.params])
            rows = [list(row) for row in cursor.fetchall()]
        for place, (converters, expression) in self.converters:
            for row in rows:
                for convert in converters:
                    row[place] = convert(row[place], expression, connection)
        return [self.reading.made(row) if self.reading else tuple(row) for row in rows]  # type: ignore[misc]

    def _compose(self) -> None:
        found = self.compose(*[Place(name) for name in signature(self.compose).parameters])
        compiler = found.query.get_compiler(DEFAULT_DB_ALIAS)
        sql, self.params = compiler.as_sql()
        self.locks = found.query.select_for_update
        self.converters = list(compiler.get_converters([column for column, _, _ in compiler.select]).items())
        self.reading = _reading(found, compiler)
        self.sql = sql  # last: from now on it is composed, for every thread


def _reading(found: QuerySet[Any, Any], compiler: Any) -> Reading | None:
    if not issubclass(found._iterable_class, ModelIterable):
        return None
    info = compiler.klass_info
    start, end = info["select_fields"][0], info["select_fields"][-1] + 1
    names = [column.target.attname for column, _, _ in compiler.select[start:end]]
    mode = found._fetch_mode  # type: ignore[attr-defined]
    joined = get_related_populators(info, compiler.select, DEFAULT_DB_ALIAS, mode)
    return Reading(info["model"], names, start, end, joined, list(compiler.annotation_col_map.items()), mode)
