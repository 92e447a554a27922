import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  copyModel,
  findModels,
  hashFile,
  type LocalRecognizer,
  ModelFolder,
  startRecognizer,
  startSpeechDetector,
  startTurnJudge,
  type TinyTurns,
  type TinyWhisper,
  useFolder,
  writeTinyTurns,
  writeTinyWhisper,
} from '../support/inside.ts';
import { modelsFor } from '../support/models/test-models.ts';

const models = await modelsFor('ONNX Runtime itself with models that are made on the spot');
const FRAME = 512;

describe.runIf(models)('ONNX Runtime, with models that the test generates', () => {
  const dataDir = useFolder();
  let recognizer: LocalRecognizer | undefined;
  let judge: ReturnType<typeof startTurnJudge> | undefined;
  beforeAll(async () => {
    const all = await findModels(models!);
    const runtime = all.find(({ found }) => found.kind !== 'own' && found.entry.name === 'runtime');
    await copyModel(new ModelFolder(dataDir), runtime!);
  });
  afterEach(() => Promise.all([recognizer?.close(), judge?.close()]));

  /** Installs both test models with fresh files. */
  async function install(whisper?: TinyWhisper, turns?: TinyTurns, home = dataDir) {
    const at = (name: string) => new ModelFolder(home).installedPath(name);
    const [folder, turnsFolder] = [at('whisper-of-a-test'), at('turns')];
    for (const each of [folder, turnsFolder]) await rm(each, { recursive: true, force: true });
    return {
      recognizer: { manifest: await writeTinyWhisper(folder, whisper), folder },
      turns: { manifest: await writeTinyTurns(turnsFolder, turns), folder: turnsFolder },
    };
  }

  async function start(whisper?: TinyWhisper, spoil?: (folder: string) => Promise<void>) {
    const here = await install(whisper);
    await spoil?.(here.recognizer.folder);
    recognizer = startRecognizer(dataDir, here.recognizer);
    return recognizer;
  }

  async function judgeOf(turns?: TinyTurns) {
    judge = startTurnJudge(dataDir, (await install(undefined, turns)).turns);
    return judge;
  }

  test('a model that transcribes is loaded and run', async () => {
    const { text, language } = await (await start()).transcribe(new Float32Array(16_000));
    expect({ text, language }).toEqual({ text: 'Hi', language: 'en' });
  });

  test('a model that detects the end of a turn is loaded and run', async () => {
    expect(await (await judgeOf({ over: 0.25 })).turnIsOver(new Float32Array(16_000))).toBeCloseTo(0.25);
  });

  test('a model that detects speech judges frame by frame, each stream separately', async () => {
    const detector = startSpeechDetector(dataDir, (await install()).turns);
    try {
      const hear = (loudness: readonly number[]) =>
        new Promise<number[]>((resolve, reject) => {
          const judged: number[] = [];
          const stream = detector.open(
            (probability) => {
              judged.push(Math.round(probability * 100) / 100);
              if (judged.length === loudness.length) resolve(judged);
            },
            (reason) => reject(new Error(reason)),
          );
          const sound = loudness.flatMap((peak) =>
            Array.from({ length: FRAME }, (_, n) => (n === 99 ? peak : 0)),
          );
          stream.push(Float32Array.from(sound));
        });
      expect(await Promise.all([hear([0, 0.5, 1]), hear([0.25, 0])])).toEqual([
        [0, 0.5, 1],
        [0.25, 0],
      ]);
    } finally {
      await detector.close();
    }
  });

  test.each([
    ['that transcribes', () => start({ opset: 999 })],
    ['that detects the end of a turn', () => judgeOf({ opset: 999 })],
  ])(
    'a model %s, of a version that the runtime does not support, is reported in one line',
    async (_which, open) => {
      const refusal = (await open()).warm();
      await expect(refusal).rejects.toThrow(/^the model cannot be opened: [^\n]*opset[^\n]*$/i);
    },
  );

  test('a file that is not a model is reported in one line', async () => {
    const here = await install();
    const path = 'onnx/encoder_model_quantized.onnx';
    const file = here.recognizer.manifest.files.find((each) => each.path === path)!;
    await writeFile(join(here.recognizer.folder, path), 'x'.repeat(file.bytes));
    file.sha256 = await hashFile(join(here.recognizer.folder, path));
    recognizer = startRecognizer(dataDir, here.recognizer);
    await expect(recognizer.warm()).rejects.toThrow(/^the model cannot be opened: [^\n]+$/);
  });

  test('a model whose files have changed is not loaded', async () => {
    const refusal = (await start(undefined, (folder) => appendFile(join(folder, 'config.json'), ' '))).warm();
    await expect(refusal).rejects.toThrow(
      'whisper-of-a-test: config.json has changed since it was installed',
    );
  });

  test('a missing runtime is reported with the command that installs it', async () => {
    const bare = await mkdtemp(join(tmpdir(), 'visavis-bare-'));
    const here = await install({}, {}, bare);
    recognizer = startRecognizer(bare, here.recognizer);
    await expect(recognizer.warm()).rejects.toThrow('npx visavis models add runtime');
    await recognizer.close();
    await rm(bare, { recursive: true });
  });
});
