"""Records with what `pagetrace score` says of them."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

Json = dict[str, Any]


def add_scores(records: Sequence[tuple[int, Json]], scores: Iterable[Json]) -> tuple[list[Json], list[Json]]:
    """
    Records with a column `score`, which is a list where a record has several samples, and the score rows that are
    problems. A score that a record had is kept as `recorded_score`.
    :param records: each with its line, as the score rows name it
    """
    by_line: dict[int, list[Json]] = defaultdict(list)
    for score in scores:
        by_line[score.get("line") or 0].append(score)
    problems = [each for found in by_line.values() for each in found if "error" in each]
    rows: list[Json] = []
    for line, record in records:
        found = by_line.get(line, [])
        row = dict(record)
        if "score" in row:
            row["recorded_score"] = row.pop("score")
        paid = [each.get("overall") for each in found]
        row["score"] = paid if len(paid) > 1 else (paid[0] if paid else None)
        row["score_profile"] = next((each["profile"] for each in found if "profile" in each), None)
        rows.append(row)
    return rows, problems


def records_of(lines: bytes) -> list[tuple[int, Json]]:
    """The records of JSON lines with the numbers of their lines, from 1. Lines that are no objects are left out."""
    records: list[tuple[int, Json]] = []
    for number, line in enumerate(lines.split(b"\n"), start=1):
        try:
            record = json.loads(line)
        except ValueError:
            continue
        if isinstance(record, dict):
            records.append((number, record))
    return records
