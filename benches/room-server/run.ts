import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { dispose } from '@livekit/rtc-node';
import { NodeClient } from '@visavis/tests/dist/support/node-client.js';
import { until } from '@visavis/tests/dist/support/room-target.js';
import type { Bench } from '../support/bench.ts';
import { timed } from '../support/measure.ts';
import { cpuSeconds } from '../support/processes.ts';
import { inboundOf, joining, type RoomServer, startEmbedded, startReal } from '../support/rooms.ts';
import { pause, type Scope } from '../support/scope.ts';

/** A server with rooms in which a video and a tone are forwarded. */
interface Loaded {
  readonly server: RoomServer;
  readonly joins: number[];
  readonly viewers: NodeClient[];
  readonly perPacketUs: number[];
  readonly shareOfCore: number[];
}

/**
 * The embedded server beside LiveKit's where there is one, both measured in the same seconds. The load's own encoders share the
 * machine: read ratios, not figures.
 */
export async function run({ options, scope, report }: Bench): Promise<void> {
  const { rooms, windows, windowSeconds, joins } = options({
    rooms: 2,
    windows: 8,
    windowSeconds: 4,
    joins: 15,
  });
  scope.later(() => dispose());
  const real = await startReal(scope);
  if (!real) report.text('No livekit-server on PATH or in ~/go/bin: the embedded server is measured alone.');
  const loads: Loaded[] = [];
  for (const server of [...(real ? [real] : []), await startEmbedded(scope)])
    loads.push({
      server,
      joins: await measureJoins(server, joins),
      viewers: await fillRooms(scope, server, rooms),
      perPacketUs: [],
      shareOfCore: [],
    });
  await pause(4000);
  for (let count = 0; count < windows; count++) await measureWindow(loads, windowSeconds);
  report.heading(
    `${rooms} rooms on each server, one VP8 picture (600 kbps at most, 25 fps) and one Opus tone each, localhost`,
  );
  const theirs = real && loads[0];
  report.measured(
    loads.flatMap(({ server, joins: joined, perPacketUs, shareOfCore }) => {
      const to = theirs && server !== real ? theirs : undefined;
      return [
        { name: `${server.name}: join, rtc-node`, values: joined, unit: 'ms', to: to?.joins },
        {
          name: `${server.name}: processor time of a forwarded packet`,
          values: perPacketUs,
          unit: 'µs',
          to: to?.perPacketUs,
          target: to && 'ratio ≤ 1.5',
        },
        { name: `${server.name}: share of one core`, values: shareOfCore, unit: '%', to: to?.shareOfCore },
      ];
    }),
  );
  report.text(`Load of the machine ${loadavg()[0]!.toFixed(0)}.`);
}

async function connect(server: RoomServer, room: string, identity: string): Promise<NodeClient> {
  const { serverUrl, token } = await joining(server, room, identity);
  return NodeClient.connect(serverUrl, token);
}

async function measureJoins(server: RoomServer, joins: number): Promise<number[]> {
  const values: number[] = [];
  // The first two warm the server and the native library up.
  for (let count = -2; count < joins; count++) {
    const { value, ms } = await timed(() => connect(server, randomUUID(), 'joiner'));
    if (count >= 0) values.push(ms);
    await value.close();
  }
  return values;
}

/** Those who watch, one a room. */
async function fillRooms(scope: Scope, server: RoomServer, rooms: number): Promise<NodeClient[]> {
  const viewers: NodeClient[] = [];
  for (let count = 0; count < rooms; count++) {
    const room = randomUUID();
    const viewer = await connect(server, room, 'viewer');
    const avatar = await connect(server, room, 'avatar');
    scope.later(() => Promise.all([viewer.close(), avatar.close()]));
    viewers.push(viewer);
    await avatar.publishPicture();
    await avatar.publishTone();
    await until('frames', () => (viewer.frames.get('avatar') ?? 0) > 10);
  }
  return viewers;
}

async function measureWindow(loads: readonly Loaded[], seconds: number): Promise<void> {
  const look = async ({ server, viewers }: Loaded) => ({
    cpu: cpuSeconds(server.pid),
    packets: await received(viewers),
    at: performance.now(),
  });
  const before = await Promise.all(loads.map(look));
  await pause(seconds * 1000);
  const after = await Promise.all(loads.map(look));
  for (const [at, { perPacketUs, shareOfCore }] of loads.entries()) {
    const cpu = after[at]!.cpu - before[at]!.cpu;
    perPacketUs.push((cpu / (after[at]!.packets - before[at]!.packets)) * 1e6);
    shareOfCore.push((cpu / ((after[at]!.at - before[at]!.at) / 1000)) * 100);
  }
}

/** RTP packets that reached the viewers. */
async function received(viewers: readonly NodeClient[]): Promise<number> {
  let sum = 0;
  for (const { room } of viewers) {
    for (const { received: of } of await inboundOf(room)) sum += Number(of?.packetsReceived ?? 0);
  }
  return sum;
}
