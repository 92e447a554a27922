import { randomUUID } from 'node:crypto';
import { Socket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import { DataPacket, DataPacket_Kind, UserPacket } from '@livekit/protocol';
import { dispose, RoomEvent } from '@livekit/rtc-node';
import { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';
import { defaultLimits } from '@visavis/server/dist/room-server/limits.js';
import { relayPacket } from '@visavis/server/dist/room-server/room/data-relay.js';
import { RoomServerCore } from '@visavis/server/dist/room-server/room-server.js';
import { PacketRouter } from '@visavis/server/dist/room-server/transport/packet-router.js';
import { NodeClient } from '@visavis/tests/dist/support/node-client.js';
import { mintToken, until } from '@visavis/tests/dist/support/room-target.js';
import { type Report, summarize } from '../support/report.ts';

const credentials = { apiKey: 'benchkey', apiSecret: 'a-secret-of-at-least-32-characters' };
/** First byte of a DTLS record of application data: all that SCTP sends, and nothing of the handshake. */
const APPLICATION_DATA = 23;

/**
 * How long small reliable messages take each way between an rtc-node client and the room server when packets of the
 * data channels are lost, each way alike: messages at irregular gaps, so that often nothing follows a lost one.
 *
 * @param args `--messages=200 --losses=0,1,5,10`
 */
export async function run(args: readonly string[], report: Report): Promise<void> {
  const option = (name: string, fallback: string) =>
    args.find((arg) => arg.startsWith(`--${name}=`))?.split('=')[1] ?? fallback;
  const messages = Number(option('messages', '200'));
  const losses = option('losses', '0,1,5,10').split(',').map(Number);
  const network = loseDatagrams();
  const core = await RoomServerCore.start(
    {
      ...credentials,
      port: 0,
      udpPorts: undefined,
      publicIps: [],
      turn: undefined,
      admitted: undefined,
      limits: defaultLimits,
    },
    () => undefined,
  );
  const rows: (string | number)[][] = [
    ['lost', 'direction', 'p95, to that without loss', 'n', 'median ms', 'p95 ms', 'p99 ms', 'max ms'],
  ];
  /** The yardstick: p95 of each direction. It is measured where 0 is the first of the losses. */
  const lossless = new Map<string, number>();
  for (const percent of losses) {
    const measured = await measure(core, messages, () => network.lose(percent / 100));
    network.lose(0);
    for (const [direction, values] of measured) {
      const sorted = [...values].sort((a, b) => a - b);
      const { n, median, p95 } = summarize(values);
      const p99 = sorted[Math.floor(n * 0.99)] ?? Number.NaN;
      if (percent === 0) lossless.set(direction, p95);
      const ratio = p95 / (lossless.get(direction) ?? Number.NaN);
      rows.push([`${percent} %`, direction, ratio, String(n), median, p95, p99, sorted.at(-1) ?? Number.NaN]);
    }
  }
  await core.close();
  await dispose();
  report.heading('Small reliable messages over lossy paths');
  report.table(rows);
}

type Methods = Record<string, (this: unknown, ...args: unknown[]) => void>;

/** Loses datagrams of this process's own sockets; rtc-node's are native and not among them. */
function loseDatagrams(): { lose(share: number): void } {
  let share = 0;
  const random = seededRandom(7);
  const lost = (packet: unknown) =>
    Buffer.isBuffer(packet) && packet[0] === APPLICATION_DATA && random() < share;
  const sockets = Socket.prototype as unknown as Methods;
  const send = sockets.send!;
  sockets.send = function (...args) {
    if (!lost(args[0])) send.apply(this, args);
  };
  const routers = PacketRouter.prototype as unknown as Methods;
  const route = routers.route!;
  routers.route = function (...args) {
    if (!lost(args[1])) route.apply(this, args);
  };
  return {
    lose: (wanted) => {
      share = wanted;
    },
  };
}

async function measure(
  core: RoomServerCore,
  messages: number,
  begin: () => void,
): Promise<[direction: string, values: number[]][]> {
  const target = { url: `ws://127.0.0.1:${core.port}`, ...credentials };
  const name = randomUUID();
  const client = await NodeClient.connect(target.url, await mintToken(target, name, 'client'));
  const room = core.rooms.list().find((entry) => entry.name === name)!;
  const participant = room.participants.get('client')!;
  const [sent, up, down] = [[] as number[], [] as number[], [] as number[]];
  participant.publisher.on('data', (_, message) => {
    const packet = DataPacket.fromBinary(message);
    if (packet.value.case === 'user') up.push(performance.now() - numberIn(packet.value.value.payload));
  });
  client.room.on(RoomEvent.DataReceived, (payload) => down.push(performance.now() - numberIn(payload)));
  // The first message opens the publishing connection.
  await client.room.localParticipant!.publishData(numberOut(), { reliable: true });
  await until('the first message', () => up.length === 1);
  up.length = 0;
  begin();
  const random = seededRandom(3);
  for (let count = 0; count < messages; count++) {
    sent.push(performance.now());
    client.room.localParticipant!.publishData(numberOut(), { reliable: true }).catch(() => undefined);
    const user = new UserPacket({ payload: numberOut() });
    const packet = new DataPacket({ value: { case: 'user', value: user } });
    relayPacket(room, DataPacket_Kind.RELIABLE, packet, defaultLimits);
    await sleep(20 + random() * 160);
  }
  await until('every message', () => up.length >= messages && down.length >= messages, 60_000).catch(
    (error: unknown) => console.log(String(error), up.length, down.length),
  );
  await client.close();
  return [
    ['to the server', up],
    ['from the server', down],
  ];
}

const numberOut = () => {
  const payload = Buffer.alloc(8);
  payload.writeDoubleBE(performance.now());
  return payload;
};
const numberIn = (payload: Uint8Array) => Buffer.from(payload).readDoubleBE(0);
