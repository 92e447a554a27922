"""What LiveKit's end-to-end suite in Python tests and its source package leaves out, in our own words."""

import asyncio
import time

import numpy as np
import pytest
from utils import await_event, connect_room, ensure_track_subscribed, expect_room_event, unique_room_name, wait_until

from livekit import rtc
from livekit.rtc.utils import sine_wave_generator

SAMPLE_RATE = 48_000
FEATURES = [rtc.FrameMetadataFeature.FMF_USER_TIMESTAMP, rtc.FrameMetadataFeature.FMF_FRAME_ID]
pytestmark = pytest.mark.asyncio


class Pair:
    """A subscriber and a publisher in a room of their own."""

    async def __aenter__(self):
        name = unique_room_name("rooms")
        self.subscriber = await connect_room("subscriber", name)
        self.publisher = await connect_room("publisher", name)
        return self

    async def __aexit__(self, *_):
        await self.publisher.disconnect()
        await self.subscriber.disconnect()


async def publish_sound(room):
    source = rtc.AudioSource(SAMPLE_RATE, 1)
    track = rtc.LocalAudioTrack.create_audio_track("sound", source)
    options = rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_MICROPHONE)
    return source, await room.local_participant.publish_track(track, options)


async def publish_picture(room, width=320, height=240):
    source = rtc.VideoSource(width, height)
    track = rtc.LocalVideoTrack.create_video_track("picture", source)
    options = rtc.TrackPublishOptions(source=rtc.TrackSource.SOURCE_CAMERA, frame_metadata_features=FEATURES)
    return source, await room.local_participant.publish_track(track, options)


async def test_a_published_track_is_told_and_received():
    async with Pair() as pair:
        published = expect_room_event(pair.subscriber, "track_published")
        _, publication = await publish_sound(pair.publisher)
        told, participant = await await_event(published)
        assert (told.sid, participant.identity) == (publication.sid, "publisher")
        received = await ensure_track_subscribed(pair.subscriber, publication.sid)
        assert isinstance(received.track, rtc.RemoteAudioTrack)


async def test_metadata_of_frames_arrives_with_them():
    async with Pair() as pair:
        source, publication = await publish_picture(pair.publisher)
        assert publication.frame_metadata_features == FEATURES
        received = await ensure_track_subscribed(pair.subscriber, publication.sid)
        assert received.frame_metadata_features == FEATURES
        stream = rtc.VideoStream.from_track(track=received.track, capacity=1)
        red = rtc.VideoFrame(320, 240, rtc.VideoBufferType.RGBA, bytes([255, 0, 0, 255]) * (320 * 240))

        async def show():
            while True:
                source.capture_frame(red, metadata=rtc.FrameMetadata(user_timestamp=123_456_789, frame_id=77))
                await asyncio.sleep(0.1)

        showing = asyncio.create_task(show())
        event = await asyncio.wait_for(stream.__anext__(), 15)
        showing.cancel()
        await stream.aclose()
        assert (event.metadata.user_timestamp, event.metadata.frame_id) == (123_456_789, 77)


async def test_a_full_reconnect_publishes_again_under_the_same_object():
    room = await connect_room("publisher", unique_room_name("again"))
    _, publication = await publish_picture(room)
    before = publication.sid
    reconnected = expect_room_event(room, "reconnected")
    await room.simulate_scenario(rtc.SimulateScenarioKind.SIMULATE_FULL_RECONNECT)
    await await_event(reconnected)
    publications = room.local_participant.track_publications
    await wait_until(lambda: publication.sid != before and publications.get(publication.sid) is publication)
    assert before not in publications
    assert publication.frame_metadata_features == FEATURES
    await room.disconnect()


async def test_sound_arrives_as_loud_as_it_was_sent():
    async with Pair() as pair:
        source, publication = await publish_sound(pair.publisher)
        received = await ensure_track_subscribed(pair.subscriber, publication.sid)
        sent = []

        def energy(frame):
            return float(np.mean(np.abs(np.frombuffer(bytes(frame.data.cast("B")), np.int16).astype(np.float32))))

        async def sing():
            async for frame in sine_wave_generator(440, 5.0, SAMPLE_RATE):
                sent.append(energy(frame))
                await source.capture_frame(frame)

        singing = asyncio.create_task(sing())
        stream = rtc.AudioStream(received.track, sample_rate=SAMPLE_RATE, num_channels=1)
        heard = []
        async for event in stream:
            heard.append(energy(event.frame))
            if len(heard) == 400:
                break
        await stream.aclose()
        await singing
        # From where the tone has come up.
        assert np.median(heard[100:]) == pytest.approx(np.median(sent), rel=0.1)


async def test_each_event_of_a_room_comes():
    name = unique_room_name("events")
    first = await connect_room("first", name)
    came = expect_room_event(first, "participant_connected")
    second = await connect_room("second", name)
    assert (await await_event(came))[0].identity == "second"
    assert "first" in second.remote_participants

    mine, theirs = expect_room_event(first, "local_track_published"), expect_room_event(second, "track_published")
    _, publication = await publish_sound(first)
    assert (await await_event(mine))[0].sid == (await await_event(theirs))[0].sid == publication.sid
    await ensure_track_subscribed(second, publication.sid)

    mine, theirs = expect_room_event(first, "local_track_unpublished"), expect_room_event(second, "track_unpublished")
    await first.local_participant.unpublish_track(publication.sid)
    await await_event(mine)
    await await_event(theirs)

    left, state = expect_room_event(first, "participant_disconnected"), []
    first.on("connection_state_changed", state.append)
    await second.disconnect()
    assert (await await_event(left))[0].identity == "second"
    await first.disconnect()
    await wait_until(lambda: state == [rtc.ConnectionState.CONN_DISCONNECTED])


async def test_the_state_of_the_connection_is_told():
    room, states = rtc.Room(), []
    room.on("connection_state_changed", states.append)
    assert room.connection_state == rtc.ConnectionState.CONN_DISCONNECTED
    await connect_room("state", unique_room_name("state"), room=room)
    await wait_until(lambda: rtc.ConnectionState.CONN_CONNECTED in states)
    await room.disconnect()
    await wait_until(lambda: room.connection_state == rtc.ConnectionState.CONN_DISCONNECTED)


async def test_frames_of_a_data_track_arrive():
    async with Pair() as pair:
        published = expect_room_event(pair.subscriber, "data_track_published")
        gone = expect_room_event(pair.subscriber, "data_track_unpublished")
        local = await pair.publisher.local_participant.publish_data_track(name="numbers")
        assert local.is_published()
        (remote,) = await await_event(published)
        assert (remote.info.name, remote.publisher_identity) == ("numbers", "publisher")
        stream = remote.subscribe()

        async def push():
            for number in range(10):
                local.try_push(rtc.DataTrackFrame(payload=bytes([number]) * 64, user_timestamp=int(time.time() * 1000)))
                await asyncio.sleep(0.1)
            await local.unpublish()

        pushing, payloads = asyncio.create_task(push()), []

        async def read():
            async for frame in stream:
                assert abs(time.time() * 1000 - frame.user_timestamp) < 5_000
                payloads.append(bytes(frame.payload))

        await asyncio.wait_for(read(), 20)
        await pushing
        assert payloads and all(payload == payload[:1] * 64 for payload in payloads)
        assert (await await_event(gone))[0] == local.info.sid
