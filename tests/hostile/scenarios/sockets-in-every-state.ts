import assert from 'node:assert/strict';
import { callApi } from '../../support/hostile/call-api.ts';
import { head, RawConnection, WEBSOCKET } from '../../support/hostile/raw-http.ts';
import { defineScenario, type Target } from '../../support/hostile/scenario.ts';
import { TEST_API_KEY } from '../../support/service.ts';
import { startSession } from '../../support/service-client.ts';

const WORKER_TOKEN = 'a-token-of-workers-with-32-characters';
/** The number of connections in each state, at each endpoint. */
const EACH = 6;
const PIPELINED = 100;

const JSON_TYPE = { 'content-type': 'application/json' };

interface Given {
  token: string;
  version: string;
  brain: string;
  [name: string]: string;
}

/** An endpoint with valid credentials. */
interface Place {
  path: string;
  headers: Record<string, string>;
}

/** The first bytes of a masked text frame of 100 bytes, without the rest. */
const HALF_A_FRAME = Buffer.from([0x81, 0xe4, 1, 2, 3, 4, 5, 6, 7]);
/** The first fragment of a message, without the rest. */
const HALF_A_MESSAGE = Buffer.from([0x01, 0x81, 0, 0, 0, 0, 0x61]);

type State = (connection: RawConnection, place: Place) => Promise<void> | void;

/** Waits until a connection that reads has its response or is closed; returns at once for one that does not read. */
const answered = (connection: RawConnection) => (connection.reads ? connection.status() : undefined);

const upgrade = ({ path, headers }: Place) => head('GET', path, { ...WEBSOCKET, ...headers });

/** How far a connection gets before it stops sending, by the name of the state. */
const STATES: Record<string, State> = {
  'before the headers': () => undefined,
  'an empty line': (connection) => connection.write('\r\n'),
  'in the first line': (connection) => connection.write('GET /v3'),
  'in the headers': (connection, { path }) => connection.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-A: `),
  'before the body': (connection, { path, headers }) =>
    connection.write(head('POST', path, { ...headers, ...JSON_TYPE, 'content-length': 1_000 })),
  'in the body': (connection, { path, headers }) =>
    connection.write(`${head('POST', path, { ...headers, ...JSON_TYPE, 'content-length': 1_000 })}{"name":`),
  'in a chunk': (connection, { path, headers }) =>
    connection.write(
      `${head('POST', path, { ...headers, ...JSON_TYPE, 'transfer-encoding': 'chunked' })}ff\r\n{`,
    ),
  'at an answer that is not read': (connection, { path, headers }) =>
    connection.write(head('GET', path, headers)),
  'behind requests in a row': (connection, { path, headers }) =>
    connection.write(head('GET', path, headers).repeat(PIPELINED)),
  'at what is no HTTP': (connection) => connection.write('\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'),
  'in the headers of an upgrade': (connection, place) => connection.write(upgrade(place).slice(0, -4)),
  'at an upgrade': (connection, place) => connection.write(upgrade(place)),
  'in an upgrade with half a frame': async (connection, place) => {
    await connection.write(Buffer.concat([Buffer.from(upgrade(place)), HALF_A_FRAME]));
  },
  'in half a frame': async (connection, place) => {
    await connection.write(upgrade(place));
    await answered(connection);
    await connection.write(HALF_A_FRAME);
  },
  'in half a message': async (connection, place) => {
    await connection.write(upgrade(place));
    await answered(connection);
    await connection.write(HALF_A_MESSAGE);
  },
  'at an upgrade behind a request': (connection, place) =>
    connection.write(head('GET', place.path, place.headers) + upgrade(place)),
};

/** How a connection ends after that. */
const ENDS: ((connection: RawConnection) => void)[] = [
  () => undefined,
  (connection) => connection.socket.end(),
  (connection) => connection.reset(),
];

function placesOf({ token, version }: Given): Place[] {
  const worker = `version=${version}&name=w&capacity=1&engine=builtin`;
  return [
    { path: '/v3/brains?take=50', headers: { 'x-api-key': TEST_API_KEY } },
    { path: '/v3/brains', headers: {} },
    { path: `/rtc?access_token=${token}&auto_subscribe=1`, headers: {} },
    { path: '/rtc?access_token=x', headers: {} },
    { path: `/workers?${worker}`, headers: { authorization: `Bearer ${WORKER_TOKEN}` } },
    { path: '/workers', headers: {} },
  ];
}

/** Opens connections in all states at one endpoint, with every way to end, some reading and some not. */
async function occupy(target: Target<Given>, place: Place): Promise<RawConnection[]> {
  const opened: Promise<RawConnection>[] = [];
  for (const state of Object.values(STATES)) {
    for (let count = 0; count < EACH; count++) {
      const connection = new RawConnection(target, { read: count % 2 === 0 });
      const given = connection.connected().then(async () => {
        await state(connection, place);
        ENDS[count % ENDS.length]!(connection);
        return connection;
      });
      opened.push(given);
    }
  }
  return Promise.all(opened);
}

export const scenario = defineScenario<Given, { connections: number; beside: number[]; after: number[] }>({
  title: 'connections in every state, many of each, delay no other client and are closed',
  env: { VISAVIS_WORKER_TOKEN: WORKER_TOKEN, VISAVIS_VIDEO_FPS: '10' },
  memoryMiB: 300,
  openAfter: 40,
  // The scenario's own workers, which hang up.
  expectedErrors: /"event":"worker\.lost","worker":"w"/,
  async prepare(service) {
    let brain = '';
    for (let count = 0; count < 50; count++)
      brain = (await service.client.post('/v3/brains', { body: { instructions: 'x'.repeat(20_000) } })).id;
    const { version } = (await (await fetch(`${service.url}/v3/health`)).json()) as { version: string };
    return { token: (await startSession(service)).consumerAccessToken, version, brain };
  },
  async attack(target) {
    const places = placesOf(target.given);
    // One endpoint after the other, while the earlier connections stay as they are.
    const all: RawConnection[] = [];
    for (const place of places) all.push(...(await occupy(target, place)));
    // The same again, at all endpoints at once.
    all.push(...(await Promise.all(places.map((place) => occupy(target, place)))).flat());
    const statusOf = async (path: string) =>
      (await callApi(target.url, 'GET', path, { headers: { 'x-api-key': TEST_API_KEY } })).status;
    const beside = [await statusOf('/v3/health'), await statusOf(`/v3/brains/${target.given.brain}`)];
    for (const connection of all) connection.reset();
    // While this tenant does not read its lists, its next list waits for them.
    const after = [await statusOf('/v3/brains?take=1')];
    return { connections: all.length, beside, after };
  },
  check({ connections, beside, after }) {
    assert.equal(connections, 12 * EACH * Object.keys(STATES).length);
    assert.deepEqual({ beside, after }, { beside: [200, 200], after: [200] });
  },
});
