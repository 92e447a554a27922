"""The events that `follow_conversation` yields. Pass `id` as `last_event_id` to continue after an event."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypedDict

from .types import ConversationState, TimelineEntry, TranscriptEntry


class TimelineEvent(TypedDict):
    id: str
    event: Literal["timeline"]
    data: TimelineEntry


class TranscriptEvent(TypedDict):
    """An entry that grows, or is cut by an interruption, is sent again with the same `id` in `data`."""

    id: str
    event: Literal["transcript"]
    data: TranscriptEntry


class StatusEvent(TypedDict):
    id: str
    event: Literal["status"]
    data: ConversationState


ConversationEvent = TimelineEvent | TranscriptEvent | StatusEvent
KNOWN_EVENTS = ("timeline", "transcript", "status")
