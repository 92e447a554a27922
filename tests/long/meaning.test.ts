import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copyModel, findModels, LocalEmbedder, ModelFolder } from '../support/inside.ts';
import { embeddingsFor, modelsFor } from '../support/models/test-models.ts';
import { startService } from '../support/service.ts';
import { createKnowledgeBase } from '../support/service-client.ts';

const WHAT = 'search by meaning, with its real weights';
const models = await embeddingsFor(WHAT);
const runtime = models && (await modelsFor(WHAT));

async function install(dataDir: string): Promise<void> {
  const all = [...(await findModels(runtime!)), ...(await findModels(models!))];
  for (const each of all) {
    const { name } = each.found.kind === 'own' ? each.found.manifest : each.found.entry;
    if (name === 'runtime' || name === 'minilm.test') await copyModel(new ModelFolder(dataDir), each);
  }
}

test.runIf(runtime)('a model that is added later finds existing passages by meaning', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'visavis-meaning-'));
  const service = await startService({ dataDir });
  try {
    const { client } = service;
    const id = await createKnowledgeBase(service, 'Hotel', 'Dogs are welcome, but have to stay on a leash.');
    const ask = async (query: string) =>
      (await client.get('/v3/knowledge-bases/{id}/passages', { path: { id }, query: { query } })).passages;
    expect(await ask('May I bring my pet?')).toEqual([]);
    await install(dataDir);
    await expect
      .poll(async () => (await ask('May I bring my pet?'))[0])
      .toMatchObject({ text: expect.stringContaining('Dogs are welcome'), similarity: expect.any(Number) });
    // No passage is close to this question, so the avatar says that it does not know.
    expect(await ask('Who won the election in Peru?')).toEqual([]);
  } finally {
    await service.dispose();
  }
});

test.runIf(runtime)('weights that have changed are not loaded, and search falls back to words', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'visavis-meaning-'));
  await install(dataDir);
  await writeFile(join(dataDir, 'models/minilm.test/vocab.txt'), Buffer.alloc(231_508));
  const reasons: unknown[] = [];
  const embedder = new LocalEmbedder(dataDir, { warn: ({ reason }) => reasons.push(reason) });
  await embedder.refresh();
  await embedder.refresh();
  expect(embedder.current).toBeUndefined();
  expect(reasons).toEqual([expect.stringContaining('has changed since it was installed')]);
  await embedder.close();
  await rm(dataDir, { recursive: true, force: true });
});
