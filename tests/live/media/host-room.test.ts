import {
  ConnectionQualityUpdate,
  JoinResponse,
  ParticipantInfo,
  ParticipantUpdate,
  RoomUpdate,
  SessionDescription,
  type SignalResponse,
  SpeakersChanged,
  TrackSubscribed,
  TrickleRequest,
} from '@livekit/protocol';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedRooms, startEmbeddedRooms } from '../../support/embedded-room-server.ts';
import { enterAsAvatar } from '../../support/entered-avatar.ts';
import { type HostileHost, startHostileHost } from '../../support/hostile/hostile-host.ts';
import { AudioSources } from '../../support/inside/media.ts';
import { NodeClient } from '../../support/node-client.ts';
import { mintToken, type RoomTarget, until } from '../../support/room-target.ts';

let rooms: EmbeddedRooms;
let host: HostileHost | undefined;
const enter = (target: RoomTarget) =>
  enterAsAvatar(target, 'theirs', new AudioSources(), {
    callerRoom: { privateAddresses: true },
  });

afterEach(async () => {
  host?.close();
  host = undefined;
  await rooms.close();
});

test.each([false, true])(
  'the avatar is seen and hears in a room of the caller (two connections: %s)',
  async (twoConnections) => {
    rooms = await startEmbeddedRooms({ twoConnections });
    const user = await NodeClient.connect(rooms.target.url, await mintToken(rooms.target, 'theirs', 'user'));
    await user.publishTone();
    const avatar = await enter(rooms.target);
    await avatar.heard;
    const published = () => user.room.remoteParticipants.get('avatar')?.trackPublications.size;
    await until('sound and pictures', () => published() === 2);
    avatar.link.setState('thinking');
    await until(
      'the state',
      () => user.room.remoteParticipants.get('avatar')?.attributes['lk.agent.state'] === 'thinking',
    );
    await avatar.leave();
    await user.close();
  },
);

describe('a hostile room server of a caller', () => {
  beforeEach(async () => {
    rooms = await startEmbeddedRooms();
  });

  test('cannot end this process with messages sent once the avatar has joined', async () => {
    host = await startHostileHost(rooms.target.url);
    const avatar = await enter({ ...rooms.target, url: host.url });
    const sayings: SignalResponse['message'][] = [
      { case: 'roomUpdate', value: new RoomUpdate() },
      { case: 'update', value: new ParticipantUpdate({ participants: [new ParticipantInfo()] }) },
      { case: 'speakersChanged', value: new SpeakersChanged({ speakers: [{ sid: '' }] }) },
      {
        case: 'connectionQuality',
        value: new ConnectionQualityUpdate({ updates: [{ participantSid: '' }] }),
      },
      { case: 'trackSubscribed', value: new TrackSubscribed({ trackSid: '' }) },
      { case: 'trickle', value: new TrickleRequest({ candidateInit: 'x' }) },
    ];
    for (const message of sayings) host.say(message);
    // The avatar still works: what the real server sends after these messages arrives.
    const user = await NodeClient.connect(rooms.target.url, await mintToken(rooms.target, 'theirs', 'user'));
    await user.publishTone();
    await avatar.heard;
    await avatar.leave();
    await user.close();
  });

  test('loses the avatar if it sends no valid SDP, with the reason', async () => {
    host = await startHostileHost(rooms.target.url);
    const avatar = await enter({ ...rooms.target, url: host.url });
    host.say({ case: 'answer', value: new SessionDescription({ type: 'answer', sdp: 'x' }) });
    expect(await avatar.disconnected).toBe('the room server sent an invalid session description');
    await avatar.leave();
  });

  test('is not joined if its join message has no room', async () => {
    host = await startHostileHost(rooms.target.url, [{ case: 'join', value: new JoinResponse() }]);
    await expect(enter({ ...rooms.target, url: host.url })).rejects.toThrow('a join message without a room');
  });
});
