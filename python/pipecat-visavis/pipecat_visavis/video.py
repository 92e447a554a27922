"""The frame processor between the text to speech of a pipeline and its output."""

from __future__ import annotations

import asyncio
import os
from dataclasses import dataclass

import aiohttp
from livekit import rtc
from loguru import logger

from pipecat.frames.frames import (
    BotStartedSpeakingFrame,
    BotStoppedSpeakingFrame,
    CancelFrame,
    EndFrame,
    Frame,
    InterruptionFrame,
    OutputImageRawFrame,
    OutputTransportReadyFrame,
    SpeechOutputAudioRawFrame,
    StartFrame,
    TTSAudioRawFrame,
    TTSStartedFrame,
    TTSStoppedFrame,
    TTSTextFrame,
)
from pipecat.processors.frame_processor import FrameDirection, FrameProcessorSetup
from pipecat.services.ai_service import AIService
from pipecat.services.settings import ServiceSettings

from .api import VisavisAPI, VisavisAPIError
from .avatar_room import AvatarRoom

_DEFAULT_API_URL = "http://localhost:8080"
_AGENT_IDENTITY = "pipecat"
# The avatar usually joins within two seconds; a service that has to start a worker first takes longer.
_JOIN_TIMEOUT_S = 60.0
# Added to the length of the unplayed speech when the pipeline ends.
_PLAYBACK_MARGIN_S = 5.0
# The last audio and video may still be in transit.
_TRANSIT_S = 0.3


@dataclass
class VisavisVideoSettings(ServiceSettings):
    """Settings of the Visavis video service: it has no model, and nothing that can change while it runs."""


