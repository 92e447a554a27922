import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLogger } from '../lib/logger.ts';
import { writeTinyWhisper } from '../models/testing/tiny-whisper.ts';
import { PATIENCE } from '../providers/patience.ts';
import type { SpeechRecognizer } from '../speech-recognition/recognizer.ts';
import { chooseRecognizer, composeSpeechInput, openHearingDeps } from './speech-input.ts';

it('models that are added while the service runs are used by the next conversation', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'visavis-speechModels-'));
  const models = { mirror: undefined, speechRecognition: undefined };
  const input = await composeSpeechInput({ dataDir, models }, silentLogger);
  try {
    expect(Object.values(input.speechModels)).toEqual([undefined, undefined, undefined]);
    const folder = join(dataDir, 'models');
    const whisper = await writeTinyWhisper(join(folder, 'whisper-of-a-test'));
    await mkdir(join(folder, 'turns'));
    const turns = {
      ...whisper,
      name: 'turns',
      purpose: 'turns',
      files: [{ ...whisper.files[0], path: 'x' }],
    };
    await writeFile(join(folder, 'turns', 'x'), Buffer.alloc(whisper.files[0]!.bytes));
    await writeFile(join(folder, 'turns', 'model.json'), JSON.stringify(turns));
    await input.refresh();
    const { speechModels } = input;
    expect(speechModels.recognizer?.model).toBe('whisper-of-a-test');
    await input.refresh();
    expect(input.speechModels).toBe(speechModels);
    await rm(join(folder, 'whisper-of-a-test'), { recursive: true });
    await input.refresh();
    expect(input.speechModels.recognizer).toBeUndefined();
    // With a recognizer elsewhere, this machine still judges whether a turn is over.
    const elsewhere: SpeechRecognizer = {
      model: 'elsewhere',
      isLocal: false,
      warm: () => Promise.resolve(),
      transcribe: () => Promise.resolve({ text: '' }),
    };
    const hearingDeps = openHearingDeps(input.speechModels, elsewhere, undefined, silentLogger);
    expect([
      hearingDeps.recognizer,
      hearingDeps.model !== undefined,
      hearingDeps.judge !== undefined,
    ]).toEqual([elsewhere, true, true]);
  } finally {
    await input.close();
    await rm(dataDir, { recursive: true });
  }
});

it("the agent's server transcribes, or else that of the settings, with a model of this machine as the fallback", () => {
  const stt = { baseUrl: 'http://stt.example/v1', model: 'of the settings' };
  const settings = { pipeline: { stt }, speechVendors: { stt: {}, tts: {} }, patience: PATIENCE };
  const choose = chooseRecognizer(
    settings as unknown as Parameters<typeof chooseRecognizer>[0],
    silentLogger,
  );
  const own = { name: 'Ours', baseUrl: 'https://ours.example/v1', model: 'of the agent' };
  const local = { model: 'of this machine', isLocal: true } as SpeechRecognizer;
  expect(choose(undefined, own, 'org_a')?.model).toBe('of the agent');
  expect(choose(undefined, undefined, 'org_a')?.model).toBe('of the settings');
  expect(choose(local, own, 'org_a')).not.toBe(local);
  expect(choose(local, own, 'org_a')?.model).toBe('of the agent');
});
