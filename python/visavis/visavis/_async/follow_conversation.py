"""Follows the events of a conversation, even if the connection breaks."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import cast

from ..errors import VisavisApiError, VisavisError
from ..event_stream import EventStreamReader
from ..events import KNOWN_EVENTS, ConversationEvent
from ..retry import is_temporary, retry_delay_s
from .transport import AsyncTransport

_PATH = "/v3/conversations/{id}/events"
# How many failures in a row are retried before the error is raised.
_MAX_FAILURES = 6


async def follow_conversation(
    transport: AsyncTransport, conversation_id: str, last_event_id: str | None
) -> AsyncIterator[ConversationEvent]:
    """Yields past and future events until the end. A broken connection is reopened after the last event."""
    retry_s = 2.0
    failures = 0
    while True:
        has_new_events = False
        failure: VisavisError | None = None
        headers = {"accept": "text/event-stream", "last-event-id": last_event_id}
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
                        has_new_events = True
                        last_event_id = event.id
                        parsed = {"id": event.id, "event": event.event, "data": json.loads(event.data)}
                        yield cast(ConversationEvent, parsed)
                    retry_s = reader.retry_s or retry_s
        except VisavisError as error:
            failures += 1
            if not is_temporary(error) or failures > _MAX_FAILURES:
                raise
            failure = error
        # Reconnects at once after new events: either the stream is complete, or the service has just closed it.
        if not has_new_events:
            await asyncio.sleep(retry_delay_s(failure, failures, retry_s))
