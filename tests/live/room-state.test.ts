import { LocalParticipant, Room, RoomEvent, TrackKind } from '@livekit/rtc-node';
import { afterEach, expect, test, vi } from 'vitest';
import { hideAnswers } from '../support/answerless-rooms.ts';
import { LIVE_TIMEOUTS } from '../support/deadlines.ts';
import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { enterAsAvatar } from '../support/entered-avatar.ts';
import { mintToken, until } from '../support/room-target.ts';

vi.setConfig(LIVE_TIMEOUTS);

afterEach(() => vi.restoreAllMocks());

test('an avatar knows whether somebody wants its video: before anybody does, after they have left it, and again', async () => {
  const rooms = await startEmbeddedRooms();
  const consumer = new Room();
  try {
    const avatar = await enterAsAvatar(rooms.target, 'wanted');
    expect(await avatar.link.videoWanted()).toBe(true);
    await consumer.connect(rooms.target.url, await mintToken(rooms.target, 'wanted', 'consumer'), {
      autoSubscribe: true,
      dynacast: false,
    });
    await avatar.link.videoReceived();
    const [participant] = consumer.remoteParticipants.values();
    const video = [...participant!.trackPublications.values()].find(
      ({ kind }) => kind === TrackKind.KIND_VIDEO,
    )!;
    expect(await avatar.link.videoWanted()).toBe(true);
    video.setSubscribed(false);
    await until('the video not to be wanted', async () => !(await avatar.link.videoWanted()));
    video.setSubscribed(true);
    await until('the video to be wanted', () => avatar.link.videoWanted());
    await avatar.leave();
  } finally {
    await consumer.disconnect();
    await rooms.close();
  }
});

test('a video that somebody has received for a moment is no longer wanted', async () => {
  const rooms = await startEmbeddedRooms();
  const consumer = new Room();
  try {
    await consumer.connect(rooms.target.url, await mintToken(rooms.target, 'moment', 'consumer'), {
      autoSubscribe: true,
      dynacast: false,
    });
    const left = new Promise<void>((resolve) => {
      consumer.on(RoomEvent.TrackSubscribed, (_track, publication) => {
        if (publication.kind !== TrackKind.KIND_VIDEO) return;
        publication.setSubscribed(false);
        resolve();
      });
    });
    const avatar = await enterAsAvatar(rooms.target, 'moment');
    await left;
    await until('the video not to be wanted', async () => !(await avatar.link.videoWanted()));
    await avatar.leave();
  } finally {
    await consumer.disconnect();
    await rooms.close();
  }
});

test('a new state is sent without waiting for the lost answer to the previous one', async () => {
  const rooms = await startEmbeddedRooms();
  const answerless = await hideAnswers(rooms.target);
  const consumer = new Room();
  const states: string[] = [];
  consumer.on(RoomEvent.ParticipantAttributesChanged, (changed) => {
    states.push(changed['lk.agent.state']!);
  });
  // The client library waits a while for an answer before it gives up; until then the promise is pending.
  const order: string[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- it is called with its own `this` below
  const ask = LocalParticipant.prototype.setAttributes;
  vi.spyOn(LocalParticipant.prototype, 'setAttributes').mockImplementation(async function (
    this: LocalParticipant,
    attributes,
  ) {
    const state = attributes['lk.agent.state']!;
    order.push(`asked for ${state}`);
    await ask.call(this, attributes).finally(() => order.push(`gave up on ${state}`));
  });
  try {
    const avatar = await enterAsAvatar(answerless.target, 'states');
    await consumer.connect(rooms.target.url, await mintToken(rooms.target, 'states', 'consumer'), {
      autoSubscribe: true,
      dynacast: false,
    });
    const told = ['thinking', 'speaking', 'listening'] as const;
    for (const state of told) {
      avatar.link.setState(state);
      await until(`the room to know that it is ${state}`, () => states.at(-1) === state);
    }
    expect(states).toEqual(told);
    expect(order.slice(0, 2)).toEqual(['asked for thinking', 'asked for speaking']);
    await avatar.leave();
  } finally {
    await consumer.disconnect();
    await answerless.close();
    await rooms.close();
  }
});
