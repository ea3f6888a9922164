#!/usr/bin/env python3
"""Answers the shards of `pagetrace batch export` on a Ray cluster."""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent))

from pagetrace_scale.endings import exit_status, say_end  # noqa: E402
from pagetrace_scale.failures import Fault, sentence_of  # noqa: E402
from pagetrace_scale.files import locked, remove_unfinished, whole_file  # noqa: E402
from pagetrace_scale.outputs import Tally, read_outputs, read_requests, rows_of  # noqa: E402
from pagetrace_scale.progress import Progress, say  # noqa: E402
from pagetrace_scale.retries import RetryPolicy  # noqa: E402
from pagetrace_scale.shards import Shard, list_shards  # noqa: E402

ROW_COLUMNS = ("id", "group", "response", "finish_reason", "model", "prompt_tokens", "response_length")

HELP = """\
Answers the shards of `pagetrace batch export` on a Ray cluster: by vLLM servers (--server, may be repeated), or by
`vllm run-batch` on the GPUs of the nodes (--model). A shard is finished when its files in OUT are there; the same command
goes on where it was stopped. A request is sent again only if no server began to answer it.

OUT/outputs has the outputs as vLLM writes them: pagetrace batch import BATCH OUT/outputs --out RUN.jsonl
OUT/rows has the answers as parquet, which PageTrace opens as a run.
"""


