"""The outputs of a batch: lines as vLLM writes them, and rows for the run view."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .failures import Fault

Json = dict[str, Any]

#: The most characters of a reason.
LONGEST_REASON = 300


@dataclass
class Tally:
    """How many requests have an answer, and why the others have none."""

    answered: int = 0
    failed: Counter[str] = field(default_factory=Counter)

    def add(self, output: Json) -> None:
        """Counts an output."""
        reason = reason_of(output)
        if reason is None:
            self.answered += 1
        else:
            self.failed[reason] += 1


def read_requests(file: Path) -> Iterator[Json]:
    """The requests of a shard."""
    with open(file, "rb") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                request = json.loads(line)
                if not all(name in request for name in ("custom_id", "url", "body")):
                    raise ValueError
            except (ValueError, TypeError):
                raise Fault(f"{file}:{number}: this is no request of a batch. Export the batch again.") from None
            yield request


def output_line(request: Json, status: int | None, body: Any, error: Any) -> Json:
    """The output of a request."""
    response = None if status is None else {"status_code": status, "request_id": None, "body": body}
    return {"id": None, "custom_id": request["custom_id"], "response": response, "error": error}


def reason_of(output: Json) -> str | None:
    """Why a request has no answer; None if it has one. vLLM writes an error as an object or as a text."""
    error = output.get("error")
    response = output.get("response") or {}
    body = response.get("body") or {}
    status = response.get("status_code")
    error = error or (body.get("error") if isinstance(body, dict) else None)
    if error is None and (status is None or status < 400) and isinstance(body, dict) and body.get("choices"):
        return None
    # vLLM wraps the error of a server in another one.
    while isinstance(error, dict) and isinstance(error.get("error"), dict):
        error = error["error"]
    said = error.get("message") if isinstance(error, dict) else error
    words = " ".join(str(said or "It does not say why.").split())[:LONGEST_REASON]
    return words if status is None else f"HTTP {status}: {words}"


def rows_of(output: Json) -> list[Json]:
    """The answers of an output as rows, one for each sample."""
    if reason_of(output) is not None:
        return []
    body = output["response"]["body"]
    usage = body.get("usage") or {}
    group = output["custom_id"]
    choices = body["choices"]
    return [
        {
            "id": f"{group}/{at}" if len(choices) > 1 else group,
            "group": group,
            "response": response_text(choice.get("message") or {}),
            "finish_reason": choice.get("finish_reason"),
            "model": body.get("model"),
            "prompt_tokens": usage.get("prompt_tokens"),
            # The tokens are those of all samples together.
            "response_length": usage.get("completion_tokens") if len(choices) == 1 else None,
        }
        for at, choice in enumerate(choices, start=1)
    ]


def response_text(message: Json) -> str:
    """What a model wrote, with the thoughts that a server put apart."""
    thoughts = message.get("reasoning") or message.get("reasoning_content")
    content = message.get("content") or ""
    return f"<think>{thoughts}</think>\n{content}" if thoughts else content


def read_outputs(file: Path) -> Iterator[Json]:
    """The outputs of a shard."""
    with open(file, "rb") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                yield json.loads(line)
            except ValueError:
                raise Fault(f"{file}:{number}: this is no output of a batch. Remove the file.") from None
