"""The room with the avatar: sends speech to it, and receives its audio and video.

Uses LiveKit's avatar data-stream protocol: one byte stream per utterance, the RPC `lk.clear_buffer` to interrupt, and
the RPC `lk.playback_finished` when the avatar has played an utterance.
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
_CLEAR_TIMEOUT_S = 2.0
# A reader that falls behind gets the newest video frame, and skips some audio.
_VIDEO_CAPACITY = 2
_AUDIO_CAPACITY = 100
_AUDIO_FRAME_MS = 20


class AvatarRoom:
    """The room of one session. `on_video` receives RGB frames, `on_audio` mono frames of 20 ms."""

    def __init__(
        self,
        *,
        avatar_identity: str,
        sample_rate: int,
        on_video: Callable[[rtc.VideoFrame], Awaitable[None]],
        on_audio: Callable[[rtc.AudioFrame], Awaitable[None]],
    ) -> None:
        self._avatar = avatar_identity
        self._sample_rate = sample_rate
        self._on_video = on_video
        self._on_audio = on_audio
        self._room = rtc.Room()
        self._tasks: set[asyncio.Task[None]] = set()
        self._utterance: rtc.ByteStreamWriter | None = None
        self._utterance_format: tuple[int, int] | None = None
        self._unplayed = 0
        self._all_played = asyncio.Event()
        self._all_played.set()
        self.ready = asyncio.Event()
        """Set once video of the avatar arrives: from then on it accepts speech."""
        self.closed = asyncio.Event()
        """Set once the avatar has left or the room is closed."""

    async def connect(self, server_url: str, token: str) -> None:
        """Raises rtc.ConnectError if the room cannot be joined."""
        room = self._room
        room.on("track_subscribed", self._on_track_subscribed)
        room.on("participant_disconnected", self._on_participant_disconnected)
        room.on("disconnected", lambda *_: self.closed.set())
        await room.connect(server_url, token)
        room.local_participant.register_rpc_method(_RPC_FINISHED, self._on_playback_finished)
        room.local_participant.register_rpc_method(_RPC_STARTED, lambda _: "ok")

    async def speak(self, pcm: bytes, sample_rate: int, num_channels: int) -> None:
        """Sends 16-bit PCM as a part of the current utterance, or starts a new one."""
        if self._utterance_format != (sample_rate, num_channels):
            await self.end_utterance()
        if self._utterance is None:
            self._utterance = await self._room.local_participant.stream_bytes(
                name=f"AUDIO_{uuid.uuid4().hex[:12]}",
                topic=_TOPIC_SPEECH,
                destination_identities=[self._avatar],
                attributes={"sample_rate": str(sample_rate), "num_channels": str(num_channels)},
            )
            self._utterance_format = (sample_rate, num_channels)
            self._unplayed += 1
            self._all_played.clear()
        await self._utterance.write(pcm)

    async def end_utterance(self) -> None:
        """Ends the current utterance, if any."""
        utterance, self._utterance, self._utterance_format = self._utterance, None, None
        if utterance is not None:
            await utterance.aclose()

    async def interrupt(self) -> None:
        """Discards speech that was sent but not played yet."""
        if self.ready.is_set() and not self.closed.is_set():
            try:
                await self._room.local_participant.perform_rpc(
                    destination_identity=self._avatar, method=_RPC_CLEAR, payload="", response_timeout=_CLEAR_TIMEOUT_S
                )
            except rtc.RpcError as error:
                logger.warning(f"the avatar could not be interrupted: {error}")
        await self.end_utterance()

    async def wait_until_played(self, timeout_s: float) -> None:
        """Waits until all utterances have been played, the avatar has left, or the timeout has passed."""
        waiters = [asyncio.ensure_future(event.wait()) for event in (self._all_played, self.closed)]
        await asyncio.wait(waiters, timeout=timeout_s, return_when=asyncio.FIRST_COMPLETED)
        for waiter in waiters:
            waiter.cancel()

    async def transcribe(self, text: str) -> None:
        """Adds what the avatar said to the transcript of the session."""
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

    def _on_playback_finished(self, data: rtc.RpcInvocationData) -> str:
        if data.caller_identity != self._avatar:
            return "reject"
        self._unplayed = max(0, self._unplayed - 1)
        if self._unplayed == 0:
            self._all_played.set()
        return "ok"

    def _on_participant_disconnected(self, participant: rtc.RemoteParticipant) -> None:
        if participant.identity == self._avatar:
            self.closed.set()

    def _on_track_subscribed(
        self, track: rtc.Track, _publication: rtc.RemoteTrackPublication, participant: rtc.RemoteParticipant
    ) -> None:
        if participant.identity != self._avatar:
            return
        reader = self._read_video(track) if track.kind == rtc.TrackKind.KIND_VIDEO else self._read_audio(track)
        task = asyncio.create_task(reader)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _read_video(self, track: rtc.Track) -> None:
        stream = rtc.VideoStream(track, capacity=_VIDEO_CAPACITY, format=rtc.VideoBufferType.RGB24)
        try:
            async for event in stream:
                self.ready.set()
                await self._on_video(event.frame)
        finally:
            await stream.aclose()

    async def _read_audio(self, track: rtc.Track) -> None:
        stream = rtc.AudioStream(
            track,
            capacity=_AUDIO_CAPACITY,
            sample_rate=self._sample_rate,
            num_channels=1,
            frame_size_ms=_AUDIO_FRAME_MS,
        )
        try:
            async for event in stream:
                await self._on_audio(event.frame)
        finally:
            await stream.aclose()
