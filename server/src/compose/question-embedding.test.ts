import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { silentLogger } from '../lib/logger.ts';
import { FakeClock } from '../lib/testing/fake-clock.ts';
import { useListening } from '../lib/testing/use-servers.ts';
import { embedTexts } from '../providers/llm/embedding-client.ts';
import { QuestionEmbedding } from './question-embedding.ts';

const listen = useListening();
const ANSWER = JSON.stringify({ data: [{ index: 0, embedding: [1, 0] }] });

/** The questions of an organization with a server of its own, which has these limits. */
async function setUp(patience?: { firstMs?: number; wholeMs?: number }) {
  const clock = new FakeClock();
  const server = createServer();
  const plan = {
    name: 'Meaning',
    model: 'small',
    baseUrl: `http://127.0.0.1:${await listen(server)}`,
    ...(patience && { patience }),
  };
  const own = { id: 'msrv', organizationId: 'org', vectorKey: 'organization:1', version: '1', plan };
  const questions = new QuestionEmbedding({
    db: undefined as never,
    operators: undefined,
    embedder: undefined,
    servers: () => ({ forEmbeddings: async () => own, listForEmbeddings: async () => [own] }),
    log: silentLogger,
    clock,
  });
  return { clock, server, plan, ask: () => questions.embed('org', 'When does it open?') };
}
async function asked(server: Server): Promise<ServerResponse> {
  const [, response] = (await once(server, 'request')) as [unknown, ServerResponse];
  return response;
}

test('a question whose connection breaks is asked once more', async () => {
  const { server, ask } = await setUp();
  const embedded = ask();
  (await asked(server)).destroy();
  (await asked(server)).end(ANSWER);
  expect(await embedded).toEqual({ embedding: { model: 'organization:1', vector: Float32Array.of(1, 0) } });
  const failed = ask();
  (await asked(server)).destroy();
  (await asked(server)).destroy();
  expect((await failed).problem).toMatch(/^The model server Meaning could not be reached/);
});

test('both tries share the second for which a question waits, and the next one waits for nothing', async () => {
  const { clock, server, ask } = await setUp();
  const embedded = ask();
  const first = await asked(server);
  await clock.advance(600);
  first.destroy();
  await asked(server);
  await clock.advance(400);
  const { problem } = await embedded;
  expect(problem).toMatch(/^The model server Meaning did not answer in time/);
  expect(await ask()).toEqual({ problem });
});

test('a question waits less if the server has shorter limits, but never longer', async () => {
  for (const [patience, ms] of [
    [{ firstMs: 300 }, 300],
    [{ wholeMs: 200 }, 200],
    [{ firstMs: 5_000 }, 1_000],
  ] as const) {
    const { clock, server, ask } = await setUp(patience);
    const embedded = ask();
    await asked(server);
    await clock.advance(ms);
    expect((await embedded).problem).toContain('did not answer in time');
  }
});

test('passages are embedded within the limits of the server', async () => {
  const { clock, server, plan } = await setUp({ firstMs: 300 });
  const embedded = embedTexts(plan, ['The museum opens at nine.'], { clock });
  const caught = expect(embedded).rejects.toMatchObject({ kind: 'timeout' });
  await asked(server);
  await clock.advance(300);
  await caught;
});
