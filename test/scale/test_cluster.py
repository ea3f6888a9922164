"""Both programs on a Ray cluster with two nodes, one of which is killed while they work. `npm run test:scale` runs it."""

import contextlib
import json
import os
import shlex
import subprocess
import sys
import tempfile
import threading
import unittest
from collections import Counter
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pyarrow.parquet as pq
from ray.cluster_utils import Cluster

ROOT = Path(__file__).resolve().parents[2]
SCALE = ROOT / "media" / "scale"
#: The command line of PageTrace as it is built.
PAGETRACE = os.environ["PAGETRACE_COMMAND"]
#: Seconds after which a program has hung.
PATIENCE = 240

SHARDS = 12
REQUESTS = 20
MEMORY = 100 * 1024 * 1024


class FakeVllm(ThreadingHTTPServer):
    """Answers each question with its id. Some questions are refused once, and one is wrong."""

    daemon_threads = True

    def __init__(self, refused: "set[str]") -> None:
        """:param refused: questions that one of the servers has refused"""
        super().__init__(("127.0.0.1", 0), Handler)
        self.refused = refused
        self.asked: Counter[str] = Counter()
        self.lock = threading.Lock()
        #: Set when it was asked about half of what it gets, which is half of the questions.
        self.is_half_way = threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: FakeVllm

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        question = body["messages"][0]["content"]
        with self.server.lock:
            self.server.asked[question] += 1
            is_busy = question.endswith("-7") and question not in self.server.refused
            if is_busy:
                self.server.refused.add(question)
            if len(self.server.asked) >= SHARDS * REQUESTS // 4:
                self.server.is_half_way.set()
        # The pace of a server, so that the node is killed while shards are answered.
        threading.Event().wait(0.05)
        if self.headers["Authorization"] != "Bearer secret":
            self.send(401, {"error": {"message": "No key."}})
        elif is_busy:
            self.send(503, {"error": {"message": "Busy."}})
        elif question == "s3-11":
            self.send(400, {"error": {"message": "This model's maximum context length is 8."}})
        else:
            message = {"role": "assistant", "content": f"<think>{question}</think>\n<answer>{question}</answer>"}
            choices = [{"index": at, "message": message, "finish_reason": "stop"} for at in range(body["n"])]
            self.send(200, {"model": "m", "choices": choices, "usage": {"prompt_tokens": 5, "completion_tokens": 4}})

    def send(self, status: int, body: object) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def handle(self) -> None:
        # The client of a node that is killed leaves in the middle.
        with contextlib.suppress(ConnectionError):
            super().handle()

    def log_message(self, *_: object) -> None:
        pass


