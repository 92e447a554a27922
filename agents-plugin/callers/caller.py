"""The same as caller.ts with LiveKit Agents for Python."""

import asyncio
import json
import logging
import sys

from livekit import rtc
from livekit.agents import Agent, AgentSession
from livekit.agents.voice.avatar import DataStreamAudioOutput
from livekit.plugins import openai

from loudness_stt import LoudnessStt

url, token, avatar_identity = sys.argv[1:4]
logging.basicConfig(level=logging.WARNING)


def emit(event: str, **fields: object) -> None:
    print(json.dumps({"event": event, **fields}), flush=True)


async def read_commands() -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), sys.stdin
    )
    return reader


async def main() -> None:
    room = rtc.Room()
    room.on("participant_disconnected", lambda p: emit("participant_left", identity=p.identity))
    room.on("disconnected", lambda *_: emit("disconnected"))
    await room.connect(url, token)

    session = AgentSession(
        stt=LoudnessStt(),
        llm=openai.LLM(),
        tts=openai.TTS(response_format="pcm"),
        vad=None,
        turn_handling={"turn_detection": "stt"},
    )
    session.on(
        "user_input_transcribed",
        lambda ev: emit("heard", text=ev.transcript) if ev.is_final else None,
    )
    output = DataStreamAudioOutput(
        room,
        destination_identity=avatar_identity,
        wait_remote_track=rtc.TrackKind.KIND_VIDEO,
        wait_playback_start=True,
    )
    output.on("playback_started", lambda _: emit("started"))
    output.on(
        "playback_finished",
        lambda ev: emit("finished", position=ev.playback_position, interrupted=ev.interrupted),
    )
    session.output.audio = output
    await session.start(Agent(instructions="You answer briefly."), room=room)
    emit("ready")

    async def speak(text: str) -> None:
        speech = session.say(text)
        await speech.wait_for_playout()
        emit("said", interrupted=speech.interrupted)

    async def interrupt(_: str) -> None:
        await session.interrupt()
        emit("was_interrupted")

    commands = {"say": speak, "interrupt": interrupt}
    running: set[asyncio.Task[None]] = set()
    reader = await read_commands()
    async for line in reader:
        command = json.loads(line)
        if command["command"] == "leave":
            break
        # Not awaited, because the speech may be interrupted.
        task = asyncio.create_task(commands[command["command"]](command.get("text", "")))
        running.add(task)
        task.add_done_callback(running.discard)
    await session.aclose()
    await room.disconnect()


asyncio.run(main())
