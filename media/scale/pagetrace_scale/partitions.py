"""Parts of a run that are scored apart: lines of a file that begin at one byte and end before another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .failures import Fault


@dataclass(frozen=True)
class Partition:
    """Whole lines of a JSONL file, or a whole parquet file."""

    file: Path
    start: int
    #: The byte after its last; None for a whole file.
    end: int | None
    #: Where its rows are written.
    rows: Path


def list_partitions(inputs: Sequence[Path], out: Path, size: int) -> list[Partition]:
    """The partitions of files and folders. Their names are the same as long as their bytes are at the same place."""
    partitions: list[Partition] = []
    names: set[str] = set()
    for file in _files(inputs):
        if file.name in names:
            raise Fault(f"Two files are named {file.name}. Score them into different folders.")
        names.add(file.name)
        if file.suffix == ".parquet":
            partitions.append(Partition(file, 0, None, out / file.name))
            continue
        for start, end in split_lines(file, size):
            name = f"{file.stem}-{start:015d}-{end:015d}.parquet"
            partitions.append(Partition(file, start, end, out / name))
    return partitions


def split_lines(file: Path, size: int) -> list[tuple[int, int]]:
    """Parts of about `size` bytes that begin and end between lines."""
    parts: list[tuple[int, int]] = []
    length = file.stat().st_size
    with open(file, "rb") as opened:
        start = 0
        while start < length:
            opened.seek(min(length, start + size - 1))
            opened.readline()
            end = opened.tell()
            parts.append((start, end))
            start = end
    return parts


def read_part(partition: Partition) -> bytes:
    """The lines of a partition."""
    with open(partition.file, "rb") as opened:
        opened.seek(partition.start)
        return opened.read(-1 if partition.end is None else partition.end - partition.start)


def require_planned(partitions: Sequence[Partition], out: Path) -> None:
    """Refuses a folder with rows of other partitions, whose samples would be there twice."""
    planned = {partition.rows.name for partition in partitions}
    other = sorted(path.name for path in out.glob("*.parquet") if path.name not in planned)
    if other:
        raise Fault(
            f"{out} has {other[0]}, which these files do not have as they are now. Name another folder, or remove it."
        )


def _files(inputs: Sequence[Path]) -> list[Path]:
    files: list[Path] = []
    for each in inputs:
        if each.is_dir():
            found = sorted(path for path in each.iterdir() if path.suffix in (".jsonl", ".parquet"))
            if not found:
                raise Fault(f"{each} has no .jsonl or .parquet file. Name a run.")
            files.extend(found)
        elif each.is_file():
            files.append(each)
        else:
            raise Fault(f"{each} was not found. Check the path.")
    return [file.resolve() for file in files]