def parse_arguments(args: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="answer.py", description=HELP, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("shards", nargs="+", type=Path, help="shards, or folders with them, that every node can read")
    parser.add_argument("--out", required=True, type=Path, help="the folder that is written, on a disk of all nodes")
    parser.add_argument(
        "--server", action="append", default=[], metavar="URL", help="a vLLM server; its key is PAGETRACE_API_KEY"
    )
    parser.add_argument("--concurrency", type=int, default=64, help="requests in flight at each server (default: 64)")
    parser.add_argument(
        "--patience", type=float, default=600, help="seconds without any answer before it gives up (default: 600)"
    )
    parser.add_argument("--model", help="has vllm run-batch answer with this model instead of servers")
    parser.add_argument("--gpus", type=float, default=1, help="GPUs of each run of vllm run-batch (default: 1)")
    parser.add_argument(
        "--engine-args", default="", help="further arguments of vllm run-batch, as JSON list or words (default: none)"
    )
    parser.add_argument("--vllm", default="vllm", help="the command vllm (default: vllm)")
    parser.add_argument("--workers", type=int, default=2, help="shards that are answered at a time (default: 2)")
    parser.add_argument("--address", help="of the Ray cluster (default: this one, or a new one on this machine)")
    given = parser.parse_args(args)
    if bool(given.server) == (given.model is not None):
        parser.error("name servers with --server, or a model with --model")
    for name in ("concurrency", "workers"):
        if getattr(given, name) < 1:
            parser.error(f"--{name} must be at least 1")
    return given


class Answerer:
    """A worker: answers one shard at a time, by servers or by a command."""

    def __init__(self, how: dict[str, Any]) -> None:
        self._how = how

    def __call__(self, batch: dict[str, Any]) -> dict[str, list[Any]]:
        from pagetrace_scale.cluster import called_with, node_name, returned

        item = called_with(batch)
        shard = Shard(*(Path(item[name]) for name in ("requests", "outputs", "rows")))
        started = time.monotonic()
        tally, problem = Tally(), ""
        try:
            # A node that was given up may have finished it.
            if not shard.is_finished:
                tally = answer_shard(shard, self._how)
        except Exception as error:  # One shard must not end the others.
            problem = sentence_of(error)
        return returned(
            {
                "name": shard.requests.stem,
                "answered": tally.answered,
                "failed": json.dumps(tally.failed),
                "problem": problem,
                "seconds": time.monotonic() - started,
                "node": node_name(),
            }
        )


def answer_shard(shard: Shard, how: dict[str, Any]) -> Tally:
    """Writes the files of a shard."""
    from pagetrace_scale.tables import write_rows

    # A worker that was ended before it had written the rows has left the outputs.
    if not shard.outputs.exists():
        with whole_file(shard.outputs) as outputs:
            write_outputs(shard.requests, outputs, how)
    tally, rows = Tally(), []
    for output in read_outputs(shard.outputs):
        tally.add(output)
        rows.extend(rows_of(output))
    with whole_file(shard.rows) as path:
        write_rows(rows, path, ROW_COLUMNS)
    return tally


def write_outputs(requests: Path, outputs: Path, how: dict[str, Any]) -> None:
    """Has the requests of a shard answered."""
    if how["model"] is not None:
        run_batch(requests, outputs, how)
        return
    from pagetrace_scale.client import ClientOptions, answer_by_servers

    retries = RetryPolicy(patience=how["patience"])
    answer_by_servers(requests, outputs, ClientOptions(how["servers"], how["concurrency"], how["key"], retries))


def run_batch(requests: Path, outputs: Path, how: dict[str, Any]) -> None:
    """Has `vllm run-batch` answer a shard."""
    from pagetrace_scale.processes import run_command

    command = [how["vllm"], "run-batch", "-i", str(requests), "-o", str(outputs), "--model", how["model"], *how["engine"]]
    status, _, said = run_command(command)
    if status != 0 or not outputs.exists():
        raise Fault(f"vllm run-batch ended with {status}: {said}")
    expected, written = sum(1 for _ in read_requests(requests)), sum(1 for _ in read_outputs(outputs))
    if expected != written:
        raise Fault(f"vllm run-batch wrote {written:,} of {expected:,} outputs: {said}")


def engine_arguments(text: str) -> list[str]:
    """The words of `--engine-args`."""
    import shlex

    return json.loads(text) if text.startswith("[") else shlex.split(text)


def answer(given: argparse.Namespace) -> int:
    """Answers the shards that are not finished. Returns the exit status: 1 if shards or requests have no answer."""
    shards = list_shards(given.shards, given.out)
    with locked(given.out):
        remove_unfinished(given.out)
        open_shards = [shard for shard in shards if not shard.is_finished]
        if len(open_shards) < len(shards):
            say(f"{len(shards) - len(open_shards)} of {len(shards)} shards are finished already.")
        try:
            problems, failed = work(open_shards, len(shards), given) if open_shards else ([], Counter())
        finally:
            # Workers of a node that was lost have left theirs.
            remove_unfinished(given.out)
    return say_end("shard", problems, "requests failed; pagetrace batch export --failed writes them again", failed)


def work(open_shards: list[Shard], of: int, given: argparse.Namespace) -> tuple[list[str], Counter[str]]:
    """Answers shards on the cluster; returns what kept shards from being finished, and why requests failed."""
    from pagetrace_scale.cluster import Workers, connect, work_on

    connect(given.address)
    workers = min(given.workers, len(open_shards))
    how = {
        "servers": given.server,
        # Those of all workers together are what was asked for.
        "concurrency": max(1, given.concurrency * len(given.server) // workers),
        "patience": given.patience,
        "key": os.environ.get("PAGETRACE_API_KEY") or None,
        "model": given.model,
        "vllm": given.vllm,
        "engine": engine_arguments(given.engine_args),
    }
    gpus = given.gpus if given.model is not None else 0
    items = [
        {"requests": str(shard.requests), "outputs": str(shard.outputs), "rows": str(shard.rows)} for shard in open_shards
    ]
    progress = Progress(of, of - len(open_shards), "requests", time.monotonic)
    problems: list[str] = []
    failed: Counter[str] = Counter()
    for row in work_on(items, Answerer, {"how": how}, Workers(workers, 0.5, gpus)):
        name, problem = row["name"], row["problem"]
        if problem:
            problems.append(f"{name}: {problem}")
            continue
        failures: Counter[str] = Counter(json.loads(row["failed"]))
        failed.update(failures)
        count = sum(failures.values())
        note = f"{count:,} failed, " if count else ""
        say(progress.line(name, row["answered"] + count, note))
    return problems, failed


if __name__ == "__main__":
    sys.exit(exit_status(lambda: answer(parse_arguments(sys.argv[1:]))))
