import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { dispose } from '@livekit/rtc-node';
import { NodeClient } from '@visavis/tests/dist/support/node-client.js';
import { mintToken, until } from '@visavis/tests/dist/support/room-target.js';
import { cpuSeconds } from '../support/processes.ts';
import { type Report, summarize } from '../support/report.ts';
import { type MeasuredServer, startEmbedded, startReal } from './measured-servers.ts';

interface Settings {
  rooms: number;
  windows: number;
  windowSeconds: number;
  joins: number;
}

/** A server with rooms in which a video and a tone are forwarded. */
interface Loaded {
  readonly server: MeasuredServer;
  readonly clients: readonly NodeClient[];
  readonly viewers: readonly NodeClient[];
  readonly perPacketUs: number[];
  readonly shareOfCore: number[];
}

const defaults: Settings = { rooms: 2, windows: 8, windowSeconds: 4, joins: 15 };

/**
 * The room server's processor time per forwarded packet, and how long joining takes; beside a real LiveKit server
 * where there is one, both measured in the same seconds. Linux only (`/proc`). The load's own encoders share the
 * machine: read ratios, not figures.
 *
 * @param args `--rooms=2 --windows=8 --windowSeconds=4 --joins=15`
 */
export async function run(args: readonly string[], report: Report): Promise<void> {
  const settings = readSettings(args);
  const servers: MeasuredServer[] = [];
  const loads: Loaded[] = [];
  try {
    for (const start of [startEmbedded, startReal]) {
      const server = await start();
      if (server !== undefined) servers.push(server);
      else report.text('No livekit-server on PATH or in ~/go/bin: the embedded server is measured alone.');
    }
    const joins: number[][] = [];
    for (const server of servers) joins.push(await measureJoins(server, settings));
    for (const server of servers) loads.push(await load(server, settings));
    await sleep(4_000);
    for (let count = 0; count < settings.windows; count++) await measureWindow(loads, settings.windowSeconds);
    report.text(
      `${settings.rooms} rooms on each server, one VP8 picture (600 kbps at most, 25 fps) and one Opus tone each, ` +
        `localhost, load of the machine ${loadavg()[0]!.toFixed(0)}`,
    );
    const rows = loads.flatMap(({ server, perPacketUs, shareOfCore }, at) => [
      row('join, rtc-node (ms)', server.name, joins[at]!),
      row('processor time per forwarded packet (µs)', server.name, perPacketUs),
      row('share of one core (%)', server.name, shareOfCore),
    ]);
    const [ours, theirs] = loads;
    if (ours !== undefined && theirs !== undefined) {
      const ratios = ours.perPacketUs.map((us, at) => us / theirs.perPacketUs[at]!);
      rows.push(row('processor time, ratio (goal: 1.5 at most)', 'embedded / LiveKit', ratios));
    }
    report.table([['measure', 'server', 'n', 'median', 'p95'], ...rows]);
  } finally {
    for (const { clients } of loads) for (const client of clients) await client.close();
    for (const server of servers) await server.close();
  }
  await dispose();
}

function row(measure: string, server: string, values: readonly number[]): (string | number)[] {
  const { n, median, p95 } = summarize(values);
  return [measure, server, n, median, p95];
}

function readSettings(args: readonly string[]): Settings {
  const settings = { ...defaults };
  for (const arg of args) {
    const [name = '', value = ''] = arg.replace(/^--/, '').split('=');
    if (!(name in settings) || !(Number(value) > 0)) throw new Error(`unknown or empty option ${arg}`);
    settings[name as keyof Settings] = Number(value);
  }
  return settings;
}

const connect = async ({ target }: MeasuredServer, room: string, identity: string) =>
  NodeClient.connect(target.url, await mintToken(target, room, identity));

async function measureJoins(server: MeasuredServer, settings: Settings): Promise<number[]> {
  const values: number[] = [];
  // The first two warm the server and the native library up.
  for (let count = -2; count < settings.joins; count++) {
    const room = randomUUID();
    const startedAt = performance.now();
    const client = await connect(server, room, 'joiner');
    if (count >= 0) values.push(performance.now() - startedAt);
    await client.close();
  }
  return values;
}

async function load(server: MeasuredServer, settings: Settings): Promise<Loaded> {
  const clients: NodeClient[] = [];
  const viewers: NodeClient[] = [];
  for (let count = 0; count < settings.rooms; count++) {
    const room = randomUUID();
    const viewer = await connect(server, room, 'viewer');
    const avatar = await connect(server, room, 'avatar');
    clients.push(viewer, avatar);
    viewers.push(viewer);
    await avatar.publishPicture();
    await avatar.publishTone();
    await until('frames', () => (viewer.frames.get('avatar') ?? 0) > 10);
  }
  return { server, clients, viewers, perPacketUs: [], shareOfCore: [] };
}

async function measureWindow(loads: readonly Loaded[], seconds: number): Promise<void> {
  const look = async ({ server, viewers }: Loaded) => ({
    cpu: cpuSeconds(server.pid),
    packets: await received(viewers),
    at: performance.now(),
  });
  const before = await Promise.all(loads.map(look));
  await sleep(seconds * 1000);
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
  for (const viewer of viewers) {
    // With the newer signalling, a real server uses one connection for both directions.
    const { publisherStats, subscriberStats } = await viewer.room.getRtcStats();
    for (const { stats } of [...publisherStats, ...subscriberStats]) {
      if (stats.case === 'inboundRtp') sum += Number(stats.value.received?.packetsReceived ?? 0);
    }
  }
  return sum;
}
