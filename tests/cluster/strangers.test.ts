import { copyFile, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect } from 'vitest';
import { installPythonPackages } from '../support/callers.ts';
import { useFolder } from '../support/inside.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { needs } from '../support/needs.ts';
import { portraitDataUrl } from '../support/portrait-png.ts';
import { type Service, startService, TEST_API_KEY } from '../support/service.ts';
import { startSession, stopSession } from '../support/service-client.ts';
import { StartedPrograms } from '../support/started-programs.ts';

/**
 * Tests the client that a common generator creates from `/openapi.json` alone.
 */

const STRANGERS = fileURLToPath(new URL('../../strangers/', import.meta.url));

const programs = new StartedPrograms();
let service: Service;
const folder = useFolder();
/** Accepts connections and never responds, so that a download lasts until it is stopped. */
let silentMirror: Server;

beforeAll(async () => {
  silentMirror = createServer(() => undefined);
  await new Promise<void>((resolve) => silentMirror.listen(0, '127.0.0.1', resolve));
  const { port } = silentMirror.address() as AddressInfo;
  service = await startService({
    env: {
      VISAVIS_ADMIN_TOKEN: 'admin-token-of-the-tests',
      VISAVIS_MODELS_MIRROR: `http://127.0.0.1:${port}`,
    },
  });
  const answer = await fetch(`${service.url}/openapi.json`);
  await writeFile(join(folder, 'openapi.json'), await answer.text());
});
afterAll(async () => {
  await service?.dispose();
  silentMirror?.closeAllConnections();
  silentMirror?.close();
});

/** Has a conversation that leaves a transcript, turns and a memory. Returns its id. */
async function talkAs(user: string): Promise<string> {
  const { session, consumerAccessToken } = await startSession(service, {
    agent: { provider: 'gemini', memory: true, greetingMsg: 'Hello.' },
    consumerIdentity: { identity: user, name: 'Kim' },
  });
  const consumer = new LiveConsumer(session.avatar!.identity);
  await consumer.join(session.host.serverUrl, consumerAccessToken);
  await consumer.until('the greeting', () => consumer.agentTexts[0] === 'Hello.');
  await consumer.type('I am allergic to nuts.');
  await expect
    .poll(async () => (await service.client.get('/v3/memories', { query: { user } })).total)
    .toBeGreaterThan(0);
  await consumer.leave();
  await stopSession(service, session.id);
  return session.id;
}

async function settingsFor(user: string): Promise<Record<string, string>> {
  const portrait = join(folder, 'portrait.txt');
  await writeFile(portrait, portraitDataUrl());
  return {
    SERVICE_URL: service.url,
    API_KEY: TEST_API_KEY,
    ADMIN_TOKEN: 'admin-token-of-the-tests',
    TALK_ID: await talkAs(user),
    TALK_USER: user,
    PORTRAIT: portrait,
    DOCUMENT: join(folder, 'openapi.json'),
  };
}

async function runToEnd(program: string, args: string[], settings: Record<string, string> = {}) {
  const started = programs.start(program, args, settings);
  expect(await started.exited, started.lines.join('\n')).toBe(0);
  return started.lines;
}

const operationCount = async () => {
  const { paths } = JSON.parse(await readFile(join(folder, 'openapi.json'), 'utf8')) as {
    paths: Record<string, object>;
  };
  return Object.values(paths).flatMap((methods) => Object.keys(methods)).length;
};

needs('Python').test(
  'Python: openapi-python-client makes a package without a warning; every operation answers what its model says',
  async () => {
    const python = await installPythonPackages('strangers', join(STRANGERS, 'requirements.txt'));
    const bin = dirname(python);
    // A new folder, so that a retry starts from scratch.
    const place = await mkdtemp(join(folder, 'python-'));
    await runToEnd(
      join(bin, 'openapi-python-client'),
      ['generate', '--fail-on-warning', '--meta', 'none'].concat(
        ['--path', join(folder, 'openapi.json')],
        ['--output-path', join(place, 'visavis_api')],
      ),
      { PATH: `${bin}${delimiter}${process.env.PATH}` },
    );
    await copyFile(join(STRANGERS, 'stranger.py'), join(place, 'stranger.py'));
    const lines = await runToEnd(python, [join(place, 'stranger.py')], await settingsFor('kim-python'));
    expect(lines.at(-1)).toBe(`${await operationCount()} operations`);
  },
  600_000,
);
