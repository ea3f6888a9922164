"""Parquet files that the run view opens."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

Row = dict[str, Any]

#: Rows that are read together.
ROW_GROUP = 2000


def write_rows(rows: Sequence[Row], path: Path, columns: Sequence[str] = ()) -> None:
    """Writes rows; `columns` are there even without any row."""
    names = list(dict.fromkeys([*columns, *(name for row in rows for name in row)]))
    arrays = [_column([row.get(name) for row in rows]) for name in names]
    pq.write_table(pa.table(arrays, names=names), path, row_group_size=ROW_GROUP)


def read_rows(path: Path) -> list[Row]:
    """The rows of a parquet file."""
    return pq.read_table(path).to_pylist()


def _column(values: list[Any]) -> pa.Array:
    """A column of any JSON. Values of different kinds, which parquet cannot hold in one column, become JSON texts."""
    try:
        column = pa.array(values)
        # A struct gets all fields of all rows, also where a row has none of them: those that are empty say nothing.
        if not pa.types.is_struct(column.type) or len(column.type) > 0:
            return column
    except (pa.ArrowInvalid, pa.ArrowTypeError, pa.ArrowNotImplementedError, OverflowError):
        pass
    return pa.array([None if value is None else json.dumps(value, ensure_ascii=False) for value in values], pa.string())
