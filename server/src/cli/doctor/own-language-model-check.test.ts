import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from '../../config.ts';
import { useFolder } from '../../lib/testing/use-folder.ts';
import { writeModel } from '../../models/testing/write-model.ts';
import { checkInstalledModels } from './installed-models-check.ts';
import { checkOwnLanguageModel, languageFinding } from './own-language-model-check.ts';

describe('the check of the models of this machine', () => {
  const dataDir = useFolder();

  const check = (env: Record<string, string> = {}) =>
    checkOwnLanguageModel.run(readSettings({ VISAVIS_DATA_DIR: dataDir, ...env }).config);

  it('says how to get one, and that the configured one is not installed', async () => {
    expect(await check()).toMatchObject({
      level: 'note',
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
    const at = join(dataDir, 'models', 'turns');
    const about = { name: 'turns', purpose: 'turns' as const, title: 'A test', languages: ['*'] };
    await writeModel(at, about, { a: 'b' });
    expect(await find(env)).not.toContainEqual(expect.objectContaining(finding));
    await rm(at, { recursive: true });
  });

  it('says which model finds passages by meaning', async () => {
    const service = { EMBEDDINGS_BASE_URL: 'http://localhost/v1', EMBEDDINGS_MODEL: 'nomic' };
    expect(await find(service)).toContainEqual({ level: 'ok', text: expect.stringContaining('nomic') });
    const none = { level: 'note', hint: expect.stringContaining('models add all-minilm-l6-v2') };
    expect(await find({})).toContainEqual(expect.objectContaining(none));
    expect(await find({ ...service, VISAVIS_EMBEDDINGS: 'local' })).toContainEqual(
      expect.objectContaining(none),
    );
  });

  it('says what is wrong with one that cannot be loaded', async () => {
    const at = (name: string) => join(dataDir, 'models', name);
    const about = { title: 'A test', languages: ['en'] };
    await writeModel(
      at('language-runtime'),
      { name: 'language-runtime', purpose: 'runtime', ...about },
      { a: 'b' },
    );
    const files = { 'model.gguf': 'GGUF but nothing more' };
    await writeModel(at('broken'), { name: 'broken', purpose: 'language-model', ...about }, files);
    expect(await check()).toMatchObject({
      level: 'note',
      text: expect.stringContaining('it contains no chat template; the offline demo answers instead'),
    });
  });

  it('reports its speed, and whether that is sufficient', () => {
    const quick = languageFinding('smollm2', 800, { coldMs: 1400, keptMs: 120, tokensPerSecond: 80 });
    expect(quick).toMatchObject({
      level: 'ok',
      text: 'smollm2: loaded in 0.8 s; first word after 0.1 s (1.4 s with new instructions), then 80 tokens per second',
    });
    const slow = languageFinding('qwen3', 800, { coldMs: 9000, keptMs: 900, tokensPerSecond: 6 });
    expect(slow).toMatchObject({
      level: 'note',
      text: expect.stringContaining('too slow'),
      hint: expect.stringContaining('LLM_BASE_URL'),
    });
  });

  it('recommends a model of the catalogue that should be better', () => {
    const hint = 'qwen3 should be fast enough: npx visavis models add qwen3';
    const quick = { coldMs: 1400, keptMs: 120, tokensPerSecond: 80 };
    expect(languageFinding('smollm2', 800, quick, 'qwen3')).toMatchObject({ level: 'ok', hint });
    const slow = { coldMs: 9000, keptMs: 900, tokensPerSecond: 6 };
    expect(languageFinding('large', 800, slow, 'qwen3')).toMatchObject({ level: 'note', hint });
  });
});
