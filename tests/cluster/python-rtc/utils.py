"""What the tests in the source package of `livekit` import from their repository and the package leaves out.

Same names and arguments; tokens, rooms and waiting, with LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET."""

import asyncio
import os
import time
import uuid

import pytest

from livekit import api, rtc

PATIENCE_S = 15.0


def skip_if_no_credentials():
    """Never skips: a test that was meant to run and cannot is a failed one."""
    return pytest.mark.skipif(False, reason="")


def unique_room_name(base):
    return f"{base}-{uuid.uuid4().hex[:8]}"


def create_token(identity, room_name):
    grants = api.VideoGrants(room_join=True, room=room_name)
    return api.AccessToken().with_identity(identity).with_name(identity).with_grants(grants).to_jwt()


async def connect_room(identity, room_name, *, room=None):
    room = room or rtc.Room()
    await room.connect(os.environ["LIVEKIT_URL"], create_token(identity, room_name))
    return room


async def wait_until(condition, timeout=PATIENCE_S, interval=0.05, message="the condition did not come true"):
    deadline = time.monotonic() + timeout
    while not (result := condition()):
        assert time.monotonic() < deadline, message
        await asyncio.sleep(interval)
    return result


assert_eventually = wait_until


def expect_room_event(room, event, predicate=None):
    """A future of the arguments of the next event that `predicate` accepts."""
    future = asyncio.get_running_loop().create_future()

    def handle(*args):
        if not future.done() and (predicate is None or predicate(*args)):
            future.set_result(args)

    room.on(event, handle)
    future.add_done_callback(lambda _: room.off(event, handle))
    return future


async def await_event(future, timeout=PATIENCE_S):
    return await asyncio.wait_for(future, timeout)


async def ensure_participants_visible(room, identities):
    await wait_until(
        lambda: set(identities) <= set(room.remote_participants),
        message=f"{list(identities)} are not all in the room",
    )


async def ensure_rooms_all_connected(rooms):
    for room in rooms:
        others = [other.local_participant.identity for other in rooms if other is not room]
        await ensure_participants_visible(room, others)


async def ensure_track_subscribed(room, sid):
    def subscribed():
        for participant in room.remote_participants.values():
            publication = participant.track_publications.get(sid)
            if publication is not None and publication.track is not None:
                return publication
        return None

    return await wait_until(subscribed, message=f"{sid} was not subscribed")


async def publish_dummy_video(source, stop, width=320, height=180):
    """Frames of changing grey until `stop` is set."""
    count = 0
    while not stop.is_set():
        data = bytes([(count * 8) % 256]) * (width * height) + bytes([128]) * (width * height // 2)
        source.capture_frame(rtc.VideoFrame(width, height, rtc.VideoBufferType.I420, data))
        count += 1
        await asyncio.sleep(1 / 15)
