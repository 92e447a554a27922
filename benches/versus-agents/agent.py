"""A LiveKit Agents agent for Python as in its guide, with the defaults."""

import math
import os

from livekit.agents import Agent, AgentServer, AgentSession, JobContext, cli
from livekit.plugins import openai

# A busy machine must not make it refuse conversations.
server = AgentServer(
    host="127.0.0.1", port=0, load_threshold=math.inf, initialize_process_timeout=120.0
)


@server.rtc_session()
async def converse(ctx: JobContext) -> None:
    session: AgentSession = AgentSession(
        stt=openai.STT(), llm=openai.LLM(), tts=openai.TTS(response_format="pcm")
    )
    await session.start(Agent(instructions=os.environ["INSTRUCTIONS"]), room=ctx.room)
    session.say(os.environ["GREETING"])


if __name__ == "__main__":
    cli.run_app(server)
