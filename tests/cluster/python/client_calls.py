"""Uses `visavis` as a caller does, and prints the results, one event per line.

VISAVIS_URL and VISAVIS_API_KEY name the service, RECEIVER_URL receives its webhooks, and BREAKING_URL is a proxy in front
of the service that closes the connection instead of forwarding the first response to each request.
"""

import asyncio
import json
import os
import sys

from visavis import (
    AsyncVisavis,
    VisavisApiError,
    VisavisConnectionError,
    VisavisSignatureError,
    verify_webhook,
)

API_KEY = os.environ["VISAVIS_API_KEY"]


def say(event: str, **fields: object) -> None:
    print(json.dumps({"event": event, **fields}), flush=True)


async def make(visavis: AsyncVisavis) -> str:
    agent = await visavis.agents.create({"provider": "gemini", "name": "Guide", "greetingMsg": "Hello."})
    avatar = await visavis.avatars.create({"identity": "maya", "name": "Maya", "agentId": agent["id"]})
    say("made", agent=agent["id"], avatar=avatar["id"])
    return avatar["id"]


async def list_all(visavis: AsyncVisavis) -> None:
    for number in range(5):
        await visavis.brains.create({"instructions": f"Brain {number}."})
    found = [brain async for brain in visavis.brains.list_all(take=2)]
    page = await visavis.brains.list(take=2)
    say("listed", all=[brain["id"] for brain in found], page=[brain["id"] for brain in page["brains"]], total=page["total"])


async def be_refused(visavis: AsyncVisavis) -> None:
    try:
        await visavis.conversations.get("conv_unknown")
    except VisavisApiError as error:
        say("refused", status=error.status, code=error.code, reason=error.reason, request_id=error.request_id)
    try:
        await visavis.agents.create({"provider": "nobody"})  # type: ignore[typeddict-item]
    except VisavisApiError as error:
        say("refused", status=error.status, code=error.code, path=error.path)


async def try_again(visavis: AsyncVisavis) -> None:
    voice = await visavis.voices.create(
        {"identity": "Puck", "instructions": "Twice."}, idempotency_key="the-same-voice"
    )
    say("repeated", id=voice["id"])
    try:
        await visavis.brains.create({"instructions": "Not twice."})
    except VisavisConnectionError as error:
        say("unrepeated", message=str(error))


async def hear_of_it(visavis: AsyncVisavis) -> None:
    url = os.environ["RECEIVER_URL"]
    webhook = await visavis.webhooks.create({"url": url, "eventTypes": ["conversation.ended"]})
    await visavis.webhooks.test(webhook["id"], {})
    received = json.loads(await asyncio.to_thread(sys.stdin.readline))
    headers, body = received["headers"], received["body"].encode()
    message = verify_webhook(webhook["secret"], headers, body)
    try:
        verify_webhook(webhook["secret"], headers, body + b" ")
    except VisavisSignatureError as error:
        say("verified", type=message["type"], otherwise=str(error))
    await visavis.webhooks.delete(webhook["id"])


async def follow(visavis: AsyncVisavis, avatar_id: str) -> None:
    started = await visavis.sessions.start(
        {"name": "followed", "avatar": {"id": avatar_id}, "consumerIdentity": {"identity": "ada"}}, idempotency_key="one"
    )
    conversation_id = started["session"]["id"]
    ids: list[str] = []
    states: list[str] = []
    async for event in visavis.follow_conversation(conversation_id):
        ids.append(event["id"])
        if event["event"] == "status":
            states.append(event["data"]["status"])
            if states == ["running"]:
                await visavis.sessions.stop(conversation_id)
    say("followed", id=conversation_id, ids=ids, states=states)


async def main() -> None:
    async with AsyncVisavis(os.environ["VISAVIS_URL"], api_key=API_KEY) as visavis:
        avatar_id = await make(visavis)
        await list_all(visavis)
        await be_refused(visavis)
        await hear_of_it(visavis)
    async with AsyncVisavis(os.environ["BREAKING_URL"], api_key=lambda: API_KEY, max_retries=1) as visavis:
        await try_again(visavis)
        await follow(visavis, avatar_id)


asyncio.run(main())
