import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { ADMIN_TOKEN, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { useFolder } from '../support/inside.ts';
import { CONTENT, entryOf, sendRest, startModelMirror } from '../support/model-mirror.ts';
import { MACHINE, plantLanguageSpeed } from '../support/plant-language-speed.ts';
import { poll } from '../support/poll.ts';
import { useStarted } from '../support/use-service.ts';

const [file] = entryOf('any').files;
const CATALOGUE = [
  entryOf('runtime', { purpose: 'runtime', languages: [] }),
  entryOf('whisper-base', { needs: ['runtime'] }),
  entryOf('voice-kristin', { purpose: 'voice', needs: ['runtime'] }),
  entryOf('voice-joe', { purpose: 'voice', needs: ['runtime'] }),
  entryOf('forged', { files: [{ ...file!, sha256: 'f'.repeat(64) }] }),
  entryOf('huge', { files: [{ ...file!, bytes: 2 ** 52 }] }),
  entryOf('small-talk', { purpose: 'language-model' }),
  entryOf('alien', { unavailable: 'it is not built for this machine' }),
];

const dataDir = useFolder();
const mirror = useStarted(startModelMirror, (it) => it.close());
const api = useApi(() => ({ models: { catalogue: CATALOGUE, mirror: mirror.url, dataDir } }));
beforeEach(async () => {
  await rm(join(dataDir, 'models'), { recursive: true, force: true });
  mirror.asked = [];
  mirror.answer = sendRest;
});

const call = (method: string, path = '', body?: object) =>
  api.call(method, `/admin/models${path}`, { bearer: ADMIN_TOKEN, ...(body && { body }) });
const add = (...names: string[]) => call('POST', '', { names });
const ended = () =>
  poll(
    'the end of the download',
    async () => (await call('GET')).body.download,
    ({ state }) => state !== 'running',
  );
const stateOf = async (name: string) =>
  (await call('GET')).body.models.find((model: { name: string }) => model.name === name);

test('lists models with facts, licence, installed state and recommendation', async () => {
  const { body } = await call('GET');
  expect(body.models.map(({ name }: { name: string }) => name)).toEqual(CATALOGUE.map(({ name }) => name));
  expect(body.models[1]).toEqual({
    name: 'whisper-base',
    purpose: 'speech-recognition',
    title: 'The model whisper-base',
    bytes: CONTENT.length,
    license: { name: 'MIT', url: 'https://models.example/licence' },
    languages: ['en'],
    needs: ['runtime'],
    state: 'absent',
  });
  expect(body).toMatchObject({
    suggested: { names: ['speech-recognition', 'voice'], missingBytes: 4 * CONTENT.length },
    command: 'npx visavis models add speech-recognition voice',
    folder: join(dataDir, 'models'),
  });
  expect(body).not.toHaveProperty('download');
});

test('recommends a language model: an estimate, then from a measurement on this machine', async () => {
  expect((await call('GET')).body.language).toEqual({
    recommended: { name: 'small-talk', memoryBytes: expect.any(Number) },
    reason: 'estimated',
    maxFirstClauseMs: 1200,
  });
  const plant = (more: object) =>
    plantLanguageSpeed(dataDir, { model: 'small-talk', bytes: CONTENT.length, ...more });
  await plant({});
  expect((await call('GET')).body.language).toEqual({
    recommended: { name: 'small-talk', firstClauseMs: 700, memoryBytes: expect.any(Number) },
    reason: 'measured',
    maxFirstClauseMs: 1200,
    measured: {
      model: 'small-talk',
      firstClauseMs: 700,
      tokensPerSecond: 16,
      ...MACHINE,
      measuredAt: '2026-11-30T09:00:00.000Z',
    },
  });
  await plant({ tokensPerSecond: 4 });
  const { language } = (await call('GET')).body;
  expect(language).toMatchObject({ reason: 'too-slow', measured: { firstClauseMs: 2200 } });
  expect(language).not.toHaveProperty('recommended');
  await plant({ cores: MACHINE.cores + 1 });
  expect((await call('GET')).body.language).toMatchObject({ reason: 'estimated' });
  await rm(join(dataDir, 'language-speed.json'));
});

test('a recommended model is downloaded with its dependencies in the background, and recorded in the audit log', async () => {
  const begun = await add('speech-recognition', 'voice');
  expect(begun).toMatchObject({
    status: 201,
    body: { state: 'running', bytes: 0, totalBytes: 4 * CONTENT.length },
  });
  const names = ['runtime', 'whisper-base', 'voice-kristin', 'voice-joe'];
  const done = await ended();
  expect(done).toMatchObject({
    names,
    state: 'done',
    bytes: 4 * CONTENT.length,
    endedAt: expect.any(String),
  });
  expect(mirror.asked.map(({ path }) => path)).toEqual(names.map((name) => `/${name}/model.onnx`));
  const { body } = await call('GET');
  expect(body.suggested.missingBytes).toBe(0);
  expect(await stateOf('whisper-base')).toMatchObject({ state: 'installed' });
  const { entries } = (await api.call('GET', '/admin/audit-log', { bearer: ADMIN_TOKEN })).body;
  expect(entries[0]).toMatchObject({
    actor: 'admin_token',
    action: 'addModels',
    details: { names: ['speech-recognition', 'voice'] },
  });
  // The second time, nothing is downloaded.
  await add('voice');
  expect(await ended()).toMatchObject({ state: 'done', bytes: 3 * CONTENT.length });
  expect(mirror.asked).toHaveLength(4);
});

test('only one download runs at a time; a stopped one continues where it was', async () => {
  let open: ServerResponse | undefined;
  mirror.answer = (_request, response) => {
    open = response;
    response.writeHead(200, { 'content-length': CONTENT.length });
    response.write(CONTENT.subarray(0, 100_000));
  };
  await add('whisper-base');
  await poll(
    'a part of it',
    async () => (await call('GET')).body.download,
    ({ bytes, model }) => bytes === 100_000 && model === 'runtime',
  );
  expect(expectProblem(await add('voice-joe'), 409).detail).toContain('A download is already running');
  expectProblem(await call('DELETE', '/runtime'), 409);
  const closed = once(open!, 'close');
  expect((await call('POST', '/stop')).body).toMatchObject({ state: 'stopped', bytes: 100_000 });
  await closed;
  expectProblem(await call('POST', '/stop'), 409);
  expect(await stateOf('runtime')).toMatchObject({ state: 'partial', receivedBytes: 100_000 });
  mirror.answer = sendRest;
  mirror.asked = [];
  await add('whisper-base');
  expect(await ended()).toMatchObject({ state: 'done' });
  expect(mirror.asked[0]).toEqual({ path: '/runtime/model.onnx', range: 'bytes=100000-' });
});

test('a connection that is cut is opened again, and the file continues', async () => {
  let open: ServerResponse | undefined;
  mirror.answer = (_request, response) => {
    open = response;
    mirror.answer = sendRest;
    response.writeHead(200, { 'content-length': CONTENT.length });
    response.write(CONTENT.subarray(0, 100_000));
  };
  await add('runtime');
  // Wait for the first bytes: if the connection is cut earlier, there may be nothing to resume.
  await expect.poll(async () => (await call('GET')).body.download.bytes).toBeGreaterThan(0);
  open!.destroy();
  expect(await ended()).toMatchObject({ state: 'done' });
  expect(mirror.asked).toHaveLength(2);
  expect(mirror.asked[1]!.range).toMatch(/^bytes=\d+-$/);
});

test('a wrong SHA-256 and a missing file on the mirror are reported, and the files are not used', async () => {
  await add('forged');
  expect((await ended()).problem).toMatch(
    /model\.onnx from 127\.0\.0\.1:\d+ is not the expected file .*SHA-256/,
  );
  expect(await stateOf('forged')).toMatchObject({ state: 'absent' });
  mirror.answer = (_request, response) => {
    response.writeHead(404).end();
  };
  await add('runtime');
  const download = await ended();
  expect(download).toMatchObject({ state: 'failed', model: 'runtime' });
  expect(download.problem).toContain('answered 404 for model.onnx. Get it from another place');
  expect(await stateOf('runtime')).toMatchObject({ state: 'absent' });
});

test('a machine without internet is told what to do', async () => {
  mirror.answer = (request) => request.socket.destroy();
  await add('runtime');
  expect((await ended()).problem).toMatch(/could not be downloaded from .*Without internet access/);
});

test('refuses at once: an unknown model, a full disk, an unsupported platform and a read-only folder', async () => {
  expectProblem(await add('runtime', 'whisper-giant'), 422, 'names.1');
  expectProblem(await add(), 400, 'names');
  expect(expectProblem(await add('huge'), 409).detail).toMatch(/has \d+ MB free, but \d+ MB are needed/);
  expect(expectProblem(await add('alien'), 409).detail).toContain('not built for this machine');
  await rm(join(dataDir, 'models'), { recursive: true });
  await writeFile(join(dataDir, 'models'), 'a file where the folder should be');
  expect(expectProblem(await add('runtime'), 409).detail).toContain('is not writable');
  expect(mirror.asked).toEqual([]);
});

test('a model is verified by its content, and removed', async () => {
  expectProblem(await call('GET', '/runtime/verification'), 409);
  expectProblem(await call('DELETE', '/nothing'), 404);
  await add('runtime');
  await ended();
  expect((await call('GET', '/runtime/verification')).body).toMatchObject({ state: 'installed' });
  const changed = Buffer.from(CONTENT);
  changed[1000]! ^= 1;
  await writeFile(join(dataDir, 'models', 'runtime', 'model.onnx'), changed);
  expect((await call('GET', '/runtime/verification')).body).toMatchObject({
    state: 'damaged',
    problem: 'model.onnx has changed since it was installed',
  });
  expect(await call('DELETE', '/runtime')).toMatchObject({ status: 200, body: { name: 'runtime' } });
  expect(await stateOf('runtime')).toMatchObject({ state: 'absent' });
  const { entries } = (await api.call('GET', '/admin/audit-log', { bearer: ADMIN_TOKEN })).body;
  expect(entries[0]).toMatchObject({ action: 'removeModel', objectId: 'runtime' });
});
