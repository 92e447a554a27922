import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Logger, silentLogger } from '../lib/logger.ts';
import { useFolder } from '../lib/testing/use-folder.ts';
import type { LanguageModel } from '../models/language/chat-request.ts';
import { writeLanguageAddress } from '../models/language/language-address.ts';
import { serveLanguage } from '../models/language/serve-language.ts';
import { writeModel } from '../models/testing/write-model.ts';
import { startLanguageMeasuring } from './language-measuring.ts';

const dataDir = useFolder('of each');
const speedFile = join(dataDir, 'language-speed.json');
const languageFile = join(dataDir, 'address.json');

/** What the model does with a question. */
let how: 'answers' | 'waits' | 'fails';
let asked: number;
let dropped: number;
let isBusy: boolean;
let looks: number;
let measured: object[];
let server: Server;
let address: Parameters<typeof writeLanguageAddress>[1];
let measuring: { stop(): Promise<void> };

const model: LanguageModel = {
  name: 'planted',
  takesTools: false,
  async *answer(_request, signal) {
    asked++;
    if (how === 'fails') throw new Error('something broke');
    while (how === 'waits') {
      yield '';
      await new Promise((resolve) => setImmediate(resolve));
      if (!signal.aborted) continue;
      dropped++;
      signal.throwIfAborted();
    }
    for (const word of ['You ', 'can ', 'see ', 'machines.']) yield word;
  },
};
const log: Logger = { ...silentLogger, info: (fields: unknown) => void measured.push(fields as object) };

beforeEach(async () => {
  [how, asked, dropped, isBusy, looks, measured] = ['answers', 0, 0, false, 0, []];
  for (const [name, purpose] of [
    ['language-runtime', 'runtime'],
    ['planted', 'language-model'],
  ] as const)
    await writeModel(
      join(dataDir, 'models', name),
      { name, purpose, title: 'A test', languages: ['en'] },
      { 'model.gguf': 'GGUF' },
    );
  server = serveLanguage(model, { apiKey: 'key', hangsMs: 60_000, onHung: () => undefined });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  address = { baseUrl, apiKey: 'key', model: 'planted', takesTools: false };
  await writeLanguageAddress(languageFile, address);
});
afterEach(async () => {
  await measuring.stop();
  server.closeAllConnections();
  server.close();
});

function start(): void {
  const models = { mirror: undefined, language: undefined, speechRecognition: undefined };
  measuring = startLanguageMeasuring(
    { dataDir, models },
    { hasLanguage: true, languageFile },
    {
      isBusy: () => {
        looks++;
        return isBusy;
      },
      log,
      everyMs: 20,
    },
  );
}
const kept = async () => JSON.parse(await readFile(speedFile, 'utf8').catch(() => '{"measurements":[]}'));

it('measures the model once for each process, when no conversation runs', async () => {
  isBusy = true;
  start();
  await expect.poll(() => looks).toBeGreaterThan(2);
  expect(asked).toBe(0);
  isBusy = false;
  await expect.poll(() => measured).toMatchObject([{ event: 'language_model.measured', model: 'planted' }]);
  expect(await kept()).toMatchObject({
    measurements: [
      { model: 'planted', bytes: 4, cores: expect.any(Number), tokensPerSecond: expect.any(Number) },
    ],
  });
  const lookAgain = () => {
    const before = looks;
    return expect.poll(() => looks).toBeGreaterThan(before + 2);
  };
  await lookAgain();
  await rm(speedFile);
  await lookAgain();
  expect(asked).toBe(2);
  await writeLanguageAddress(languageFile, address);
  await expect.poll(() => measured).toHaveLength(2);
});

it('stops at once when a conversation begins, and measures later', async () => {
  how = 'waits';
  start();
  await expect.poll(() => asked).toBe(1);
  isBusy = true;
  await expect.poll(() => dropped).toBe(1);
  expect((await kept()).measurements).toEqual([]);
  [how, isBusy] = ['answers', false];
  await expect.poll(async () => (await kept()).measurements).toHaveLength(1);
});

it('measures again if the file cannot be read', async () => {
  await writeFile(speedFile, '{"measurements":[{"model":"planted"');
  start();
  await expect.poll(() => measured).toHaveLength(1);
  expect((await kept()).measurements).toHaveLength(1);
});

it('gives up after three failures', async () => {
  how = 'fails';
  start();
  await expect.poll(() => asked).toBe(3);
  const before = looks;
  await expect.poll(() => looks).toBeGreaterThan(before + 5);
  expect(asked).toBe(3);
});
