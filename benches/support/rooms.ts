import type { Room } from '@livekit/rtc-node';
import { findLivekitServer, startLivekitServer } from '@visavis/tests/dist/support/livekit-server.js';
import { mintToken, type RoomTarget } from '@visavis/tests/dist/support/room-target.js';
import type { Joining } from './joining.ts';
import { ask, startChild } from './processes.ts';
import type { PublisherOrder, Publishing } from './publisher.ts';
import type { Scope } from './scope.ts';

/** A room server in its own process, whose CPU time is only the room server's. */
export interface RoomServer {
  readonly name: string;
  readonly pid: number;
  readonly target: RoomTarget;
}

export async function startEmbedded(scope: Scope): Promise<RoomServer> {
  const [apiKey, apiSecret] = ['benchkey', 'a-secret-of-at-least-32-characters'];
  const child = startChild(scope, new URL('./room-server-process.js', import.meta.url), [apiKey, apiSecret]);
  const url = `ws://127.0.0.1:${await ask<number>(child)}`;
  return { name: 'embedded', pid: child.pid!, target: { url, apiKey, apiSecret } };
}

/** Returns undefined if there is no LiveKit server on this machine. */
export async function startReal(scope: Scope): Promise<RoomServer | undefined> {
  if (findLivekitServer() === undefined) return undefined;
  const server = await startLivekitServer();
  scope.later(() => server.close());
  return { name: 'livekit-server', ...server };
}

export async function joining({ target }: RoomServer, room: string, identity: string): Promise<Joining> {
  return { serverUrl: target.url, token: await mintToken(target, room, identity) };
}

/** The identity of the participant that publishes in a bare room. */
export const PUBLISHER = 'publisher';

/** Opens a room without Visavis, as a baseline, in which a process publishes. */
export async function openBareRoom(scope: Scope, server: RoomServer, as: Publishing) {
  const child = startChild(scope, new URL('./publisher.js', import.meta.url));
  await ask(child, { join: [await joining(server, 'bare', PUBLISHER)], as } satisfies PublisherOrder);
  return { child, consumer: () => joining(server, 'bare', 'consumer') };
}

/** Returns the statistics of what a client receives, track by track. */
export async function inboundOf(room: Room) {
  // If one connection serves both directions, received media is counted in the publisher's.
  const { publisherStats, subscriberStats } = await room.getRtcStats();
  return [...publisherStats, ...subscriberStats].flatMap(({ stats }) =>
    stats.case === 'inboundRtp' ? [stats.value] : [],
  );
}
