"""Parses server-sent events (https://html.spec.whatwg.org/multipage/server-sent-events.html)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class ServerSentEvent:
    """`id` is the last id that the stream has sent so far."""

    id: str
    event: str
    data: str


class EventStreamReader:
    """Parses a stream chunk by chunk. `retry_s` is the reconnection delay, once the stream has sent one."""

    def __init__(self) -> None:
        self.retry_s: float | None = None
        self._buffer = ""
        self._id = ""
        self._event = ""
        self._data: list[str] = []

    def feed(self, text: str) -> Iterator[ServerSentEvent]:
        """Yields the events that this chunk completes."""
        # A trailing CR may be the first half of a CR LF.
        *lines, self._buffer = re.split(r"\r\n|\n|\r(?!\Z)", self._buffer + text)
        for line in lines:
            if line == "":
                if self._data:
                    yield ServerSentEvent(self._id, self._event or "message", "\n".join(self._data))
                self._event, self._data = "", []
            else:
                self._parse_line(line)

    def _parse_line(self, line: str) -> None:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._event = value
        elif name == "id" and "\0" not in value:
            self._id = value
        elif name == "retry" and value.isascii() and value.isdigit():
            self.retry_s = int(value) / 1000
