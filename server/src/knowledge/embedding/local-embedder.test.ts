import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import { useFolder } from '../../lib/testing/use-folder.ts';
import type { StartThread } from '../../models/runtime/model-thread.ts';
import { LocalEmbedder } from './local-embedder.ts';

let starts: number;
let works: boolean;
const warnings: unknown[] = [];
const startThread = (() => {
  starts++;
  return {
    run: async () => {
      if (!works) throw new Error('no runtime');
      return Float32Array.of(1);
    },
    close: async () => undefined,
  };
}) as unknown as StartThread;

const dataDir = useFolder('of each');
beforeEach(async () => {
  starts = 0;
  works = false;
  warnings.length = 0;
  await install('tiny');
});

async function install(name: string): Promise<void> {
  const folder = join(dataDir, 'models', name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'model.onnx'), 'x');
  const manifest = {
    name,
    purpose: 'embeddings',
    title: 'Tiny',
    license: { name: 'MIT', url: 'https://example.org' },
    languages: ['en'],
    files: [{ path: 'model.onnx', bytes: 1, sha256: '0'.repeat(64) }],
  };
  await writeFile(join(folder, 'model.json'), JSON.stringify(manifest));
}

test('a broken model is logged once and retried less and less often; a working one is released when removed', async () => {
  const clock = new FakeClock();
  const embedder = new LocalEmbedder(
    dataDir,
    { warn: (fields) => void warnings.push(fields) },
    startThread,
    clock,
  );
  const looksIn = async (seconds: number) => {
    starts = 0;
    for (let passed = 0; passed < seconds; passed += 5) {
      await embedder.refresh();
      await clock.advance(5_000);
    }
    return starts;
  };
  // The pause doubles from 5 s: a few attempts in five minutes, then at most about one every quarter of an hour.
  expect(await looksIn(300)).toBeLessThan(10);
  expect(await looksIn(3_600)).toBeLessThan(15);
  expect(warnings).toHaveLength(1);
  expect(embedder.current).toBeUndefined();
  works = true;
  await looksIn(1_800);
  expect(embedder.current?.model).toContain('tiny');
  await rm(join(dataDir, 'models', 'tiny'), { recursive: true });
  await embedder.refresh();
  expect(embedder.current).toBeUndefined();
});

test('the multilingual model takes precedence over the English one, and an own model over both', async () => {
  works = true;
  const embedder = new LocalEmbedder(dataDir, { warn: () => undefined }, startThread);
  const lookFor = async (model: string) => {
    await embedder.refresh();
    expect(embedder.current?.model).toMatch(new RegExp(`^${model}@`));
    return embedder.current!;
  };
  await install('all-minilm-l6-v2');
  await install('paraphrase-multilingual-minilm-l12-v2');
  const own = await lookFor('tiny');
  expect(own.replaces).toEqual(['all-minilm-l6-v2@', 'paraphrase-multilingual-minilm-l12-v2@']);
  await rm(join(dataDir, 'models', 'tiny'), { recursive: true });
  const multilingual = await lookFor('paraphrase-multilingual-minilm-l12-v2');
  expect(multilingual.replaces).toEqual(['all-minilm-l6-v2@']);
  await rm(join(dataDir, 'models', 'paraphrase-multilingual-minilm-l12-v2'), { recursive: true });
  const english = await lookFor('all-minilm-l6-v2');
  expect(english.replaces).toEqual([]);
  expect(english.minSimilarity).toBe(own.minSimilarity);
  expect(multilingual.minSimilarity).not.toBe(own.minSimilarity);
  await embedder.close();
});
