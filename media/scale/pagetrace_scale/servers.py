"""Which of several servers with the same model takes the next request."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass


@dataclass
class Server:
    """A server, and how busy it is."""

    url: str
    in_flight: int = 0
    #: Until when it gets no request, because it refused one.
    rests_until: float = 0.0


class Servers:
    """Servers that answer the same: each request goes to the one with the fewest in flight."""

    def __init__(self, urls: Sequence[str], now: Callable[[], float]) -> None:
        self._servers = [Server(base_url(url)) for url in urls]
        self._now = now
        self._last_answer = now()

    def take(self) -> Server:
        """The server for the next request, which counts as in flight. One that rests is taken if all of them do."""
        now = self._now()
        chosen = min(self._servers, key=lambda each: (max(0.0, each.rests_until - now), each.in_flight))
        chosen.in_flight += 1
        return chosen

    def release(self, server: Server) -> None:
        """Notes that a request is in flight no more."""
        server.in_flight -= 1

    def answered(self, server: Server) -> None:
        """Notes that a server has answered, whatever it said."""
        server.rests_until = 0.0
        self._last_answer = self._now()

    def refused(self, server: Server, seconds: float) -> None:
        """Gives a server no request for some seconds."""
        server.rests_until = self._now() + seconds

    @property
    def silent_for(self) -> float:
        """Seconds since any of them has answered."""
        return self._now() - self._last_answer


def base_url(url: str) -> str:
    """The address without its end: requests name the whole path, which begins with /v1."""
    return url.rstrip("/").removesuffix("/v1").rstrip("/")
