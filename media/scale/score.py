#!/usr/bin/env python3
"""Scores runs on a Ray cluster with the command line of PageTrace."""

from __future__ import annotations

import argparse
import json
import shlex
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from pagetrace_scale.endings import exit_status, say_end  # noqa: E402
from pagetrace_scale.failures import Fault, sentence_of  # noqa: E402
from pagetrace_scale.files import locked, remove_unfinished, whole_file  # noqa: E402
from pagetrace_scale.partitions import Partition, list_partitions, read_part, require_planned  # noqa: E402
from pagetrace_scale.progress import Progress, say  # noqa: E402
from pagetrace_scale.scores import add_scores, records_of  # noqa: E402

HELP = """\
Scores runs (.jsonl or .parquet files, or folders with them) on a Ray cluster: each worker passes partitions of them to
`pagetrace score`. OUT has a parquet file for each partition, with the records and their score, which PageTrace opens as a
run. A partition is finished when its file is there; the same command goes on where it was stopped.

Further arguments go to `pagetrace score` after --: score.py RUN.jsonl --profile lang2act --out OUT -- --judge unknown
"""


def parse_arguments(args: list[str]) -> argparse.Namespace:
    own, further = (args[: args.index("--")], args[args.index("--") + 1 :]) if "--" in args else (args, [])
    parser = argparse.ArgumentParser(
        prog="score.py", description=HELP, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="+", type=Path, help="files or folders that every node can read")
    parser.add_argument("--out", required=True, type=Path, help="the folder that is written, on a disk of all nodes")
    parser.add_argument(
        "--profile",
        required=True,
        help="the reward profile: partitions do not each choose one. A composite is named by its absolute path",
    )
    parser.add_argument("--partition-bytes", type=int, default=32_000_000, help="of a partition (default: 32000000)")
    parser.add_argument("--pagetrace", default="pagetrace", help="the command on each node (default: pagetrace)")
    parser.add_argument("--workers", type=int, help="partitions scored at a time (default: one for each CPU)")
    parser.add_argument("--address", help="of the Ray cluster (default: this one, or a new one on this machine)")
    given = parser.parse_args(own)
    if given.partition_bytes < 1:
        parser.error("--partition-bytes must be at least 1")
    if given.workers is not None and given.workers < 1:
        parser.error("--workers must be at least 1")
    given.further = further
    return given


class Scorer:
    """A worker: scores one partition at a time with the command line, which it checks once."""

    def __init__(self, command: list[str], arguments: list[str]) -> None:
        from pagetrace_scale.processes import run_command

        self._command = command
        self._arguments = arguments
        self._problem = ""
        try:
            status, _, said = run_command([*command, "--version"])
            if status != 0:
                self._problem = f"{' '.join(command)} does not run: {said}"
        except Fault as fault:
            self._problem = str(fault)

    def __call__(self, batch: dict[str, Any]) -> dict[str, list[Any]]:
        from pagetrace_scale.cluster import called_with, node_name, returned

        item = called_with(batch)
        end = int(item["end"])
        partition = Partition(Path(item["file"]), int(item["start"]), None if end < 0 else end, Path(item["rows"]))
        count, failed, problem = 0, Counter[str](), self._problem
        try:
            if not problem and not partition.rows.exists():
                count, failed = self._score(partition)
        except Exception as error:  # One partition must not end the others.
            problem = sentence_of(error)
        row = {"name": partition.rows.stem, "records": count, "failed": json.dumps(failed), "problem": problem}
        return returned({**row, "node": node_name()})

    def _score(self, partition: Partition) -> tuple[int, Counter[str]]:
        from pagetrace_scale.processes import run_command
        from pagetrace_scale.tables import read_rows, write_rows

        if partition.end is None:
            records = list(enumerate(read_rows(partition.file), start=1))
            lines, name = None, str(partition.file)
        else:
            lines, name = read_part(partition), "-"
            records = records_of(lines)
        status, output, said = run_command(
            [*self._command, "score", name, "--input", "records", "--format", "jsonl", *self._arguments],
            given=lines,
            # The documents that records name are beside the run.
            folder=partition.file.parent,
        )
        scores = [json.loads(line) for line in output.splitlines()]
        if not scores:
            raise Fault(f"pagetrace score ended with {status}: {said}")
        rows, problems = add_scores(records, scores)
        with whole_file(partition.rows) as path:
            write_rows(rows, path, ("score", "score_profile"))
        return len(rows), Counter(each["error"] for each in problems)


def score(given: argparse.Namespace) -> int:
    """Scores the partitions that are not finished. Returns the exit status: 1 if some records have no score."""
    out = given.out.resolve()
    partitions = list_partitions(given.runs, out, given.partition_bytes)
    with locked(out):
        remove_unfinished(out)
        require_planned(partitions, out)
        unfinished = [partition for partition in partitions if not partition.rows.exists()]
        if len(unfinished) < len(partitions):
            say(f"{len(partitions) - len(unfinished)} of {len(partitions)} partitions are finished already.")
        try:
            problems, failed = work(unfinished, len(partitions), given) if unfinished else ([], Counter())
        finally:
            # Workers of a node that was lost have left theirs.
            remove_unfinished(out)
    return say_end("partition", problems, "records could not be scored", failed)


def work(unfinished: list[Partition], of: int, given: argparse.Namespace) -> tuple[list[str], Counter[str]]:
    """Scores partitions on the cluster; returns what kept some from being finished, and why records have no score."""
    import ray
    from pagetrace_scale.cluster import Workers, connect, work_on

    connect(given.address)
    workers = given.workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
    items = [
        {
            "file": str(partition.file),
            "start": partition.start,
            "end": -1 if partition.end is None else partition.end,
            "rows": str(partition.rows),
        }
        for partition in unfinished
    ]
    arguments = {
        "command": shlex.split(given.pagetrace),
        "arguments": ["--profile", given.profile, *given.further],
    }
    progress = Progress(of, of - len(unfinished), "records", time.monotonic)
    problems: list[str] = []
    failed: Counter[str] = Counter()
    for row in work_on(items, Scorer, arguments, Workers(workers, 0.5, 0)):
        if row["problem"]:
            problems.append(f"{row['name']}: {row['problem']}")
            continue
        failed.update(json.loads(row["failed"]))
        say(progress.line(row["name"], row["records"]))
    return problems, failed


if __name__ == "__main__":
    sys.exit(exit_status(lambda: score(parse_arguments(sys.argv[1:]))))