class VisavisVideoService(AIService):
    """Gives the bot an avatar: replaces the audio of its text to speech with the avatar's audio and video.

    Place it between the text to speech (or a speech-to-speech model) and `transport.output()` of any transport. The
    avatar and this service join a room of the Visavis service; the user stays in the room of the transport.

    If the avatar cannot be started, or leaves, an error is pushed, and the bot's voice continues without it.

    Example::

        avatar = VisavisVideoService(avatar_id="...")
        pipeline = Pipeline([transport.input(), stt, user, llm, tts, avatar, transport.output(), assistant])
    """

    Settings = VisavisVideoSettings
    _settings: VisavisVideoSettings

    def __init__(
        self,
        *,
        api_key: str | None = None,
        api_url: str | None = None,
        avatar_id: str | None = None,
        session: aiohttp.ClientSession | None = None,
        session_name: str = "A Pipecat bot",
        max_duration: int | None = None,
        settings: VisavisVideoSettings | None = None,
        **kwargs,
    ) -> None:
        """Initialize the service; it connects when the pipeline starts.

        Args:
            api_key: API key of the organization; default `VISAVIS_API_KEY`.
            api_url: Address of the service; default `VISAVIS_URL`, or else `http://localhost:8080`.
            avatar_id: Id of an avatar or a character; default `VISAVIS_AVATAR_ID`, or else the newest avatar.
            session: Used for HTTP, and not closed; by default, the service creates its own.
            session_name: The name of the session in the service's lists.
            max_duration: Seconds after which the Visavis service ends the session.
            settings: The settings that every Pipecat service has; this one adds none.
            **kwargs: Passed on to `AIService`.

        Raises:
            ValueError: There is no API key.
        """
        default_settings = VisavisVideoSettings(model=None)
        if settings is not None:
            default_settings.apply_update(settings)
        super().__init__(settings=default_settings, **kwargs)
        key = api_key or os.getenv("VISAVIS_API_KEY")
        if not key:
            raise ValueError("No API key: pass api_key or set VISAVIS_API_KEY.")
        self._api_key = key
        self._api_url = api_url or os.getenv("VISAVIS_URL") or _DEFAULT_API_URL
        self._avatar_id = avatar_id or os.getenv("VISAVIS_AVATAR_ID") or None
        self._session_name = session_name
        self._max_duration = max_duration
        self._http = session
        self._owns_http = session is None
        self._sample_rate = 24_000
        self._api: VisavisAPI | None = None
        self._room: AvatarRoom | None = None
        self._session_id: str | None = None
        self._is_avatar_lost = False
        self._transport_ready = False
        self._speech_queue: asyncio.Queue[Frame] = asyncio.Queue()
        self._unplayed_s = 0.0
        self._spoken_text: list[TTSTextFrame] = []
        self._connect_task: asyncio.Task | None = None
        self._send_task: asyncio.Task | None = None
        self._watch_task: asyncio.Task | None = None

    @property
    def session_id(self) -> str | None:
        """Id of the session at the Visavis service, if any."""
        return self._session_id

    def can_generate_metrics(self) -> bool:
        """Measures the time from speech to the first audio of the avatar."""
        return True

    async def setup(self, setup: FrameProcessorSetup) -> None:
        """Reads the sample rate of the pipeline's output."""
        await super().setup(setup)
        self._sample_rate = setup.audio_out_sample_rate

    async def start(self, frame: StartFrame) -> None:
        """Connects in the background. Only speech waits for the avatar, not the pipeline."""
        await super().start(frame)
        self._connect_task = self.create_task(self._connect(), name="connect")
        self._send_task = self.create_task(self._send(), name="send")

    async def stop(self, frame: EndFrame) -> None:
        """Lets the avatar finish its speech, then ends the session."""
        await super().stop(frame)
        try:
            await asyncio.wait_for(self._speech_queue.join(), _JOIN_TIMEOUT_S)
            if self._room is not None and not self._is_avatar_lost:
                await self._room.end_utterance()
                await self._room.wait_until_played(self._unplayed_s + _PLAYBACK_MARGIN_S)
                await asyncio.sleep(_TRANSIT_S)
                await self._transcribe()
        except asyncio.TimeoutError:
            logger.warning(f"{self}: the avatar did not finish its speech")
        await self._teardown()

    async def cancel(self, frame: CancelFrame) -> None:
        """Ends the session at once."""
        await super().cancel(frame)
        await self._teardown()

    async def cleanup(self) -> None:
        """Releases all resources. Can be called repeatedly."""
        await super().cleanup()
        await self._teardown()

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Queues speech frames for the avatar, and passes on all others."""
        await super().process_frame(frame, direction)
        if isinstance(frame, (TTSStartedFrame, TTSAudioRawFrame, TTSStoppedFrame)):
            self._speech_queue.put_nowait(frame)
            return
        if isinstance(frame, InterruptionFrame):
            await self._interrupt()
        elif isinstance(frame, OutputTransportReadyFrame):
            self._transport_ready = True
        elif isinstance(frame, BotStartedSpeakingFrame):
            # The avatar sends audio all the time: only the transport detects the first that is not silent.
            await self.stop_ttfb_metrics()
        elif isinstance(frame, BotStoppedSpeakingFrame):
            self._unplayed_s = 0.0
            await self._transcribe()
        elif isinstance(frame, TTSTextFrame):
            self._spoken_text.append(frame)
        await self.push_frame(frame, direction)

    async def _connect(self) -> None:
        try:
            self._http = self._http or aiohttp.ClientSession()
            self._api = VisavisAPI(self._api_url, self._api_key, self._http)
            started = await self._api.start_session(
                name=self._session_name,
                avatar_id=self._avatar_id,
                agent_identity=_AGENT_IDENTITY,
                max_duration=self._max_duration,
            )
            self._session_id = started.id
            self._room = AvatarRoom(
                avatar_identity=started.avatar_identity,
                sample_rate=self._sample_rate,
                on_video=self._on_video,
                on_audio=self._on_audio,
            )
            await self._room.connect(started.server_url, started.access_token)
            self._watch_task = self.create_task(self._watch(self._room), name="watch")
            await asyncio.wait_for(self._room.ready.wait(), _JOIN_TIMEOUT_S)
            logger.debug(f"{self}: the avatar has joined, in session {started.id}")
        except (VisavisAPIError, rtc.ConnectError, asyncio.TimeoutError) as error:
            await self._on_avatar_lost(f"The avatar did not join: {error or 'no video in time'}", error)

    async def _watch(self, room: AvatarRoom) -> None:
        await room.closed.wait()
        await self._on_avatar_lost("The avatar has left: its session was ended")

    async def _on_avatar_lost(self, reason: str, error: Exception | None = None) -> None:
        if self._is_avatar_lost:
            return
        self._is_avatar_lost = True
        await self.push_error(f"{reason}. The voice continues without it.", exception=error)

    async def _send(self) -> None:
        """Sends the queued speech to the avatar in order, or passes it on if there is no avatar."""
        while True:
            frame = await self._speech_queue.get()
            try:
                # It has its own timeout, and reports it.
                if self._connect_task is not None and not self._is_avatar_lost:
                    await asyncio.wait([self._connect_task])
                if self._is_avatar_lost or self._room is None:
                    await self.push_frame(frame)
                else:
                    await self._send_to_avatar(frame, self._room)
            except (rtc.StreamError, ConnectionError, RuntimeError) as error:
                await self._on_avatar_lost("The avatar does not accept speech", error)
            finally:
                self._speech_queue.task_done()

    async def _send_to_avatar(self, frame: Frame, room: AvatarRoom) -> None:
        if isinstance(frame, TTSStartedFrame):
            await self.start_ttfb_metrics()
        elif isinstance(frame, TTSAudioRawFrame):
            self._unplayed_s += frame.num_frames / frame.sample_rate
            await room.speak(frame.audio, frame.sample_rate, frame.num_channels)
        else:
            await room.end_utterance()

    async def _interrupt(self) -> None:
        """Discards queued speech before interrupting the avatar, which would play it afterwards."""
        if self._send_task is None:
            return
        await self.cancel_task(self._send_task)
        while not self._speech_queue.empty():
            self._speech_queue.get_nowait()
            self._speech_queue.task_done()
        self._unplayed_s = 0.0
        self._send_task = self.create_task(self._send_after_interruption(), name="send")

    async def _send_after_interruption(self) -> None:
        if self._room is not None and not self._is_avatar_lost:
            await self._room.interrupt()
            await self._transcribe()
        await self._send()

    async def _transcribe(self) -> None:
        frames, self._spoken_text = self._spoken_text, []
        text = "".join(
            frame.text if frame.includes_inter_frame_spaces else f" {frame.text}" for frame in frames
        ).strip()
        if not text or self._room is None or self._is_avatar_lost:
            return
        try:
            await self._room.transcribe(text)
        except Exception as error:
            logger.warning(f"{self}: the transcript of the session could not be updated: {error}")

    async def _on_video(self, frame: rtc.VideoFrame) -> None:
        if not self._transport_ready:
            return
        size = (frame.width, frame.height)
        await self.push_frame(OutputImageRawFrame(image=bytes(frame.data), size=size, format="RGB"))

    async def _on_audio(self, frame: rtc.AudioFrame) -> None:
        if not self._transport_ready or self._is_avatar_lost:
            return
        audio = bytes(frame.data)
        await self.push_frame(
            SpeechOutputAudioRawFrame(audio=audio, sample_rate=frame.sample_rate, num_channels=frame.num_channels)
        )

    async def _teardown(self) -> None:
        tasks = [self._watch_task, self._send_task, self._connect_task]
        self._watch_task = self._send_task = self._connect_task = None
        for task in tasks:
            if task is not None:
                await self.cancel_task(task)
        room, self._room = self._room, None
        if room is not None:
            await room.close()
        session_id, self._session_id = self._session_id, None
        if session_id is not None and self._api is not None:
            try:
                await self._api.stop_session(session_id)
            except VisavisAPIError as error:
                # The session ends by itself after its agent has left.
                logger.warning(f"{self}: the session could not be stopped: {error}")
        if self._owns_http and self._http is not None:
            await self._http.close()
            self._http = None
