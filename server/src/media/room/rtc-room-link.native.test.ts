import { EventEmitter } from 'node:events';
import { RoomEvent, TrackKind, TrackSource } from '@livekit/rtc-node';
import { afterEach, expect, test, vi } from 'vitest';
import { silentLogger } from '../../lib/logger.ts';
import { AudioSources } from './audio-sources.ts';
import { NativeRoom } from './native-room.ts';
import type { RoomLinkOptions } from './room-link.ts';
import { RtcRoomLink } from './rtc-room-link.ts';
import { RtcTracks } from './rtc-tracks.ts';
import type { WaitingAvatar } from './waiting-avatar.ts';

afterEach(() => vi.useRealTimers());

function waitingIn(room: object, log = silentLogger): WaitingAvatar {
  const native = new NativeRoom(log, room as NativeRoom['room']);
  return { native } as unknown as WaitingAvatar;
}

test('only one microphone of a participant is heard at a time: the first, then the next once it is gone', async () => {
  const trackPublications = new Map<string, { sid: string; setSubscribed: (on: boolean) => void }>();
  const visitor = { identity: 'visitor', trackPublications };
  const room = Object.assign(new EventEmitter(), { remoteParticipants: new Map([['visitor', visitor]]) });
  const options = { isHeard: () => true, events: {} } as unknown as RoomLinkOptions;
  const link = new RtcRoomLink(options, silentLogger, waitingIn(room));
  await link.connect({ textTopics: {}, byteTopics: [], rpc: {} });
  const publish = (sid: string) => {
    const [kind, source] = [TrackKind.KIND_AUDIO, TrackSource.SOURCE_MICROPHONE];
    const publication = { sid, kind, source, setSubscribed: vi.fn() };
    trackPublications.set(sid, publication);
    room.emit(RoomEvent.TrackPublished, publication, visitor);
    return publication;
  };
  const [first, ...others] = Array.from({ length: 32 }, (_, track) => publish(`TR_${track}`));
  expect(first!.setSubscribed).toHaveBeenCalledExactlyOnceWith(true);
  for (const { setSubscribed } of others) expect(setSubscribed).not.toHaveBeenCalled();
  trackPublications.delete('TR_0');
  room.emit(RoomEvent.TrackUnpublished, first, visitor);
  expect(others.filter(({ setSubscribed }) => setSubscribed.mock.calls.length > 0)).toHaveLength(1);
});

test('a room is not disconnected while a track is being published, and leaving takes no longer for it', async () => {
  vi.useFakeTimers();
  const warnings: unknown[] = [];
  let settle: (error: Error) => void = () => undefined;
  const publishing = new Promise<never>((_, reject) => {
    settle = reject;
  });
  const disconnect = vi.fn(async () => undefined);
  const room = Object.assign(new EventEmitter(), {
    disconnect,
    remoteParticipants: new Map(),
    localParticipant: { publishTrack: () => publishing, trackPublications: new Map() },
  });
  const options = { isHeard: () => true, events: {} } as unknown as RoomLinkOptions;
  const link = new RtcRoomLink(
    options,
    silentLogger,
    waitingIn(room, { ...silentLogger, warn: ({ event }) => warnings.push(event) }),
  );
  await link.connect({ textTopics: {}, byteTopics: [], rpc: {} });
  const tracks = new RtcTracks({ width: 16, height: 16, fps: 1 }, new AudioSources());
  const published = link.publish(tracks).catch(() => 'not published');
  const left = link.leave();
  await vi.advanceTimersByTimeAsync(3000);
  // The room must not be disconnected in the meantime.
  expect(await left).toBe(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(disconnect).not.toHaveBeenCalled();
  expect(warnings).toEqual(['room.leave_overdue']);
  settle(new Error('closed'));
  expect(await published).toBe('not published');
  await vi.advanceTimersByTimeAsync(0);
  expect(disconnect).toHaveBeenCalledOnce();
  await tracks.close();
});
