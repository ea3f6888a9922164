"""The parts of media/scale that need neither Ray nor anything else but Python: plain unit tests for `npm test`."""

import contextlib
import io
import json
import os
import socket
import sys
import tempfile
import unittest
import unittest.mock
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "media" / "scale"))

import answer  # noqa: E402
import score  # noqa: E402
from pagetrace_scale.endings import exit_status, say_end  # noqa: E402
from pagetrace_scale.failures import Fault, sentence_of  # noqa: E402
from pagetrace_scale.files import LOCK, locked, remove_unfinished, whole_file  # noqa: E402
from pagetrace_scale.outputs import output_line, read_requests, reason_of, rows_of  # noqa: E402
from pagetrace_scale.partitions import list_partitions, read_part, require_planned, split_lines  # noqa: E402
from pagetrace_scale.progress import Progress, duration, reasons_text  # noqa: E402
from pagetrace_scale.retries import RetryPolicy, is_safe  # noqa: E402
from pagetrace_scale.scores import add_scores, records_of  # noqa: E402
from pagetrace_scale.servers import Servers, base_url  # noqa: E402
from pagetrace_scale.shards import list_shards  # noqa: E402


class InFolder(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


class Files(InFolder):
    def test_a_file_is_whole_or_not_there(self) -> None:
        target = self.folder / "out" / "a.jsonl"
        with self.assertRaises(ZeroDivisionError), whole_file(target) as path:
            path.write_text("half")
            self.assertFalse(target.exists())
            raise ZeroDivisionError
        self.assertEqual(list(target.parent.iterdir()), [])
        with whole_file(target) as path:
            path.write_text("whole")
        self.assertEqual(target.read_text(), "whole")

    def test_what_a_killed_run_left_is_removed(self) -> None:
        left = self.write("out/a.jsonl.123.unfinished", "half")
        kept = self.write("out/a.jsonl", "whole")
        remove_unfinished(self.folder)
        self.assertEqual((left.exists(), kept.exists()), (False, True))

    def test_one_program_writes_a_folder(self) -> None:
        with locked(self.folder):
            with self.assertRaisesRegex(Fault, "Another program writes"), locked(self.folder):
                pass
        with locked(self.folder):
            pass
        self.assertFalse((self.folder / LOCK).exists())

    def test_the_lock_of_a_process_that_has_ended_does_not_count(self) -> None:
        child = os.fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
        self.write(LOCK, json.dumps({"host": socket.gethostname(), "pid": child}))
        with locked(self.folder):
            pass
        self.write(LOCK, json.dumps({"host": "another-machine", "pid": child}))
        with self.assertRaises(Fault), locked(self.folder):
            pass


class Shards(InFolder):
    def test_shards_are_finished_when_both_of_their_files_are_there(self) -> None:
        self.write("batch/shard-00002.jsonl", "")
        self.write("batch/shard-00001.jsonl", "")
        self.write("batch/batch.json", "{}")
        first, second = list_shards([self.folder / "batch"], self.folder / "out")
        self.assertEqual([first.requests.name, second.requests.name], ["shard-00001.jsonl", "shard-00002.jsonl"])
        self.write("out/outputs/shard-00001.jsonl", "")
        self.assertFalse(first.is_finished)
        self.write("out/rows/shard-00001.parquet", "")
        self.assertEqual((first.is_finished, second.is_finished), (True, False))

    def test_shards_that_cannot_be_answered_are_refused(self) -> None:
        self.write("a/shard-1.jsonl", "")
        self.write("b/shard-1.jsonl", "")
        for inputs, words in (
            (["none"], "was not found"),
            (["a", "b"], "Two shards are named shard-1"),
            (["."], "has no shards"),
        ):
            with self.assertRaisesRegex(Fault, words):
                list_shards([self.folder / each for each in inputs], self.folder / "out")

    def test_a_line_that_is_no_request_is_named(self) -> None:
        good = json.dumps({"custom_id": "a", "url": "/v1/chat/completions", "body": {}})
        for bad in ("{", "3", '{"custom_id": "a"}'):
            file = self.write("shard-1.jsonl", f"{good}\n\n{bad}\n")
            with self.assertRaisesRegex(Fault, r"shard-1\.jsonl:3: this is no request"):
                list(read_requests(file))


class Retries(unittest.TestCase):
    def test_only_what_no_server_began_to_answer_is_sent_again(self) -> None:
        self.assertTrue(is_safe(None, was_refused=True))
        self.assertFalse(is_safe(None, was_refused=False))
        safe = [status for status in range(200, 600) if is_safe(status, was_refused=False)]
        self.assertEqual(safe, [429, 503])

    def test_pauses_grow_to_a_limit_and_respect_the_server(self) -> None:
        policy = RetryPolicy(first=1, longest=8)
        for attempt, longest in ((1, 1), (2, 2), (3, 4), (4, 8), (50, 8)):
            for _ in range(20):
                self.assertTrue(longest / 2 <= policy.wait(attempt) <= longest)
        self.assertEqual(policy.wait(1, "60"), 60)
        self.assertLessEqual(policy.wait(1, "Wed, 21 Oct 2026 07:28:00 GMT"), 1)


class SeveralServers(unittest.TestCase):
    def test_requests_go_to_the_server_with_the_fewest_in_flight(self) -> None:
        servers = Servers(["http://a/v1/", "http://b"], lambda: 0)
        first, second, third = servers.take(), servers.take(), servers.take()
        self.assertEqual([first.url, second.url, third.url], ["http://a", "http://b", "http://a"])
        servers.release(first)
        servers.release(third)
        self.assertIs(servers.take(), first)

    def test_a_server_that_refuses_rests(self) -> None:
        now = 0.0
        servers = Servers(["http://a", "http://b"], lambda: now)
        resting = servers.take()
        servers.release(resting)
        servers.refused(resting, 5)
        self.assertEqual([servers.take().url for _ in range(3)], ["http://b"] * 3)
        now = 6.0
        self.assertIs(servers.take(), resting)
        self.assertEqual(servers.silent_for, 6)
        servers.answered(resting)
        self.assertEqual(servers.silent_for, 0)

    def test_addresses(self) -> None:
        for url in ("http://a:1", "http://a:1/", "http://a:1/v1", "http://a:1/v1/"):
            self.assertEqual(base_url(url), "http://a:1")


REQUEST = {"custom_id": "q1", "url": "/v1/chat/completions", "body": {}}


class Outputs(unittest.TestCase):
    def test_reasons(self) -> None:
        for output, reason in (
            (output_line(REQUEST, 200, {"choices": [{}]}, None), None),
            (output_line(REQUEST, 200, {"choices": []}, None), "HTTP 200: It does not say why."),
            (output_line(REQUEST, 400, {}, {"message": "Too\nlong."}), "HTTP 400: Too long."),
            (output_line(REQUEST, 404, None, {"error": {"message": "No such model."}}), "HTTP 404: No such model."),
            (output_line(REQUEST, None, None, "The connection broke."), "The connection broke."),
        ):
            self.assertEqual(reason_of(output), reason)

    def test_each_choice_is_a_row(self) -> None:
        choices = [
            {"message": {"content": "a"}, "finish_reason": "stop"},
            {"message": {"content": "b", "reasoning": "why"}, "finish_reason": "length"},
        ]
        body = {"model": "m", "choices": choices, "usage": {"prompt_tokens": 5, "completion_tokens": 3}}
        rows = rows_of(output_line(REQUEST, 200, body, None))
        self.assertEqual([row["id"] for row in rows], ["q1/1", "q1/2"])
        self.assertEqual([row["response"] for row in rows], ["a", "<think>why</think>\nb"])
        self.assertEqual({row["group"] for row in rows}, {"q1"})
        self.assertEqual(rows_of(output_line(REQUEST, 500, {}, "x")), [])
        (only,) = rows_of(output_line(REQUEST, 200, {**body, "choices": choices[:1]}, None))
        self.assertEqual((only["id"], only["response_length"]), ("q1", 3))


class RunBatch(InFolder):
    """`vllm run-batch` for a shard, played by a script."""

    def run_script(self, script: str) -> "list[dict[str, object]]":
        vllm = self.write("vllm", f"#!/bin/sh\n{script}\n")
        vllm.chmod(0o755)
        lines = "".join(json.dumps({**REQUEST, "custom_id": str(at)}) + "\n" for at in range(3))
        requests, outputs = self.write("shard-1.jsonl", lines), self.folder / "out.jsonl"
        outputs.unlink(missing_ok=True)
        answer.run_batch(requests, outputs, {"vllm": str(vllm), "model": "m", "engine": ["--max-model-len", "8"]})
        return [json.loads(line) for line in outputs.read_text().splitlines()]

    def test_its_outputs_are_those_of_the_shard(self) -> None:
        # Its arguments are: run-batch -i IN -o OUT --model M ...
        written = self.run_script('test "$*" = "run-batch -i $3 -o $5 --model m --max-model-len 8" && cp "$3" "$5"')
        self.assertEqual([each["custom_id"] for each in written], ["0", "1", "2"])

    def test_a_shard_without_all_of_its_outputs_is_not_finished(self) -> None:
        for script, words in (
            ('head -n 1 "$3" > "$5"; echo "Out of memory." >&2', "wrote 1 of 3 outputs: Out of memory"),
            ('echo "No GPU." >&2; exit 3', r"ended with 3: No GPU\."),
            ("exit 0", "ended with 0: "),
            ('printf "{\\n{\\n{\\n" > "$5"', r"out\.jsonl:1: this is no output"),
        ):
            with self.assertRaisesRegex(Fault, words):
                self.run_script(script)

    def test_an_error_that_nobody_expected_is_named_by_its_kind(self) -> None:
        self.assertEqual(sentence_of(Fault("No server.")), "No server.")
        self.assertEqual(sentence_of(KeyError("x")), "KeyError: 'x'")

    def test_a_missing_program_is_named(self) -> None:
        how = {"vllm": str(self.folder / "none"), "model": "m", "engine": []}
        with self.assertRaisesRegex(Fault, "none does not run: No such file"):
            answer.run_batch(self.write("shard-1.jsonl", ""), self.folder / "out.jsonl", how)


class Partitions(InFolder):
    def test_every_line_is_in_one_partition(self) -> None:
        for lines in ([], ["a"], ["a" * 50], ["", "bb", "", "c" * 30, "dd"], [str(n) * (n % 7) for n in range(200)]):
            for end in ("", "\n"):
                text = "\n".join(lines) + (end if lines else "")
                file = self.write("run.jsonl", text)
                for size in (1, 2, 7, 64, 10_000):
                    parts = list_partitions([file], self.folder / "out", size)
                    pieces = [read_part(part).decode() for part in parts]
                    self.assertEqual("".join(pieces), text)
                    self.assertTrue(all(piece.endswith("\n") for piece in pieces[:-1]))
                    self.assertTrue(all(piece != "" for piece in pieces))

    def test_partitions_keep_their_names_while_a_run_grows(self) -> None:
        file = self.write("run.jsonl", "aaaa\nbbbb\n")
        before = list_partitions([file], self.folder / "out", 5)
        self.write("run.jsonl", "aaaa\nbbbb\ncccc\n")
        after = list_partitions([file], self.folder / "out", 5)
        self.assertEqual([part.rows for part in before], [part.rows for part in after[:2]])
        self.assertEqual(split_lines(file, 5), [(0, 5), (5, 10), (10, 15)])

    def test_rows_of_other_partitions_are_refused(self) -> None:
        file = self.write("run.jsonl", "aaaa\nbbbb\n")
        out = self.folder / "out"
        planned = list_partitions([file], out, 5)
        self.write(f"out/{planned[0].rows.name}", "")
        require_planned(planned, out)
        self.write("out/run-1.parquet", "")
        with self.assertRaisesRegex(Fault, r"has run-1\.parquet"):
            require_planned(planned, out)


class Scores(unittest.TestCase):
    def test_records_get_their_scores(self) -> None:
        records = records_of(b'{"id": 1, "score": 0.5}\nbroken\n{"id": 2}\n\n{"id": 3}')
        self.assertEqual([line for line, _ in records], [1, 3, 5])
        rows, problems = add_scores(
            records,
            [
                {"line": 1, "overall": 1, "profile": "p"},
                {"line": 2, "error": "This is not JSON."},
                {"line": 3, "sample": 1, "overall": 0, "profile": "p"},
                {"line": 3, "sample": 2, "overall": None, "profile": "p"},
                {"line": 5, "error": "No reward profile fits."},
            ],
        )
        self.assertEqual([row["score"] for row in rows], [1, [0, None], None])
        self.assertEqual(rows[0]["recorded_score"], 0.5)
        self.assertEqual([each["error"] for each in problems], ["This is not JSON.", "No reward profile fits."])


class Words(unittest.TestCase):
    def test_progress(self) -> None:
        now = 100.0
        progress = Progress(4, 2, "requests", lambda: now)
        now = 110.0
        self.assertEqual(progress.line("a", 50), "3/4 a: 5.0 requests/s, 10 s left")
        now = 120.0
        self.assertEqual(progress.line("b", 50, "1 failed, "), "4/4 b: 1 failed, 5.0 requests/s")
        self.assertEqual([duration(seconds) for seconds in (40, 200, 9000)], ["40 s", "3 min", "2.5 h"])
        reasons = Counter({"a": 2, "b": 1})
        self.assertEqual(reasons_text(reasons), ["  2 x a", "  1 x b"])
        self.assertEqual(reasons_text(reasons, 1), ["  2 x a", "  and 1 more reasons"])

    def test_the_end(self) -> None:
        said = io.StringIO()
        with contextlib.redirect_stderr(said):
            self.assertEqual(say_end("shard", [], "requests failed", Counter()), 0)
            self.assertEqual(say_end("shard", [], "requests failed", Counter({"busy": 1000})), 1)
            self.assertEqual(say_end("shard", ["a: gone"], "requests failed", Counter()), 1)
            self.assertEqual(say_end("shard", ["a", "b"], "requests failed", Counter()), 1)
            self.assertEqual(exit_status(lambda: 1), 1)
            self.assertEqual(exit_status(unittest.mock.Mock(side_effect=Fault("No shards."))), 2)
            self.assertEqual(exit_status(unittest.mock.Mock(side_effect=KeyboardInterrupt)), 130)
        again = "Run the same command again to go on."
        self.assertEqual(
            said.getvalue().splitlines(),
            [
                "1,000 requests failed:",
                "  1,000 x busy",
                "a: gone",
                f"1 shard is not finished. {again}",
                "a",
                "b",
                f"2 shards are not finished. {again}",
                "No shards.",
                f"It was interrupted. {again}",
            ],
        )

    def test_arguments(self) -> None:
        given = score.parse_arguments(["r.jsonl", "--profile", "p", "--out", "o", "--", "--judge", "right"])
        self.assertEqual(given.further, ["--judge", "right"])
        self.assertEqual(answer.engine_arguments("--a 'b c'"), ["--a", "b c"])
        self.assertEqual(answer.engine_arguments('["--a", "{}"]'), ["--a", "{}"])
        with open(os.devnull, "w") as nothing, unittest.mock.patch("sys.stderr", nothing):
            for wrong in (["s"], ["s", "--out", "o"], ["s", "--out", "o", "--server", "a", "--model", "m"]):
                with self.assertRaises(SystemExit):
                    answer.parse_arguments(wrong)


if __name__ == "__main__":
    unittest.main()
