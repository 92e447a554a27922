import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { dispose } from '@livekit/rtc-node';
import { NodeClient } from '@visavis/tests/dist/support/node-client.js';
import { mintToken, until } from '@visavis/tests/dist/support/room-target.js';
import { cpuSeconds } from '../support/processes.ts';
import { type MeasuredServer, startEmbedded, startReal } from './measured-servers.ts';

interface Settings {
  rooms: number;
  windows: number;
  windowSeconds: number;
  joins: number;
}

interface Row {
  server: string;
  measure: string;
  values: number[];
}

const defaults: Settings = { rooms: 3, windows: 6, windowSeconds: 4, joins: 15 };

/**
 * The room server's processor time per forwarded packet, and how long joining takes; beside a real LiveKit server
 * where there is one. Linux only (`/proc`). The load's own encoders share the machine: read ratios, not figures.
 *
 * @param args `--rooms=3 --windows=6 --windowSeconds=4 --joins=15`
 */
export async function run(args: readonly string[]): Promise<void> {
  const settings = readSettings(args);
  const rows: Row[] = [];
  for (const start of [startEmbedded, startReal]) {
    const server = await start();
    if (server === undefined) {
      console.log('No livekit-server on PATH or in ~/go/bin: the embedded server is measured alone.');
      continue;
    }
    try {
      rows.push(await measureJoins(server, settings));
      rows.push(...(await measureForwarding(server, settings)));
    } finally {
      await server.close();
    }
  }
  await dispose();
  console.log(
    `${settings.rooms} rooms, one VP8 picture (600 kbps at most, 25 fps) and one Opus tone each, localhost`,
  );
  printTable(rows);
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

async function measureJoins(server: MeasuredServer, settings: Settings): Promise<Row> {
  const values: number[] = [];
  // The first two warm the server and the native library up.
  for (let count = -2; count < settings.joins; count++) {
    const room = randomUUID();
    const startedAt = performance.now();
    const client = await connect(server, room, 'joiner');
    if (count >= 0) values.push(performance.now() - startedAt);
    await client.close();
  }
  return { server: server.name, measure: 'join, rtc-node (ms)', values };
}

async function measureForwarding(server: MeasuredServer, settings: Settings): Promise<Row[]> {
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
  await sleep(4_000);
  const perPacket: number[] = [];
  const busy: number[] = [];
  for (let count = 0; count < settings.windows; count++) {
    const [secondsBefore, packetsBefore, atBefore] = [
      cpuSeconds(server.pid),
      await received(viewers),
      performance.now(),
    ];
    await sleep(settings.windowSeconds * 1000);
    const [seconds, packets] = [
      cpuSeconds(server.pid) - secondsBefore,
      (await received(viewers)) - packetsBefore,
    ];
    perPacket.push((seconds / packets) * 1e6);
    busy.push((seconds / ((performance.now() - atBefore) / 1000)) * 100);
  }
  for (const client of clients) await client.close();
  return [
    { server: server.name, measure: 'processor time per forwarded packet (µs)', values: perPacket },
    { server: server.name, measure: 'share of one core (%)', values: busy },
  ];
}

/** RTP packets that reached the viewers. */
async function received(viewers: readonly NodeClient[]): Promise<number> {
  let sum = 0;
  for (const viewer of viewers) {
    // With the newer signalling of a real server there is one connection for both directions.
    const { publisherStats, subscriberStats } = await viewer.room.getRtcStats();
    for (const { stats } of [...publisherStats, ...subscriberStats]) {
      if (stats.case === 'inboundRtp') sum += Number(stats.value.received?.packetsReceived ?? 0);
    }
  }
  return sum;
}

function printTable(rows: readonly Row[]): void {
  const lines = rows.map(({ server, measure, values }) => {
    const sorted = [...values].sort((a, b) => a - b);
    const at = (share: number) =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1);
    return [measure, server, String(values.length), at(0.5), at(0.95)];
  });
  const table = [['measure', 'server', 'n', 'median', 'p95'], ...lines];
  const widths = table[0]!.map((_, column) => Math.max(...table.map((line) => line[column]!.length)));
  for (const line of table) console.log(line.map((cell, column) => cell.padEnd(widths[column]!)).join('  '));
}
