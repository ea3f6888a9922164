"""Work that is spread over the nodes of a Ray cluster: one row for each file that is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import ray
import ray.data

Row = dict[str, Any]


@dataclass(frozen=True)
class Workers:
    """The workers of a program. Each works on one file at a time, and fewer do where the cluster has no room for all."""

    most: int
    cpus: float
    gpus: float


def connect(address: str | None) -> None:
    """Joins a cluster, or starts one on this machine. Its nodes get this package, but not what it imports."""
    package = str(Path(__file__).resolve().parent)
    runtime = {"py_modules": [package], "excludes": ["__pycache__"]}
    ray.init(address=address, runtime_env=runtime, log_to_driver=False, logging_level="ERROR")
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    context.print_on_execution_start = False


def work_on(items: Sequence[Row], worker: type, arguments: Mapping[str, Any], workers: Workers) -> Iterator[Row]:
    """
    Has a worker called with each item, and yields what it returns, in the order in which they end. Ray gives the items of
    a node that is gone to others, so a worker may be called with an item again.
    """
    most = max(1, min(workers.most, len(items)))
    results = ray.data.from_items(list(items), override_num_blocks=len(items)).map_batches(
        worker,
        fn_constructor_kwargs=dict(arguments),
        batch_size=1,
        compute=ray.data.ActorPoolStrategy(min_size=1, max_size=most, initial_size=most, max_tasks_in_flight_per_actor=2),
        num_cpus=workers.cpus,
        num_gpus=workers.gpus or None,
    )
    yield from results.iter_rows()


def called_with(batch: Mapping[str, Any]) -> Row:
    """The one item that a worker is called with."""
    return {name: values[0] for name, values in batch.items()}


def returned(row: Row) -> dict[str, list[Any]]:
    """What a worker returns for its item."""
    return {name: [value] for name, value in row.items()}


def node_name() -> str:
    """The node that a worker runs on."""
    return ray.get_runtime_context().get_node_id()[:8]
