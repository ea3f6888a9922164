"""Answers the requests of a shard by servers, with many of them in flight."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp

from .failures import Fault
from .outputs import Json, output_line, read_requests
from .retries import RetryPolicy, is_safe
from .servers import Servers

#: Seconds without any byte of an answer, which a long one takes if it is not streamed.
SILENCE = 1800.0


@dataclass(frozen=True)
class ClientOptions:
    """How requests are sent."""

    urls: Sequence[str]
    #: Requests in flight at all servers together.
    concurrency: int
    key: str | None = None
    retries: RetryPolicy = field(default_factory=RetryPolicy)


def answer_by_servers(requests: Path, outputs: Path, options: ClientOptions) -> None:
    """Writes the outputs of a shard, in the order in which they arrive. Raises Fault if no server answers any more."""
    asyncio.run(_answer(requests, outputs, options))


async def _answer(requests: Path, outputs: Path, options: ClientOptions) -> None:
    servers = Servers(options.urls, time.monotonic)
    headers = {} if options.key is None else {"Authorization": f"Bearer {options.key}"}
    pending = iter(read_requests(requests))
    with open(outputs, "w", encoding="utf-8") as written:
        async with aiohttp.ClientSession(
            headers=headers,
            connector=aiohttp.TCPConnector(limit=0),
            timeout=aiohttp.ClientTimeout(total=None, sock_read=SILENCE),
        ) as session:

            async def work() -> None:
                # Each takes the next request when it has an answer, so only those in flight are in memory.
                for request in pending:
                    output = await _ask(session, servers, request, options.retries)
                    written.write(json.dumps(output, ensure_ascii=False) + "\n")

            tasks = [asyncio.ensure_future(work()) for _ in range(options.concurrency)]
            try:
                await asyncio.gather(*tasks)
            finally:
                # The first failure stops the others.
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)


async def _ask(session: aiohttp.ClientSession, servers: Servers, request: Json, retries: RetryPolicy) -> Json:
    attempt = 0
    while True:
        attempt += 1
        server = servers.take()
        status: int | None = None
        body: object = None
        error: str | None = None
        was_refused = False
        retry_after: str | None = None
        try:
            async with session.post(server.url + request["url"], json=request["body"]) as response:
                status = response.status
                retry_after = response.headers.get("Retry-After")
                body = _parsed(await response.text())
        except aiohttp.ClientConnectorError as failure:
            was_refused, error = True, str(failure)
        except (aiohttp.ClientError, asyncio.TimeoutError) as failure:
            error = f"The connection broke: {failure or type(failure).__name__}"
        finally:
            servers.release(server)
        if error is not None and not was_refused:
            return output_line(request, None, None, error)
        if not is_safe(status, was_refused):
            servers.answered(server)
            failed = status is not None and status >= 400
            return output_line(request, status, body, _error_of(body) if failed else None)
        if servers.silent_for > retries.patience:
            raise Fault(f"No server has answered for {retries.patience:g} s. {error or f'The last said HTTP {status}.'}")
        wait = retries.wait(attempt, retry_after)
        servers.refused(server, wait)
        await asyncio.sleep(wait)


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return {"error": {"message": text[:1000]}}


def _error_of(body: object) -> object:
    error = body.get("error") if isinstance(body, dict) else None
    return error or {"message": json.dumps(body)[:1000]}
