"""The events of a conversation, across broken connections."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import cast

from ..errors import VisavisApiError, VisavisError
from ..event_stream import EventStreamReader
from ..events import KNOWN_EVENTS, ConversationEvent
from ..retry import is_passing, pause_s
from .transport import AsyncTransport

_PATH = "/v3/conversations/{id}/events"
# How many failures in a row are borne before the error is raised.
_MAX_FAILURES = 6


async def follow_conversation(
    transport: AsyncTransport, conversation_id: str, last_event_id: str | None
) -> AsyncIterator[ConversationEvent]:
    """Past and future events until the end. A broken connection is opened again behind the last of them."""
    seen = last_event_id
    retry_s = 2.0
    failures = 0
    while True:
        has_told = False
        failure: VisavisError | None = None
        headers = {"accept": "text/event-stream", "last-event-id": seen}
        try:
            async with transport.open_stream(_PATH, {"id": conversation_id}, headers) as response:
                if response.status_code == 204:
                    return
                if not response.headers.get("content-type", "").startswith("text/event-stream"):
                    raise VisavisApiError(response)
                failures = 0
                reader = EventStreamReader()
                async for text in response.aiter_text():
                    for event in reader.feed(text):
                        if event.event not in KNOWN_EVENTS:
                            continue
                        has_told = True
                        seen = event.id
                        told = {"id": event.id, "event": event.event, "data": json.loads(event.data)}
                        yield cast(ConversationEvent, told)
                    retry_s = reader.retry_s or retry_s
        except VisavisError as error:
            failures += 1
            if not is_passing(error) or failures > _MAX_FAILURES:
                raise
            failure = error
        # After new events at once: either the stream is complete, or the service has just closed it.
        if not has_told:
            await asyncio.sleep(pause_s(failure, failures, retry_s))
