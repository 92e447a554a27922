"""Server-sent events, cut and read as https://html.spec.whatwg.org/multipage/server-sent-events.html says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class ServerSentEvent:
    """`id` is the last that the stream has named so far."""

    id: str
    event: str
    data: str


class EventStreamReader:
    """Gets a stream in pieces, and gives its events; `retry_s` is how long to wait before another, once it says so."""

    def __init__(self) -> None:
        self.retry_s: float | None = None
        self._rest = ""
        self._id = ""
        self._event = ""
        self._data: list[str] = []

    def feed(self, text: str) -> Iterator[ServerSentEvent]:
        """The events that are complete with this piece."""
        # A CR at the end may be half of a CR LF.
        *lines, self._rest = re.split(r"\r\n|\n|\r(?!\Z)", self._rest + text)
        for line in lines:
            if line == "":
                if self._data:
                    yield ServerSentEvent(self._id, self._event or "message", "\n".join(self._data))
                self._event, self._data = "", []
            else:
                self._read(line)

    def _read(self, line: str) -> None:
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
