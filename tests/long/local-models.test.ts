import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  copyModel,
  findModels,
  type LocalRecognizer,
  ModelFolder,
  startRecognizer,
  type TinyWhisper,
  writeTinyWhisper,
} from '../support/inside.ts';
import { modelsFor } from '../support/models/test-models.ts';

const models = await modelsFor('loading models with the real runtime');

describe.runIf(models)('ONNX Runtime, with models that are made on the spot', () => {
  let dataDir: string;
  let recognizer: LocalRecognizer | undefined;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'visavis-tiny-'));
    for (const found of await findModels(models!))
      if (/runtime|turns/.test(nameOf(found))) await copyModel(new ModelFolder(dataDir), found);
  }, 180_000);
  afterEach(() => recognizer?.close());
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  async function start(options?: TinyWhisper, spoil?: (folder: string) => Promise<void>) {
    const folder = new ModelFolder(dataDir).installedPath('whisper-of-a-test');
    await rm(folder, { recursive: true, force: true });
    const manifest = await writeTinyWhisper(folder, options);
    await spoil?.(folder);
    const turns = await new ModelFolder(dataDir).locate('turns');
    recognizer = startRecognizer(dataDir, { manifest, folder }, turns!);
    return recognizer;
  }

  test('a model is loaded and run', async () => {
    const { text, language } = await (await start()).transcribe(new Float32Array(16_000));
    expect({ text, language }).toEqual({ text: 'Hi', language: 'en' });
  });

  test('a model of a version that the runtime does not know is reported in one line', async () => {
    const refusal = (await start({ opset: 999 })).warm();
    await expect(refusal).rejects.toThrow(/^the model cannot be opened: [^\n]*opset[^\n]*$/i);
  });

  test('a model whose files have changed is not loaded', async () => {
    const refusal = (await start({}, (folder) => appendFile(join(folder, 'config.json'), ' '))).warm();
    await expect(refusal).rejects.toThrow('whisper-of-a-test: config.json is not what was installed');
  });

  test('a missing runtime is reported with the command that installs it', async () => {
    const bare = await mkdtemp(join(tmpdir(), 'visavis-bare-'));
    const turns = await new ModelFolder(dataDir).locate('turns');
    const folder = join(bare, 'models', 'whisper-of-a-test');
    recognizer = startRecognizer(bare, { manifest: await writeTinyWhisper(folder), folder }, turns!);
    await expect(recognizer.warm()).rejects.toThrow('npx visavis models add runtime');
    await recognizer.close();
    await rm(bare, { recursive: true });
  });
});

function nameOf({ found }: Awaited<ReturnType<typeof findModels>>[number]): string {
  return found.kind === 'own' ? found.manifest.name : found.entry.name;
}
