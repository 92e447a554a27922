"""The service that stands between a pipeline's text to speech and its output."""

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
# The avatar comes within two seconds; a service that has to start a worker for it takes longer.
_READY_S = 60.0
# Beyond the length of what is still to be heard, when the pipeline ends.
_LAST_WORDS_S = 5.0
# What was sent last is still on its way to us.
_UNDERWAY_S = 0.3


@dataclass
class VisavisVideoSettings(ServiceSettings):
    """Settings of the Visavis video service: it has no model and none that change while it runs."""


class VisavisVideoService(AIService):
    """Gives the bot a face: takes the audio of its text to speech, gives back the avatar's sound and picture.

    Place it between the text to speech (or a speech-to-speech model) and `transport.output()`, whatever the transport is.
    The avatar and this service meet in a room of the Visavis service; the user stays where the transport has put them.

    Where the avatar cannot be had, or is gone, an error is pushed and the bot's voice goes on without it.

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
            api_key: Of the organization; `VISAVIS_API_KEY`.
            api_url: Of the Visavis service; `VISAVIS_URL`, else `http://localhost:8080`.
            avatar_id: An avatar or a character; `VISAVIS_AVATAR_ID`, else the newest avatar of the organization.
            session: Used for HTTP, and left open; else one of its own.
            session_name: What the session is called in the service's lists.
            max_duration: Seconds after which the Visavis service ends the conversation.
            settings: Of every Pipecat service; this one has none of its own.
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
        self._faceless = False
        self._transport_ready = False
        self._speech: asyncio.Queue[Frame] = asyncio.Queue()
        self._unheard_s = 0.0
        self._words: list[TTSTextFrame] = []
        self._connecting: asyncio.Task | None = None
        self._sending: asyncio.Task | None = None
        self._watching: asyncio.Task | None = None

    @property
    def session_id(self) -> str | None:
        """Of the session at the Visavis service, while there is one."""
        return self._session_id

    def can_generate_metrics(self) -> bool:
        """The time from speech to the avatar's first sound is measured."""
        return True

    async def setup(self, setup: FrameProcessorSetup) -> None:
        """Takes the sample rate of the pipeline's output over."""
        await super().setup(setup)
        self._sample_rate = setup.audio_out_sample_rate

    async def start(self, frame: StartFrame) -> None:
        """Begins to connect. The pipeline does not wait for the avatar; its speech does."""
        await super().start(frame)
        self._connecting = self.create_task(self._connect(), name="connect")
        self._sending = self.create_task(self._send(), name="send")

    async def stop(self, frame: EndFrame) -> None:
        """Lets the avatar finish what it says, then ends the conversation."""
        await super().stop(frame)
        try:
            await asyncio.wait_for(self._speech.join(), _READY_S)
            if self._room is not None and not self._faceless:
                await self._room.end_utterance()
                await self._room.all_heard(self._unheard_s + _LAST_WORDS_S)
                await asyncio.sleep(_UNDERWAY_S)
                await self._transcribe()
        except asyncio.TimeoutError:
            logger.warning(f"{self}: the avatar did not finish its speech")
        await self._teardown()

    async def cancel(self, frame: CancelFrame) -> None:
        """Ends the conversation at once."""
        await super().cancel(frame)
        await self._teardown()

    async def cleanup(self) -> None:
        """Releases what is left; again is harmless."""
        await super().cleanup()
        await self._teardown()

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Keeps the speech, and passes on everything else."""
        await super().process_frame(frame, direction)
        if isinstance(frame, (TTSStartedFrame, TTSAudioRawFrame, TTSStoppedFrame)):
            self._speech.put_nowait(frame)
            return
        if isinstance(frame, InterruptionFrame):
            await self._interrupt()
        elif isinstance(frame, OutputTransportReadyFrame):
            self._transport_ready = True
        elif isinstance(frame, BotStartedSpeakingFrame):
            # Sound comes all the time; the transport says when it is the first that is no silence.
            await self.stop_ttfb_metrics()
        elif isinstance(frame, BotStoppedSpeakingFrame):
            self._unheard_s = 0.0
            await self._transcribe()
        elif isinstance(frame, TTSTextFrame):
            self._words.append(frame)
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
                on_picture=self._on_picture,
                on_sound=self._on_sound,
            )
            await self._room.connect(started.server_url, started.access_token)
            self._watching = self.create_task(self._watch(self._room), name="watch")
            await asyncio.wait_for(self._room.ready.wait(), _READY_S)
            logger.debug(f"{self}: the avatar is here, in session {started.id}")
        except (VisavisAPIError, rtc.ConnectError, asyncio.TimeoutError) as error:
            await self._lose_face(f"The avatar did not come: {error or 'no picture in time'}", error)

    async def _watch(self, room: AvatarRoom) -> None:
        await room.gone.wait()
        await self._lose_face("The avatar has left: its conversation was ended")

    async def _lose_face(self, why: str, error: Exception | None = None) -> None:
        if self._faceless:
            return
        self._faceless = True
        await self.push_error(f"{why}. The voice goes on without it.", exception=error)

    async def _send(self) -> None:
        """Hands speech to the avatar, or on where there is none, in order."""
        while True:
            frame = await self._speech.get()
            try:
                # It has its own limit of time, and says so.
                if self._connecting is not None and not self._faceless:
                    await asyncio.wait([self._connecting])
                if self._faceless or self._room is None:
                    await self.push_frame(frame)
                else:
                    await self._hand_over(frame, self._room)
            except (rtc.StreamError, ConnectionError, RuntimeError) as error:
                await self._lose_face("The avatar does not take speech", error)
            finally:
                self._speech.task_done()

    async def _hand_over(self, frame: Frame, room: AvatarRoom) -> None:
        if isinstance(frame, TTSStartedFrame):
            await self.start_ttfb_metrics()
        elif isinstance(frame, TTSAudioRawFrame):
            self._unheard_s += frame.num_frames / frame.sample_rate
            await room.speak(frame.audio, frame.sample_rate, frame.num_channels)
        else:
            await room.end_utterance()

    async def _interrupt(self) -> None:
        """What is on its way is dropped before the avatar is told, or it would come after."""
        if self._sending is None:
            return
        await self.cancel_task(self._sending)
        while not self._speech.empty():
            self._speech.get_nowait()
            self._speech.task_done()
        self._unheard_s = 0.0
        self._sending = self.create_task(self._send_after_interruption(), name="send")

    async def _send_after_interruption(self) -> None:
        if self._room is not None and not self._faceless:
            await self._room.interrupt()
            await self._transcribe()
        await self._send()

    async def _transcribe(self) -> None:
        words, self._words = self._words, []
        text = "".join(
            frame.text if frame.includes_inter_frame_spaces else f" {frame.text}" for frame in words
        ).strip()
        if not text or self._room is None or self._faceless:
            return
        try:
            await self._room.transcribe(text)
        except Exception as error:
            logger.warning(f"{self}: what was said is not in the session's record: {error}")

    async def _on_picture(self, picture: rtc.VideoFrame) -> None:
        if not self._transport_ready:
            return
        size = (picture.width, picture.height)
        await self.push_frame(OutputImageRawFrame(image=bytes(picture.data), size=size, format="RGB"))

    async def _on_sound(self, sound: rtc.AudioFrame) -> None:
        if not self._transport_ready or self._faceless:
            return
        audio = bytes(sound.data)
        await self.push_frame(
            SpeechOutputAudioRawFrame(audio=audio, sample_rate=sound.sample_rate, num_channels=sound.num_channels)
        )

    async def _teardown(self) -> None:
        tasks = [self._watching, self._sending, self._connecting]
        self._watching = self._sending = self._connecting = None
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
                # The conversation ends by itself when its agent has left.
                logger.warning(f"{self}: the session was not stopped: {error}")
        if self._owns_http and self._http is not None:
            await self._http.close()
            self._http = None
