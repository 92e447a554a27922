import type { Conversation, TranscriptEntry } from '@visavis/client';
import { afterAll, expect, test } from 'vitest';
import { childProcesses, isAlive } from '../support/child-processes.ts';
import { seededRandom, useFolder } from '../support/inside.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { LONG_GREETING } from '../support/museum.ts';
import { poll } from '../support/poll.ts';
import { type Service, startService } from '../support/service.ts';
import { readConversation, startSession, stopSession } from '../support/service-client.ts';
import { WriteLedger } from '../support/write-load.ts';

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Set `VISAVIS_TEST_KILL_ROUNDS`, for example to 20, to find rarer faults. */
const WANTED = process.env.VISAVIS_TEST_KILL_ROUNDS;
/** Seeded, so that every run kills at the same moments, as far as the speed of the machine allows. */
const random = seededRandom(1);
const ROUNDS = Number(WANTED ?? 6);
const ROUND_MS = 300_000;
const WRITES_A_ROUND = 60;

const dataDir = useFolder();
let service: Service | undefined;
let orphans: number[] = [];
const ledger = new WriteLedger();
/** Started conversations with the transcript entries that the API has returned, and those with an acknowledged stop. */
const started = new Map<string, TranscriptEntry[]>();
const stopped = new Set<string>();
const startMs: number[] = [];

afterAll(async () => {
  await service?.stop('SIGKILL');
  // Not `expect.poll`, which does not work in a hook.
  await poll(
    'the last processes to go',
    () => orphans.filter(isAlive),
    (left) => left.length === 0,
  );
});

async function start(): Promise<Service> {
  const before = performance.now();
  service = await startService({ dataDir });
  startMs.push(performance.now() - before);
  return service;
}

async function talk(running: Service, identity: string): Promise<{ id: string; consumer: LiveConsumer }> {
  const { session, consumerAccessToken } = await startSession(running, {
    avatar: { identity: 'maya', name: 'Maya' },
    agent: { provider: 'gemini', name: 'Guide', greetingMsg: LONG_GREETING },
    consumerIdentity: { identity, name: identity },
  });
  started.set(session.id, []);
  const consumer = new LiveConsumer(session.avatar!.identity);
  await consumer.join(session.host.serverUrl, consumerAccessToken);
  await consumer.hears(0);
  return { id: session.id, consumer };
}

/** Checks that all acknowledged writes exist, and that nothing of the killed service counts as active. */
async function expectNothingLost(running: Service): Promise<void> {
  expect(await ledger.findLosses(running)).toEqual([]);
  const conversations = new Map<string, Conversation>();
  for await (const one of running.client.list('/v3/conversations')) conversations.set(one.id, one);
  for (const [id, shown] of started) {
    const record = conversations.get(id);
    expect(record, `conversation ${id} is gone`).toBeDefined();
    expect(record).toMatchObject(
      stopped.has(id) ? { status: 'ended', endReason: 'stopped' } : { status: 'error', endReason: 'crashed' },
    );
    expect(record!.timeline.at(-1)!.type).toBe('ended');
    expect(Date.parse(record!.endedAt!)).toBeLessThanOrEqual(Date.now());
    for (const { id: entryId, content } of shown) {
      const kept = record!.transcript.find((entry) => entry.id === entryId);
      // Text that the API has returned is never retracted; an entry may have grown until the end.
      expect(kept?.content.startsWith(content), `${content} → ${kept?.content}`).toBe(true);
    }
  }
  expect([...conversations.values()].filter(({ status }) => status === 'running')).toEqual([]);
  expect(await running.client.get('/v3/organizations/concurrency')).toMatchObject({
    active: 0,
    canStart: true,
  });
}

test(
  `kill -9 under load, in ${ROUNDS} rounds: nothing acknowledged is lost, all conversations have ended, no place is taken`,
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const running = await start();
      await expectNothingLost(running);

      const conversations = await Promise.all([1, 2, 3].map((n) => talk(running, `user-${round}-${n}`)));
      const [first, ...rest] = conversations;
      await stopSession(running, first!.id);
      stopped.add(first!.id);
      const since = ledger.acknowledged;
      const writers = [
        ledger.writeBrains(running),
        ledger.writeBrains(running),
        ledger.writeDocuments(running),
      ];
      const spoken = await poll(
        'a transcript',
        () => readConversation(running, rest[0]!.id),
        ({ transcript }) => transcript.length > 0,
      );
      started.set(spoken.id, spoken.transcript);
      await expect.poll(() => ledger.acknowledged - since).toBeGreaterThanOrEqual(WRITES_A_ROUND);
      // Kill at a random moment.
      await new Promise((resolve) => setTimeout(resolve, random() * 200));

      const children = childProcesses(running.child.pid!);
      await running.stop('SIGKILL');
      // In every second round everything dies at once, as if the machine crashed; else the workers survive the service.
      if (round % 2 === 1) for (const pid of children.filter(isAlive)) process.kill(pid, 'SIGKILL');
      orphans = [...orphans.filter(isAlive), ...children];
      await Promise.all(writers);
      await Promise.all(conversations.map(({ consumer }) => consumer.leave()));
    }

    const running = await start();
    await expectNothingLost(running);
    await expect.poll(() => orphans.filter(isAlive)).toHaveLength(0);

    // The service also works: it indexes an old document and starts a conversation.
    const { id, knowledgeBaseId } = ledger.lastDocument;
    await running.client.patch('/v3/knowledge-bases/{id}/documents/{doc}/index', {
      path: { id: knowledgeBaseId, doc: id },
    });
    await expect
      .poll(
        async () =>
          (await running.client.get('/v3/knowledge-bases/{id}', { path: { id: knowledgeBaseId } }))
            .documents[0]?.status,
      )
      .toBe('indexed');
    const { id: last, consumer } = await talk(running, 'the-last');
    await stopSession(running, last);
    await consumer.leave();

    if (WANTED !== undefined) {
      const restarts = startMs.slice(1).sort((a, b) => a - b);
      const p95 = restarts[Math.ceil(restarts.length * 0.95) - 1]!;
      console.info(
        `${ROUNDS} rounds, ${ledger.acknowledged} acknowledged writes, ${started.size} conversations, none lost; ` +
          `ready again after ${Math.round(median(restarts))} ms (median), ${Math.round(p95)} ms (p95)`,
      );
    }
  },
  (ROUNDS + 1) * ROUND_MS,
);
