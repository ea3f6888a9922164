"""Which shards there are, what is written for each, and which of them are finished."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from .failures import Fault


@dataclass(frozen=True)
class Shard:
    """A file of requests, and the files of its answers."""

    requests: Path
    #: The outputs as `vllm run-batch` writes them, for `pagetrace batch import`.
    outputs: Path
    #: The answers as rows, for the run view.
    rows: Path

    @property
    def is_finished(self) -> bool:
        """The rows are written last."""
        return self.outputs.exists() and self.rows.exists()


def list_shards(inputs: Sequence[Path], out: Path) -> list[Shard]:
    """The shards of files and folders, in the order of their names."""
    files: list[Path] = []
    for each in inputs:
        if each.is_dir():
            found = sorted(each.glob("shard-*.jsonl"))
            if not found:
                raise Fault(f"{each} has no shards. Name the folder that pagetrace batch export wrote.")
            files.extend(found)
        elif each.is_file():
            files.append(each)
        else:
            raise Fault(f"{each} was not found. Check the path.")
    names: set[str] = set()
    for file in files:
        if file.stem in names:
            raise Fault(f"Two shards are named {file.stem}. Answer them into different folders.")
        names.add(file.stem)
    return [
        Shard(
            requests=file.resolve(),
            outputs=(out / "outputs" / f"{file.stem}.jsonl").resolve(),
            rows=(out / "rows" / f"{file.stem}.parquet").resolve(),
        )
        for file in files
    ]
