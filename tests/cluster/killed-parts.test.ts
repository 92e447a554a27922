/**
 * Kills each part of the distributed form once during conversations, and checks that the outcome is what
 * docs/guides/deploy.md says: acknowledged data is not lost, every conversation ends with a reason, no place
 * stays taken, and no second is charged twice.
 */
import type { Conversation } from '@visavis/client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { Cluster } from '../support/cluster.ts';
import { DEADLINE_MS } from '../support/deadlines.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { needs } from '../support/needs.ts';
import { poll } from '../support/poll.ts';
import {
  createKnowledgeBase,
  readConversation,
  startSession,
  stopSession,
  untilEnded,
} from '../support/service-client.ts';

const TEST_MS = 300_000;
/** How long to wait for an answer before sending text again that may be lost. */
const AGAIN_MS = 10_000;

let cluster: Cluster;
const consumers: LiveConsumer[] = [];
/** The ids of all started conversations, and of the knowledge bases whose document was acknowledged. */
const started: string[] = [];
const bases: string[] = [];
/** Conversations whose question and answer the API has returned. */
const shown = new Set<string>();

interface Talk {
  id: string;
  at: number;
  consumer: LiveConsumer;
}

/** Starts a conversation at one of the two processes and waits until its greeting is heard. */
async function talk(at: number): Promise<Talk> {
  const { session, consumerAccessToken } = await startSession(cluster.services[at]!, {
    consumerIdentity: { identity: 'ada', name: 'Ada' },
  });
  started.push(session.id);
  const consumer = new LiveConsumer(session.avatar!.identity);
  consumers.push(consumer);
  await consumer.join(session.host.serverUrl, consumerAccessToken);
  await consumer.hears(0);
  return { id: session.id, at, consumer };
}

async function answers({ consumer }: Talk, timeoutMs = DEADLINE_MS): Promise<void> {
  const askedAt = performance.now();
  const said = consumer.agentTexts.length;
  await consumer.type(QUESTION);
  const isAnswered = () => consumer.agentTexts.slice(said).some((text) => text.includes('I am well'));
  await consumer.until('an answer', isAnswered, timeoutMs);
  await consumer.hears(askedAt, timeoutMs);
}

const QUESTION = 'How are you?';

const holdsAnswer = ({ transcript }: Conversation) => {
  const asked = transcript.findIndex(({ content }) => content === QUESTION);
  return asked >= 0 && transcript.slice(asked).some(({ content }) => content.includes('I am well'));
};

/** Asks a question and waits until the API returns question and answer: from then on they must not be lost. */
async function answersForGood(it: Talk): Promise<void> {
  await answers(it);
  await poll('question and answer', () => readConversation(cluster.services[it.at]!, it.id), holdsAnswer);
  shown.add(it.id);
}

/** Checks that both processes work as at the beginning: a conversation starts and is answered. */
async function bothAreWell(): Promise<void> {
  for (const at of [0, 1]) {
    const one = await poll(
      `a conversation at process ${at}`,
      () => talk(at).catch((error: Error) => error.message),
      (answer) => typeof answer !== 'string',
    );
    await answers(one as Talk);
    await end(one as Talk);
  }
}

async function end({ id, at, consumer }: Talk): Promise<void> {
  await stopSession(cluster.services[at]!, id);
  await untilEnded(cluster.services[1 - at]!, id);
  await consumer.leave();
}

/** Ends everything that a test has left. */
async function endAll(): Promise<void> {
  for (const id of started) {
    const record = await readConversation(cluster.services[1]!, id).catch(() => undefined);
    if (record?.status !== 'running') continue;
    await stopSession(cluster.services[0]!, id).catch(() => undefined);
    await untilEnded(cluster.services[1]!, id);
  }
}

const endOf = async (id: string, at: number): Promise<Conversation> => untilEnded(cluster.services[at]!, id);

