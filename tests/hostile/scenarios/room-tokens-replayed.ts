import assert from 'node:assert/strict';
import { createVisavisClient } from '@visavis/client';
import { WebSocket } from 'ws';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { startSession, stopSession } from '../../support/service-client.ts';

const ADMIN_TOKEN = 'an-admin-token-for-hostile-tests';
const ROUNDS = 8;
const CROWD = 120;

interface Given {
  /** Tokens of an ended conversation, of a deleted organization, and of a running conversation. */
  ended: string;
  deleted: string;
  running: string;
  /** The token of another user's conversation. */
  quiet: string;
  [name: string]: string;
}

/** Tries to join a room. Resolves with the HTTP status: 101 if the join was accepted, which keeps the socket open. */
function join(url: string, token: string, keep?: WebSocket[]): Promise<number> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/rtc?access_token=${token}&auto_subscribe=1`);
  keep?.push(socket);
  return new Promise((resolve) => {
    const done = (status: number) => {
      resolve(status);
      if (!keep) socket.terminate();
    };
    socket.on('error', () => done(0));
    socket.once('close', () => done(0));
    socket.once('unexpected-response', (_, { statusCode = 0 }) => done(statusCode));
    // The first message after an accepted join is the list of participants.
    socket.once('message', () => done(101));
  });
}

export const scenario = defineScenario<Given, { [name: string]: number[] }>({
  title:
    'tokens of ended conversations open no room, and a flood of joins, or of questions why they fail, blocks no other tenant',
  env: { VISAVIS_ADMIN_TOKEN: ADMIN_TOKEN, VISAVIS_VIDEO_FPS: '10' },
  memoryMiB: 400,
  openAfter: 40,
  async prepare(service) {
    const make = async () => {
      const ask = (path: string) =>
        fetch(`${service.url}/admin/organizations${path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
          body: JSON.stringify({ name: 'Another' }),
        }).then((answer) => answer.json() as Promise<{ id: string; key: string }>);
      const { id } = await ask('');
      const { key } = await ask(`/${id}/keys`);
      return { id, client: createVisavisClient({ baseUrl: service.url, apiKey: key }) };
    };
    const start = async (client = service.client) => {
      const { session, consumerAccessToken } = await startSession({ client } as typeof service);
      return { id: session.id, token: consumerAccessToken };
    };
    const ended = await start();
    await stopSession(service, ended.id);
    const gone = await make();
    const deleted = await start(gone.client);
    await fetch(`${service.url}/admin/organizations/${gone.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    });
    const running = await start();
    const quiet = await start((await make()).client);
    return { ended: ended.token, deleted: deleted.token, running: running.token, quiet: quiet.token };
  },
  async attack({ url, given }) {
    const statuses = (token: string) => Promise.all(Array.from({ length: 50 }, () => join(url, token)));
    const [ended, deleted] = [await statuses(given.ended), await statuses(given.deleted)];
    const crowd = new Set<number>();
    const quiet: number[] = [];
    // The number of joins per second is limited; a slow machine needs more rounds to reach the limit.
    for (let round = 0; round < ROUNDS || !crowd.has(503); round++) {
      const kept: WebSocket[] = [];
      const flood = Promise.all(Array.from({ length: CROWD }, () => join(url, given.running, kept)));
      quiet.push(await join(url, given.quiet));
      for (const status of await flood) crowd.add(status);
      for (const socket of kept) socket.terminate();
    }
    const ask = () => fetch(`${url}/rtc/validate?access_token=${given.running}`).then(({ status }) => status);
    const questions = new Set<number>();
    for (let round = 0; round < ROUNDS && !questions.has(503); round++)
      for (const status of await Promise.all(Array.from({ length: CROWD }, ask))) questions.add(status);
    return { ended, deleted, questions: [...questions], crowd: [...crowd], quiet };
  },
  check({ ended, deleted, questions, crowd, quiet }) {
    // 503 means that the participant of the token has tried too often.
    for (const statuses of [ended!, deleted!])
      assert.deepEqual(
        [...new Set(statuses.filter((status) => status !== 503))],
        [404],
        'a token of what is gone was let in',
      );
    assert.ok(questions!.includes(503), 'all questions of one person came through');
    assert.ok(crowd!.includes(503), 'a flood of joins was let in whole');
    assert.ok(crowd!.includes(101), 'nobody of a crowd was let in');
    assert.deepEqual([...new Set(quiet)], [101], 'another tenant was kept out');
  },
});
