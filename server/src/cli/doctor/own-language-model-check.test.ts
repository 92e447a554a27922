import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../config.ts';
import { useFolder } from '../../lib/testing/use-folder.ts';
import type { ModelPurpose } from '../../models/catalogue/model-entry.ts';
import { LanguageSpeeds } from '../../models/language/language-speeds.ts';
import { writeModel } from '../../models/testing/write-model.ts';
import { checkInstalledModels } from './installed-models-check.ts';
import { checkOwnLanguageModel, languageFinding } from './own-language-model-check.ts';

describe('the check of the models of this machine', () => {
  const dataDir = useFolder();

  const plant = (name: string, purpose: ModelPurpose, languages = ['en'], file = 'a') =>
    writeModel(
      join(dataDir, 'models', name),
      { name, purpose, title: 'A test', languages },
      { [file]: 'GGUF but nothing more' },
    );

  /** Plants one that cannot be loaded, and its runtime. */
  async function plantLanguageModel(name: string) {
    await plant('language-runtime', 'runtime');
    return plant(name, 'language-model', ['en'], 'model.gguf');
  }

  const check = (env: Record<string, string> = {}, options = {}) =>
    checkOwnLanguageModel.run(readSettings({ VISAVIS_DATA_DIR: dataDir, ...env }).config, options);

  it('says how to get one, and that the configured one is not installed', async () => {
    expect(await check()).toMatchObject({
      level: 'note',
      text: expect.stringContaining('should suit it (an estimate from its cores and memory)'),
      hint: expect.stringMatching(/models add (qwen3-0\.6b|smollm2-135m)$/),
    });
    expect(await check({ VISAVIS_LANGUAGE_MODEL: 'other' })).toMatchObject({
      text: expect.stringContaining('other (VISAVIS_LANGUAGE_MODEL) is not installed'),
    });
  });

  const find = (env: Record<string, string>) =>
    checkInstalledModels.run(readSettings({ VISAVIS_DATA_DIR: dataDir, ...env }).config);

  it.each<Record<string, string>>([
    { STT_BASE_URL: 'http://localhost/v1', STT_MODEL: 'whisper' },
    { DEEPGRAM_API_KEY: 'dg' },
  ])('says where answers would come sooner with the model of turns: %j', async (env) => {
    const finding = { level: 'note', hint: 'Answers come sooner after npx visavis models add turns (11 MB)' };
    expect(await find(env)).toContainEqual(expect.objectContaining(finding));
    expect(await find({})).not.toContainEqual(expect.objectContaining(finding));
    await plant('turns', 'turns', ['*']);
    expect(await find(env)).not.toContainEqual(expect.objectContaining(finding));
    await rm(join(dataDir, 'models', 'turns'), { recursive: true });
  });

  it('says which model finds passages by meaning', async () => {
    const service = { EMBEDDINGS_BASE_URL: 'http://localhost/v1', EMBEDDINGS_MODEL: 'nomic' };
    expect(await find(service)).toContainEqual({ level: 'ok', text: expect.stringContaining('nomic') });
    const none = { level: 'note', hint: expect.stringContaining('models add all-minilm-l6-v2') };
    expect(await find({})).toContainEqual(expect.objectContaining(none));
    expect(await find({ ...service, VISAVIS_EMBEDDINGS: 'local' })).toContainEqual(
      expect.objectContaining(none),
    );
    await plant('all-minilm-l6-v2', 'embeddings');
    expect(await find({})).toContainEqual({
      level: 'ok',
      text: 'search by meaning: all-minilm-l6-v2 (en)',
    });
    const better = 'paraphrase-multilingual-minilm-l12-v2';
    await plant(better, 'embeddings', ['*']);
    expect(await find({})).toContainEqual({
      level: 'ok',
      text: `search by meaning: ${better} (many languages)`,
    });
  });

  it('says what is wrong with one that cannot be loaded', async () => {
    await plantLanguageModel('broken');
    expect(await check()).toMatchObject({
      level: 'note',
      text: expect.stringContaining('it contains no chat template; the offline demo answers instead'),
    });
  });

  it('reports what was measured before, and when, unless it is asked to measure again', async () => {
    const model = await plantLanguageModel('known');
    const speeds = new LanguageSpeeds(dataDir);
    const measured = speeds.measurementOf(model, { coldMs: 1400, keptMs: 120, tokensPerSecond: 80 });
    await speeds.save({ ...measured, measuredAt: '2026-11-30T09:00:00.000Z' });
    const env = { VISAVIS_LANGUAGE_MODEL: 'known' };
    expect(await check(env)).toMatchObject({
      level: 'ok',
      text: expect.stringMatching(
        /^known: first word after 0\.1 s .* 80 tokens per second; measured on 2026-11-30 \(npx visavis doctor --measure/,
      ),
    });
    const again = expect.stringContaining('it contains no chat template');
    expect(await check(env, { measuresAgain: true })).toMatchObject({ level: 'note', text: again });
    await writeFile(join(dataDir, 'language-speed.json'), 'no JSON');
    expect(await check(env)).toMatchObject({ level: 'note', text: again });
  });

  const SOME = { model: 'smollm2', measuredAt: '2026-11-30T09:00:00.000Z' };
  const quick = { ...SOME, coldMs: 1400, keptMs: 120, tokensPerSecond: 80 };
  const slow = { ...SOME, coldMs: 9000, keptMs: 900, tokensPerSecond: 6 };

  it('reports its speed, and whether that is sufficient', () => {
    expect(languageFinding(quick, { loadMs: 800 })).toMatchObject({
      level: 'ok',
      text: 'smollm2: loaded in 0.8 s; first word after 0.1 s (1.4 s with new instructions), then 80 tokens per second',
    });
    expect(languageFinding(slow, { loadMs: 800 })).toMatchObject({
      level: 'note',
      text: expect.stringContaining('too slow'),
      hint: expect.stringContaining('LLM_BASE_URL'),
    });
  });

  it('recommends a model of the catalogue that should be better', () => {
    const hint = 'qwen3 should be fast enough: npx visavis models add qwen3';
    expect(languageFinding(quick, { other: 'qwen3' })).toMatchObject({ level: 'ok', hint });
    expect(languageFinding(slow, { other: 'qwen3' })).toMatchObject({
      level: 'note',
      hint: `${hint}, then npx visavis models remove smollm2`,
    });
  });
});