needs('PostgreSQL', 'Redis', 'livekit-server', 'versitygw').describe(
  'a part of the cluster is killed',
  () => {
    beforeAll(async () => {
      cluster = await Cluster.open();
      bases.push(await createKnowledgeBase(cluster.services[0]!, 'Before', 'The museum opens at nine.'));
    });
    afterEach(endAll, TEST_MS);
    afterAll(async () => {
      await Promise.all(consumers.map((consumer) => consumer.leave()));
      await cluster?.close();
    });

    test('PostgreSQL: conversations continue, requests are refused with 503, and events are stored later', async () => {
      const [one, other] = [await talk(0), await talk(1)];
      await answersForGood(one);
      await cluster.postgres.crash();
      for (const { client } of cluster.services)
        await expect(client.get('/v1/agents')).rejects.toMatchObject({
          status: 503,
          code: 'capacity',
          retryAfterSeconds: expect.any(Number),
        });
      await Promise.all([answers(one), answers(other)]);
      await cluster.postgres.start();
      for (const [{ id, at }, times] of [
        [one, 2],
        [other, 1],
      ] as const) {
        const record = await poll(
          'what was said meanwhile',
          () => readConversation(cluster.services[at]!, id).catch(() => undefined),
          (it) => it?.transcript.filter(({ content }) => content.includes('I am well')).length === times,
        );
        expect(record!.status).toBe('running');
        shown.add(id);
      }
      await Promise.all([end(one), end(other)]);
    });

    test('storage: uploads are refused with 503, conversations continue, and stored files are intact', async () => {
      const one = await talk(0);
      await cluster.s3.kill();
      await expect(createKnowledgeBase(cluster.services[0]!, 'Lost', 'x')).rejects.toMatchObject({
        status: 503,
      });
      await answers(one);
      await cluster.s3.start();
      bases.push(await createKnowledgeBase(cluster.services[1]!, 'After the storage', 'It closes at six.'));
      await end(one);
    });

    test('Redis: conversations continue, and rooms can be created again once it is back', async () => {
      const [one, other] = [await talk(0), await talk(1)];
      await cluster.redis.kill();
      await Promise.all([answers(one), answers(other)]);
      await cluster.redis.start();
      await bothAreWell();
      await Promise.all([end(one), end(other)]);
    });

    test.each([0, 1])(
      'worker %s: its conversation ends as crashed at once, the other continues, and the worker comes back',
      async (at) => {
        const [one, other] = [await talk(at), await talk(1 - at)];
        await answersForGood(one);
        cluster.workers[at]!.signal('SIGKILL');
        expect(await endOf(one.id, 1 - at)).toMatchObject({ endReason: 'crashed' });
        await expect(startSession(cluster.services[at]!)).rejects.toMatchObject({
          status: 503,
          code: 'capacity',
        });
        await answersForGood(other);
        await cluster.startWorker(at);
        await bothAreWell();
        await end(other);
      },
    );

    test.each([0, 1])(
      'API process %s: the other process ends its conversation as crashed, and continues its own',
      async (at) => {
        const [one, other] = [await talk(at), await talk(1 - at)];
        await answersForGood(one);
        await cluster.services[at]!.stop('SIGKILL');
        bases.push(await createKnowledgeBase(cluster.services[1 - at]!, 'Meanwhile', 'Dogs are welcome.'));
        expect(await endOf(one.id, 1 - at)).toMatchObject({ endReason: 'crashed' });
        await answersForGood(other);
        await cluster.startApi(at);
        await bothAreWell();
        await end(other);
      },
    );

    test.each([0, 1])('LiveKit node %s: its rooms continue on the other node', async (node) => {
      const talks = [await talk(0), await talk(1), await talk(0), await talk(1)];
      await cluster.livekit[node]!.kill();
      // Text that is typed while a room moves to the other node is lost, so it is sent again.
      const answersAgain = async (it: Talk) => {
        const latest = performance.now() + DEADLINE_MS;
        for (;;) {
          const failure = await answers(it, AGAIN_MS).catch((error: Error) => error);
          if (!failure) return;
          if (performance.now() > latest) throw failure;
        }
      };
      await Promise.all(talks.map(answersAgain));
      await cluster.livekit[node]!.start();
      await Promise.all(talks.map(end));
      await bothAreWell();
    });

    test('afterwards nothing is missing, and no place is occupied', async () => {
      for (const service of cluster.services) {
        await expect
          .poll(async () => (await service.client.get('/v3/organizations/concurrency')).active)
          .toBe(0);
        await poll(
          'the places of workers to be free',
          async () => (await fetch(`${service.url}/metrics`)).text(),
          (text) => /^visavis_worker_places_taken 0$/m.test(text),
        );
      }
      let seconds = 0;
      for (const id of started) {
        const record = await readConversation(cluster.services[0]!, id);
        expect(record.status, JSON.stringify(record)).not.toBe('running');
        expect(record.endReason, JSON.stringify(record)).toBeTruthy();
        if (shown.has(id)) expect(holdsAnswer(record), JSON.stringify(record.transcript)).toBe(true);
        if (record.joinedAt) seconds += (Date.parse(record.endedAt!) - Date.parse(record.joinedAt)) / 1000;
      }
      const { users } = await cluster.services[1]!.client.get('/v3/organizations/user-usage');
      expect(users).toMatchObject([{ user: 'ada' }]);
      expect(users[0]!.conversations).toBeGreaterThanOrEqual(started.length);
      expect(Math.abs(users[0]!.seconds - seconds)).toBeLessThanOrEqual(1);
      for (const id of bases) {
        const base = await cluster.services[1]!.client.get('/v3/knowledge-bases/{id}', { path: { id } });
        expect(base.documents).toMatchObject([{ status: 'indexed' }]);
      }
    });
  },
);
