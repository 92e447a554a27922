import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useFolder } from '../../lib/testing/use-folder.ts';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import { sizeOf } from '../catalogue/model-entry.ts';
import { ModelFolder } from '../store/model-folder.ts';
import { writeModel } from '../testing/write-model.ts';
import { adviseLanguage, recommendFrom } from './advise-language.ts';
import { LanguageSpeeds } from './language-speeds.ts';
import { firstModel } from './recommend-model.ts';

const models = CATALOGUE.filter(({ purpose }) => purpose === 'language-model');
const [small] = models;
const large = models.at(-1)!;
const dataDir = useFolder('of each');
const machine = { cpu: 'Planted CPU', cores: 2 };
const QUICK = { coldMs: 1000, keptMs: 10, tokensPerSecond: 200 };
const speeds = () => new LanguageSpeeds(dataDir, machine);
const advise = () =>
  adviseLanguage(new ModelFolder(dataDir), speeds(), { wanted: undefined, catalogue: models });

async function install(name: string, text: string) {
  const about = { title: 'A test', languages: ['en'] };
  const at = (each: string) => join(dataDir, 'models', each);
  await writeModel(
    at('language-runtime'),
    { name: 'language-runtime', purpose: 'runtime', ...about },
    { a: 'b' },
  );
  return writeModel(at(name), { name, purpose: 'language-model', ...about }, { 'model.gguf': text });
}

describe('the advice on a language model', () => {
  it('is an estimate before anything was measured', async () => {
    expect(await advise()).toEqual({
      used: undefined,
      recommended: {
        name: firstModel(undefined, models)!.name,
        firstClauseMs: undefined,
        memoryBytes: expect.any(Number),
      },
      reason: 'estimated',
      measured: undefined,
      maxFirstClauseMs: 1200,
    });
    expect(recommendFrom(undefined, undefined, [])).toEqual({
      recommended: undefined,
      reason: 'unavailable',
    });
  });

  it('follows what was measured on this machine', async () => {
    const installed = await install('own', 'x'.repeat(1000));
    await speeds().save(speeds().measurementOf(large, QUICK));
    expect(await advise()).toMatchObject({
      used: 'own',
      recommended: { name: large.name, firstClauseMs: 50 },
      reason: 'measured',
      measured: { model: large.name, firstClauseMs: 50 },
    });
    // The model that is used says more about the machine.
    await speeds().save(speeds().measurementOf(installed, { coldMs: 9000, keptMs: 900, tokensPerSecond: 6 }));
    expect(await advise()).toMatchObject({
      reason: 'too-slow',
      recommended: undefined,
      measured: { model: 'own' },
    });
    expect(await speeds().here()).toHaveLength(2);
    // A file of another machine says nothing about this one.
    expect(await new LanguageSpeeds(dataDir, { ...machine, cores: 4 }).here()).toEqual([]);
  });

  it('is the own model, if that is larger than those of the catalogue and fast enough', async () => {
    const own = { ...large, name: 'own', files: [{ ...large.files[0]!, bytes: 2 * sizeOf(large.files) }] };
    const used = { manifest: own, folder: 'anywhere' };
    expect(recommendFrom(used, speeds().measurementOf(own, QUICK), models)).toMatchObject({
      reason: 'measured',
      recommended: { name: 'own', firstClauseMs: 50 },
    });
  });

  it('is an estimate if the measured model said nothing, unless that was the smallest', () => {
    const silent = { coldMs: 60_000, keptMs: 60_000, tokensPerSecond: 0 };
    expect(recommendFrom(undefined, speeds().measurementOf(large, silent), models)).toMatchObject({
      reason: 'estimated',
    });
    expect(recommendFrom(undefined, speeds().measurementOf(small!, silent), models)).toMatchObject({
      reason: 'too-slow',
    });
  });

  it('replaces an earlier measurement, and ignores a file that cannot be read', async () => {
    for (const keptMs of [100, 200]) await speeds().save(speeds().measurementOf(large, { ...QUICK, keptMs }));
    expect(await speeds().here()).toMatchObject([{ keptMs: 200 }]);
    for (const text of ['{"measurements": [{', '{"measurements": [{"model": 1}]}']) {
      await writeFile(join(dataDir, 'language-speed.json'), text);
      expect(await speeds().here()).toEqual([]);
    }
  });
});
