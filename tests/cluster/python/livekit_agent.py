"""A LiveKit agent with the plugin's avatar: `<room url> <agent's token>`; LIVEKIT_* and VISAVIS_* configure the rest.

Without arguments it opens a room of the service.
"""

import asyncio
import json
import sys

from livekit import rtc
from livekit.agents import Agent, AgentSession, APIStatusError
from livekit.agents.voice.room_io import RoomOptions
from livekit.plugins import openai, visavis



def say(event: str, **fields: object) -> None:
    print(json.dumps({"event": event, **fields}), flush=True)


async def main() -> None:
    session: AgentSession = AgentSession(tts=openai.TTS(response_format="pcm"))
    avatar = visavis.AvatarSession(max_duration=120)
    if len(sys.argv) > 1:
        room = rtc.Room()
        await room.connect(*sys.argv[1:3])
        wrong = visavis.AvatarSession(api_key="vv_wrong_key_of_nobody")
        try:
            await wrong.start(session, room)
        except APIStatusError as error:
            say("refused", status=error.status_code)
    else:
        opened = await avatar.open_room(consumer_identity="ada")
        room = opened.room
        say("opened", url=opened.server_url, token=opened.consumer_access_token)
    await avatar.start(session, room)
    await session.start(
        Agent(instructions="You answer briefly."), room=room, room_options=RoomOptions(audio_output=False)
    )
    await avatar.wait_for_join()
    say("joined", session_id=avatar.session_id, provider=avatar.provider, identity=avatar.avatar_identity)
    speech = session.say("Hello from Python.")
    await speech.wait_for_playout()
    say("said", interrupted=speech.interrupted)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    await session.aclose()
    await avatar.aclose()
    await room.disconnect()


asyncio.run(main())
