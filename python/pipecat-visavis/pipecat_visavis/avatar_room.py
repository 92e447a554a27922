"""The room in which the avatar is: speech goes there, and sound and picture come back.

Speech is sent as LiveKit's avatar data-stream protocol has it: a byte stream an utterance, `lk.clear_buffer` to interrupt,
`lk.playback_finished` when it was heard.
"""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Awaitable, Callable
from contextlib import suppress

from livekit import rtc
from loguru import logger

_TOPIC_SPEECH = "lk.audio_stream"
_TOPIC_TRANSCRIPT = "lk.transcription"
_RPC_CLEAR = "lk.clear_buffer"
_RPC_FINISHED = "lk.playback_finished"
_RPC_STARTED = "lk.playback_started"
_CLEAR_S = 2.0
# A reader that falls behind gets the newest picture, and a little sound less.
_PICTURES_KEPT = 2
_SOUNDS_KEPT = 100
_SOUND_MS = 20


class AvatarRoom:
    """One conversation's room. `on_picture` gets RGB frames, `on_sound` mono frames of 20 ms."""

    def __init__(
        self,
        *,
        avatar_identity: str,
        sample_rate: int,
        on_picture: Callable[[rtc.VideoFrame], Awaitable[None]],
        on_sound: Callable[[rtc.AudioFrame], Awaitable[None]],
    ) -> None:
        self._avatar = avatar_identity
        self._sample_rate = sample_rate
        self._on_picture = on_picture
        self._on_sound = on_sound
        self._room = rtc.Room()
        self._tasks: set[asyncio.Task[None]] = set()
        self._writer: rtc.ByteStreamWriter | None = None
        self._format: tuple[int, int] | None = None
        self._outstanding = 0
        self._all_heard = asyncio.Event()
        self._all_heard.set()
        self.ready = asyncio.Event()
        """Set once the avatar's picture is here: from then on it takes speech."""
        self.gone = asyncio.Event()
        """Set once the avatar or the room is gone for good."""

    async def connect(self, server_url: str, token: str) -> None:
        """Raises rtc.ConnectError where the room cannot be joined."""
        room = self._room
        room.on("track_subscribed", self._on_track)
        room.on("participant_disconnected", self._on_left)
        room.on("disconnected", lambda *_: self.gone.set())
        await room.connect(server_url, token)
        room.local_participant.register_rpc_method(_RPC_FINISHED, self._on_finished)
        room.local_participant.register_rpc_method(_RPC_STARTED, lambda _: "ok")

    async def speak(self, pcm: bytes, sample_rate: int, num_channels: int) -> None:
        """Sends speech of 16 bits; of the utterance that is open, or it opens one."""
        if self._format != (sample_rate, num_channels):
            await self.end_utterance()
        if self._writer is None:
            self._writer = await self._room.local_participant.stream_bytes(
                name=f"AUDIO_{uuid.uuid4().hex[:12]}",
                topic=_TOPIC_SPEECH,
                destination_identities=[self._avatar],
                attributes={"sample_rate": str(sample_rate), "num_channels": str(num_channels)},
            )
            self._format = (sample_rate, num_channels)
            self._outstanding += 1
            self._all_heard.clear()
        await self._writer.write(pcm)

    async def end_utterance(self) -> None:
        """Nothing happens where none is open."""
        writer, self._writer, self._format = self._writer, None, None
        if writer is not None:
            await writer.aclose()

    async def interrupt(self) -> None:
        """What was sent and not heard will not be heard."""
        if self.ready.is_set() and not self.gone.is_set():
            try:
                await self._room.local_participant.perform_rpc(
                    destination_identity=self._avatar, method=_RPC_CLEAR, payload="", response_timeout=_CLEAR_S
                )
            except rtc.RpcError as error:
                logger.warning(f"the avatar was not interrupted: {error}")
        await self.end_utterance()

    async def all_heard(self, timeout_s: float) -> None:
        """Returns when every utterance was heard, the avatar is gone, or the time is up."""
        waits = [asyncio.ensure_future(event.wait()) for event in (self._all_heard, self.gone)]
        await asyncio.wait(waits, timeout=timeout_s, return_when=asyncio.FIRST_COMPLETED)
        for wait in waits:
            wait.cancel()

    async def transcribe(self, text: str) -> None:
        """Writes what the avatar said into the record of the conversation."""
        await self._room.local_participant.send_text(
            text,
            topic=_TOPIC_TRANSCRIPT,
            attributes={"lk.segment_id": f"SG_{uuid.uuid4().hex[:12]}", "lk.transcription_final": "true"},
        )

    async def close(self) -> None:
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(Exception):
            await self._room.disconnect()

    def _on_finished(self, data: rtc.RpcInvocationData) -> str:
        if data.caller_identity != self._avatar:
            return "reject"
        self._outstanding = max(0, self._outstanding - 1)
        if self._outstanding == 0:
            self._all_heard.set()
        return "ok"

    def _on_left(self, participant: rtc.RemoteParticipant) -> None:
        if participant.identity == self._avatar:
            self.gone.set()

    def _on_track(
        self, track: rtc.Track, _publication: rtc.RemoteTrackPublication, participant: rtc.RemoteParticipant
    ) -> None:
        if participant.identity != self._avatar:
            return
        reading = self._read_pictures(track) if track.kind == rtc.TrackKind.KIND_VIDEO else self._read_sound(track)
        task = asyncio.create_task(reading)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read_pictures(self, track: rtc.Track) -> None:
        stream = rtc.VideoStream(track, capacity=_PICTURES_KEPT, format=rtc.VideoBufferType.RGB24)
        try:
            async for event in stream:
                self.ready.set()
                await self._on_picture(event.frame)
        finally:
            await stream.aclose()

    async def _read_sound(self, track: rtc.Track) -> None:
        stream = rtc.AudioStream(
            track,
            capacity=_SOUNDS_KEPT,
            sample_rate=self._sample_rate,
            num_channels=1,
            frame_size_ms=_SOUND_MS,
        )
        try:
            async for event in stream:
                await self._on_sound(event.frame)
        finally:
            await stream.aclose()
