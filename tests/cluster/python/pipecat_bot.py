"""A Pipecat bot with an avatar, in its own room: `<room url> <room> <bot's token>`; VISAVIS_* and OPENAI_* set the rest.

Reads commands from its input, one per line: `say <text>`, `interrupt`, `end`.
"""

import asyncio
import json
import os
import sys

from loguru import logger
from pipecat.frames.frames import (
    BotStartedSpeakingFrame,
    BotStoppedSpeakingFrame,
    EndFrame,
    ErrorFrame,
    InterruptionFrame,
    OutputImageRawFrame,
    TTSSpeakFrame,
)
from pipecat.observers.base_observer import BaseObserver, FramePushed
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.services.openai.tts import OpenAITTSService
from pipecat.transports.livekit.transport import LiveKitParams, LiveKitTransport
from pipecat.workers.runner import WorkerRunner
from pipecat_visavis import VisavisVideoService

url, room, token = sys.argv[1:4]
logger.remove()
logger.add(sys.stderr, level="INFO")


def say(event: str, **fields: object) -> None:
    print(json.dumps({"event": event, **fields}), flush=True)


class Watcher(BaseObserver):
    """Reports what the pipeline does, each frame once."""

    def __init__(self) -> None:
        super().__init__()
        self._seen: set[int] = set()
        self._pictured = False

    async def on_push_frame(self, data: FramePushed) -> None:
        frame = data.frame
        if isinstance(frame, OutputImageRawFrame):
            if not self._pictured:
                self._pictured = True
                say("picture", size=frame.size, format=frame.format, bytes=len(frame.image))
            return
        if frame.id in self._seen:
            return
        self._seen.add(frame.id)
        if isinstance(frame, BotStartedSpeakingFrame):
            say("started")
        elif isinstance(frame, BotStoppedSpeakingFrame):
            say("stopped")
        elif isinstance(frame, ErrorFrame):
            say("error", message=frame.error)


async def main() -> None:
    transport = LiveKitTransport(
        url,
        token,
        room,
        LiveKitParams(
            audio_out_enabled=True,
            video_out_enabled=True,
            video_out_is_live=True,
            video_out_width=512,
            video_out_height=512,
        ),
    )
    tts = OpenAITTSService(api_key=os.environ["OPENAI_API_KEY"], base_url=os.environ["OPENAI_BASE_URL"])
    avatar = VisavisVideoService(max_duration=120)
    worker = PipelineWorker(
        Pipeline([tts, avatar, transport.output()]),
        params=PipelineParams(audio_out_sample_rate=24_000),
        observers=[Watcher()],
        cancel_on_idle_timeout=False,
    )

    async def obey() -> None:
        loop = asyncio.get_running_loop()
        while line := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
            command, _, text = line.partition(" ")
            if command == "say":
                await worker.queue_frame(TTSSpeakFrame(text))
            elif command == "interrupt":
                await worker.queue_frame(InterruptionFrame())
            elif command == "session":
                say("session", id=avatar.session_id)
        await worker.queue_frame(EndFrame())

    obeying = asyncio.create_task(obey())
    runner = WorkerRunner(handle_sigint=False)
    await runner.add_workers(worker)
    await runner.run()
    await obeying
    say("ended", session=avatar.session_id)


asyncio.run(main())