class OnTwoNodes(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory(prefix="pagetrace-scale-")
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        # Two workers fit on a node, so that three of them need both.
        options = {"num_cpus": 1, "object_store_memory": MEMORY}
        self.cluster = Cluster(initialize_head=True, head_node_args={**options, "include_dashboard": False})
        self.addCleanup(self.cluster.shutdown)
        self.second = self.cluster.add_node(**options)
        self.cluster.wait_for_nodes()

    def start(self, program: str, *args: object) -> subprocess.Popen[str]:
        command = [sys.executable, str(SCALE / program), *map(str, args), "--address", self.cluster.address]
        env = {**os.environ, "PAGETRACE_API_KEY": "secret"}
        return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=env)

    def end(self, program: "subprocess.Popen[str]") -> tuple[int, str]:
        _, said = program.communicate(timeout=PATIENCE)
        return program.returncode, said

    def write_shards(self) -> Path:
        folder = self.folder / "batch"
        folder.mkdir()
        for shard in range(SHARDS):
            requests = [
                {
                    "custom_id": f"s{shard}-{at}",
                    "method": "POST",
                    "url": "/v1/chat/completions",
                    "body": {"n": 2 if at == 0 else 1, "messages": [{"role": "user", "content": f"s{shard}-{at}"}]},
                }
                for at in range(REQUESTS)
            ]
            lines = "".join(json.dumps(request) + "\n" for request in requests)
            (folder / f"shard-{shard:05d}.jsonl").write_text(lines)
        return folder

    def test_every_question_is_answered_once_although_a_node_is_killed(self) -> None:
        batch, out = self.write_shards(), self.folder / "answers"
        refused: set[str] = set()
        servers = [FakeVllm(refused), FakeVllm(refused)]
        for server in servers:
            self.addCleanup(server.server_close)
            self.addCleanup(server.shutdown)
        options = [batch, "--out", out, "--concurrency", 3, "--workers", 3]
        for server in servers:
            options += ["--server", server.url]
        program = self.start("answer.py", *options)
        self.assertTrue(all(server.is_half_way.wait(PATIENCE) for server in servers))
        self.cluster.remove_node(self.second, allow_graceful=False)
        status, said = self.end(program)
        self.assertEqual(status, 1, said)
        self.assertIn("1 requests failed", said)
        self.assertIn("1 x HTTP 400: This model's maximum context length is 8.", said)
        self.check_answers(out)
        # The same command has nothing left to do, and asks nobody.
        asked = sum(sum(server.asked.values()) for server in servers)
        status, said = self.end(self.start("answer.py", *options))
        self.assertEqual((status, f"{SHARDS} of {SHARDS} shards are finished already." in said), (0, True), said)
        self.assertEqual(sum(sum(server.asked.values()) for server in servers), asked)
        # A shard that is missing is answered again, and no other.
        (out / "rows" / "shard-00004.parquet").unlink()
        (out / "outputs" / "shard-00004.jsonl").unlink()
        status, said = self.end(self.start("answer.py", *options))
        self.assertEqual(status, 0, said)
        self.assertEqual(sum(sum(server.asked.values()) for server in servers), asked + REQUESTS)
        self.check_answers(out)

    def check_answers(self, out: Path) -> None:
        expected = {f"s{shard}-{at}" for shard in range(SHARDS) for at in range(REQUESTS)}
        outputs = [
            json.loads(line)["custom_id"]
            for file in (out / "outputs").iterdir()
            for line in file.read_text().splitlines()
        ]
        self.assertEqual(Counter(outputs), Counter(expected))
        rows = pq.read_table(out / "rows").to_pylist()
        answered = [row["group"] for row in rows]
        counts = Counter({each: 2 if each.endswith("-0") else 1 for each in expected - {"s3-11"}})
        self.assertEqual(Counter(answered), counts)
        self.assertTrue(all(f"<answer>{row['group']}</answer>" in row["response"] for row in rows))
        self.assertEqual([path for path in out.rglob("*.unfinished")], [])
        # What PageTrace reads of it.
        summary = self.pagetrace("runs", out / "rows", "--format", "json")
        self.assertEqual((summary["samples"], summary["failed"]), (len(rows), 0))

    def pagetrace(self, *args: object) -> dict[str, object]:
        command = [*shlex.split(PAGETRACE), *map(str, args)]
        ended = subprocess.run(command, capture_output=True, text=True, check=True)
        return json.loads(ended.stdout)

    def test_every_record_is_scored_once_although_a_node_is_killed(self) -> None:
        run, out = self.folder / "run.jsonl", self.folder / "scores"
        count = 400
        with open(run, "w") as lines:
            for at in range(count):
                answer = "42" if at % 4 else "43"
                record = {
                    "id": f"q{at}",
                    "response": f"<think>Image 1 says it.</think>\n<answer>{answer}</answer>",
                    "reference": "42",
                    "extra": {"at": at},
                }
                lines.write(json.dumps(record) + "\n")
            lines.write("broken\n")
        options = [run, "--out", out, "--profile", "r1v", "--pagetrace", PAGETRACE, "--workers", 3]
        options += ["--partition-bytes", 2000]
        program = self.start("score.py", *options)
        assert program.stderr is not None
        said = ""
        while "5/" not in said:
            line = program.stderr.readline()
            self.assertNotEqual(line, "", said)
            said += line
        self.cluster.remove_node(self.second, allow_graceful=False)
        status, rest = self.end(program)
        self.assertEqual(status, 1, said + rest)
        self.assertIn("1 records could not be scored:", rest)
        self.check_scores(out, count)
        status, said = self.end(self.start("score.py", *options))
        self.assertEqual(status, 0, said)
        self.assertIn("partitions are finished already.", said)
        self.check_scores(out, count)

    def check_scores(self, out: Path, count: int) -> None:
        rows = pq.read_table(out).to_pylist()
        self.assertEqual(Counter(row["id"] for row in rows), Counter(f"q{at}" for at in range(count)))
        # The accuracy and the format; the answer of each fourth is wrong.
        for row in rows:
            self.assertEqual((row["score"], row["score_profile"]), (2 if row["extra"]["at"] % 4 else 1, "r1v"))
        summary = self.pagetrace("runs", out, "--format", "json")
        self.assertEqual(summary["samples"], count)


if __name__ == "__main__":
    unittest.main(verbosity=2)
