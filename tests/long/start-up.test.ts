import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { RoomServiceClient } from 'livekit-server-sdk';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import { expectOneClearLine } from '../support/expect-one-clear-line.ts';
import { freePort } from '../support/free-ports.ts';
import { useFolder } from '../support/inside.ts';
import { type Service, startService, TEST_API_KEY } from '../support/service.ts';

const variables = (printed: string) =>
  Object.fromEntries(
    printed
      .trim()
      .split('\n')
      .map((line) => line.split('=')),
  ) as Record<string, string>;
const COMMANDS = 'serve config worker talk doctor orgs keys api rooms backup restore'.split(' ');
const folder = useFolder();
let service: Service;
let answersWhileStarting: Knock[];
let pagesWhileStarting: Knock[];
beforeAll(async () => {
  const port = await freePort();
  const starting = startService({ env: { PORT: String(port) } });
  [answersWhileStarting, pagesWhileStarting] = await Promise.all([
    knockUntil(starting, `http://127.0.0.1:${port}/v3/health`, 'application/json'),
    knockUntil(starting, `http://127.0.0.1:${port}/console/`, 'text/html,*/*;q=0.8'),
  ]);
  service = await starting;
});
afterAll(() => service?.dispose());

let directories = 0;
const freshDirectory = () => join(folder, `data-${++directories}`);

async function takePort(): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, port: (server.address() as AddressInfo).port };
}

interface Knock {
  status: number;
  headers: Headers;
  body: string;
}

/** Collects every response of a URL until the service is ready; before its port is open, connections are refused. */
async function knockUntil(started: Promise<unknown>, url: string, accept: string): Promise<Knock[]> {
  const answers: Knock[] = [];
  let waiting = true;
  const stop = () => {
    waiting = false;
  };
  started.then(stop, stop);
  while (waiting) {
    const signal = AbortSignal.timeout(20_000);
    const response = await fetch(url, { headers: { accept }, signal }).catch((error: Error) => {
      if (error.name === 'TimeoutError') throw error;
    });
    if (!response) continue;
    const { status, headers } = response;
    answers.push({ status, headers, body: await response.text() });
  }
  return answers;
}

test.each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'ending `npm start` by %s leaves nothing running',
  async (signal) => {
    const npm = spawn('npm', ['start'], {
      // Ctrl-C in a terminal signals the whole process group, and npm relies on that.
      detached: signal === 'SIGINT',
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      env: { ...process.env, PORT: '0', VISAVIS_DATA_DIR: freshDirectory() },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    // Closes when the last process that could write to it has ended.
    const closed = once(npm.stdout, 'close');
    let text = '';
    for await (const piece of npm.stdout.iterator({ destroyOnReturn: false })) {
      text += piece;
      if (text.includes('Next')) break;
    }
    if (signal === 'SIGINT') process.kill(-npm.pid!, signal);
    else npm.kill(signal);
    npm.stdout.resume();
    await closed;
    await expect(fetch(/http:\/\/localhost:\d+/.exec(text)![0])).rejects.toThrow();
  },
);

test('requests during the start are told so at once, and served once the service is ready', async () => {
  expect(answersWhileStarting.map(({ status }) => status)).toContain(503);
  for (const { status, headers, body } of answersWhileStarting) {
    if (status !== 503) continue;
    expect(headers.get('retry-after')).toBe('1');
    expect(JSON.parse(body)).toMatchObject({ code: 'capacity', detail: 'The service is starting.' });
  }
  expect((await fetch(`${service.url}/v3/health`)).status).toBe(200);
});

test('a browser gets a page during the start that reloads itself', async () => {
  const pages = pagesWhileStarting.filter(({ status }) => status === 503);
  expect(pages).not.toEqual([]);
  for (const { headers, body } of pages) {
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('retry-after')).toBe('1');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(body).toContain('<h1>Visavis is starting</h1>');
    const script = /<script>(.*)<\/script>/s.exec(body)?.[1] ?? '';
    expect(script).toContain('location.reload()');
    const hash = createHash('sha256').update(script).digest('base64');
    expect(headers.get('content-security-policy')).toContain(`script-src 'sha256-${hash}'`);
    expect(body).not.toMatch(/src=|href=/);
  }
});

test('npm can link the command before anything is built, and it runs', async () => {
  const program = new URL('../../../server/', import.meta.url);
  const { bin } = JSON.parse(await readFile(new URL('package.json', program), 'utf8')) as {
    bin: { visavis: string };
  };
  expect(bin.visavis).not.toMatch(/dist/);
  const { stdout } = await promisify(execFile)(process.execPath, [
    fileURLToPath(new URL(bin.visavis, program)),
    '--version',
  ]);
  expect(stdout).toMatch(/^\d+\.\d+\.\d+$/m);
});

describe('visavis serve refuses to start, with the reason', () => {
  test('when the port is taken', async () => {
    const { server, port } = await takePort();
    const result = await runCommand(['serve'], { PORT: String(port), VISAVIS_DATA_DIR: freshDirectory() });
    server.close();
    expectOneClearLine(result, new RegExp(`port ${port} is in use`));
  });

  test('when another instance uses the data directory; that instance keeps running', async () => {
    expectOneClearLine(await runCommand(['serve'], { VISAVIS_DATA_DIR: service.dataDir }), /in use/);
    expect(await service.client.get('/v3/health')).toMatchObject({ status: 'ok' });
    // It must not remove the file by which commands find the running instance either.
    const talk = await runCommand(['talk'], { VISAVIS_DATA_DIR: service.dataDir });
    expect(talk).toMatchObject({ code: 0 });
  });

  test('LiveKit’s tools can access its rooms with what `visavis rooms` prints', async () => {
    const { code, stdout } = await runCommand(['rooms'], { VISAVIS_DATA_DIR: service.dataDir });
    expect(code).toBe(0);
    const { LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET } = variables(stdout);
    const client = new RoomServiceClient(LIVEKIT_URL!, LIVEKIT_API_KEY, LIVEKIT_API_SECRET);
    expect(await client.listRooms()).toEqual([]);
  });

  test('when the data directory cannot be written', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, 'not a directory');
    expectOneClearLine(await runCommand(['serve'], { VISAVIS_DATA_DIR: file }), /data directory/);
    expectOneClearLine(await runCommand(['serve'], { VISAVIS_DATA_DIR: join(file, 'below') }), /a-file/);
  });

  test('when the database cannot be reached, without showing its password', async () => {
    const result = await runCommand(['serve'], {
      VISAVIS_DATA_DIR: freshDirectory(),
      DATABASE_URL: 'postgres://nobody:hunter2@127.0.0.1:9/none',
      VISAVIS_WORKERS: '1',
    });
    expectOneClearLine(result, /127\.0\.0\.1:9|database|PostgreSQL/i);
    expect(result.stderr).not.toContain('hunter2');
  });

  test.each([
    [{ VISAVIS_API_KEY: 'hunter2' }, /VISAVIS_API_KEY must have at least/],
    [{ HOST: '203.0.113.1' }, /203\.0\.113\.1/],
  ])('when a setting is wrong: %j', async (settings, wrong) => {
    const result = await runCommand(['serve'], { VISAVIS_DATA_DIR: freshDirectory(), ...settings });
    expectOneClearLine(result, wrong);
    expect(result.stderr).not.toContain('hunter2');
  });

  test('when a worker does not know its service, or has no token for it', async () => {
    const VISAVIS_WORKER_TOKEN = 'a-token-of-at-least-32-characters-1';
    expectOneClearLine(
      await runCommand(['worker'], { VISAVIS_WORKER_TOKEN }),
      /address of the service is missing/,
    );
    expectOneClearLine(
      await runCommand(['worker', '--service', 'http://127.0.0.1:9']),
      /token for the service is missing/,
    );
    expectOneClearLine(
      await runCommand(['worker', '--service', 'avatars.example'], { VISAVIS_WORKER_TOKEN }),
      /--service must be a URL/,
    );
  });

  test('when a command or option does not exist', async () => {
    expectOneClearLine(await runCommand(['sevre']), /unknown command "sevre"; did you mean "serve"\?/, 2);
    expectOneClearLine(
      await runCommand(['orgs', 'explode'], { VISAVIS_DATA_DIR: service.dataDir }),
      /explode/,
      2,
    );
    expectOneClearLine(await runCommand(['keys', 'create', '--colour', 'red']), /--colour/, 2);
    expectOneClearLine(await runCommand(['keys']), /keys create <organization id>/, 2);
    expectOneClearLine(
      await runCommand(['keys', 'list']),
      /unknown subcommand `keys list`.*GET \/v3\/api-keys/,
      2,
    );
    expectOneClearLine(await runCommand(['--port', '80']), /--port/, 2);
  });
});

test.each([['rooms'], ['api'], ['talk'], ['orgs'], ['doctor'], ['config'], ['ready'], ['models']])(
  'visavis %s works in a shell with the variables that the guides export; a variable that is no setting is a warning',
  async (name) => {
    const settings = {
      VISAVIS_DATA_DIR: service.dataDir,
      PORT: new URL(service.url).port,
      VISAVIS_URL: service.url,
      VISAVIS_API_KEY: TEST_API_KEY,
      VISAVIS_AVATAR_ID: 'avt_1',
    };
    expect(await runCommand([name], settings)).toMatchObject({ code: 0, stderr: '' });
    const stderr = 'visavis: VISAVIS_WORKER is not a setting; did you mean VISAVIS_WORKERS?\n';
    expect(await runCommand([name], { ...settings, VISAVIS_WORKER: '2' })).toMatchObject({ code: 0, stderr });
  },
);

test('a service started where `visavis rooms` was exported still uses its own rooms', async () => {
  const VISAVIS_DATA_DIR = freshDirectory();
  const { stdout } = await runCommand(['rooms'], { VISAVIS_DATA_DIR });
  const again = await startService({ env: { VISAVIS_DATA_DIR, ...variables(stdout) } });
  try {
    expect(again.output).toContain('embedded room server');
  } finally {
    await again.dispose();
  }
});

describe('commands that need no service', () => {
  test('--help and --version', async () => {
    const help = await runCommand(['--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    for (const command of COMMANDS) expect(help.stdout).toContain(`  ${command}`);
    const version = await runCommand(['--version']);
    expect(version).toMatchObject({ code: 0 });
    expect(version.stdout).toMatch(/^3\.\d+\.\d+\n$/);
    expect(version.stdout.trim()).toBe((await service.client.get('/v3/health')).version);
  });

  test('config prints every setting in effect, and no secret', async () => {
    const secrets = {
      VISAVIS_API_KEY: 'vv_a-very-secret-key-1',
      VISAVIS_ADMIN_TOKEN: 'vva_a-very-secret-token-2',
      VISAVIS_SECRET: 'a-very-secret-secret-of-32-characters-3',
      VISAVIS_WORKER_TOKEN: 'a-very-secret-token-of-32-characters-10',
      DATABASE_URL: 'postgres://ada:very-secret-4@db.example/visavis',
      OPENAI_API_KEY: 'sk-very-secret-5-very-secret',
      LIVEKIT_URL: 'wss://rooms.example',
      LIVEKIT_API_KEY: 'very-secret-6',
      LIVEKIT_API_SECRET: 'very-secret-7-and-long-enough-for-it',
      S3_ENDPOINT: 'https://s3.example',
      S3_BUCKET: 'files',
      S3_ACCESS_KEY_ID: 'very-secret-8',
      S3_SECRET_ACCESS_KEY: 'very-secret-9',
    };
    for (const args of [['config'], ['config', '--json']]) {
      const { code, stdout, stderr } = await runCommand(args, { ...secrets, PORT: '8123' });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).not.toMatch(/very-secret/);
      expect(stdout).toContain('8123');
      expect(stdout).toContain('wss://rooms.example');
      expect(stdout).toContain('db.example');
    }
    const { stdout } = await runCommand(['config', '--json'], secrets);
    expect(JSON.parse(stdout)).toMatchObject({ VISAVIS_API_KEY: expect.stringMatching(/^vv_…\*+$/) });
    const wrong = await runCommand(['config'], { PORT: 'many', VISAVIS_WORKERS: '3' });
    expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('PORT must be') });
    expect(wrong.stdout).toMatch(/^VISAVIS_WORKERS +3 /m);
    for (const row of wrong.stdout.trimEnd().split('\n')) expect(row).toMatch(/^\S+ +\S.*? {2,}\S/);
  });

  test('doctor exits with 0 if all is well, and otherwise with 1 and advice', async () => {
    const well = await runCommand(['doctor'], { VISAVIS_DATA_DIR: freshDirectory() });
    expect(well).toMatchObject({ code: 0, stderr: '' });
    expect(well.stdout).toContain('Ready');
    const { server, port } = await takePort();
    const ill = await runCommand(['doctor'], {
      VISAVIS_DATA_DIR: freshDirectory(),
      PORT: String(port),
      OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
      VISAVIS_SPEECH_RECOGNITION_MODEL: 'my-own',
    });
    server.close();
    expect(ill.code).toBe(1);
    expect(ill.stdout).toMatch(new RegExp(`FAIL .*${port} is in use by another program`));
    expect(ill.stdout).toMatch(/FAIL .*openai: 127\.0\.0\.1:9 cannot be reached/);
    expect(ill.stdout).toMatch(/FAIL .*my-own .*is not installed\n +→ npx visavis models add my-own/);
    const unusable = await runCommand(['doctor'], {
      VISAVIS_DATA_DIR: join(import.meta.filename, 'data'),
      DATABASE_URL: 'postgres://127.0.0.1:9/visavis',
    });
    expect(unusable.code).toBe(1);
    for (const fault of [/FAIL .*is not a directory/, /FAIL .*127\.0\.0\.1:9/])
      expect(unusable.stdout).toMatch(fault);
    const asItself = await runCommand(['doctor'], {
      VISAVIS_DATA_DIR: service.dataDir,
      PORT: new URL(service.url).port,
    });
    expect(asItself).toMatchObject({ code: 0 });
    expect(asItself.stdout).toContain('by Visavis itself');
    expect(asItself.stdout).toContain(
      `Ready: the service runs at ${service.url.replace('127.0.0.1', 'localhost')}`,
    );
  });

  test('models remove deletes the installed models that match a short name', async () => {
    const directory = freshDirectory();
    const remove = (name: string) => runCommand(['models', 'remove', name], { VISAVIS_DATA_DIR: directory });
    await mkdir(join(directory, 'models', 'voice-joe'), { recursive: true });
    await mkdir(join(directory, 'models', 'whisper-tiny'));
    expect(await remove('voices')).toMatchObject({ code: 0, stdout: 'voice-joe was removed\n' });
    const none = await remove('voice');
    expectOneClearLine(none, /voice is not installed/);
    expect(none.stderr).toContain('whisper-tiny');
  });
});

describe('commands to a running service', () => {
  const run = (...args: string[]) => runCommand(args, { VISAVIS_DATA_DIR: service.dataDir });

  test('talk prints a link whose key works for sessions, but for nothing of the operator', async () => {
    const { code, stdout, stderr } = await run('talk');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const link = new URL(stdout.trim());
    expect(link.pathname).toBe('/talk/');
    const key = link.hash.replace('#key=', '');
    const page = await fetch(`${service.url}${link.pathname}`);
    expect(page.headers.get('content-type')).toContain('text/html');
    const avatars = await fetch(`${service.url}/v1/avatars`, { headers: { 'x-api-key': key } });
    expect(avatars.status).toBe(200);
    const admin = await fetch(`${service.url}/admin/organizations`, {
      headers: { authorization: `Bearer ${key}` },
    });
    expect(admin.status).toBe(401);
    const ofConsole = await run('talk', '--console');
    expect(ofConsole.stdout).toMatch(/^http:\S+\/console\/#key=vv_\S+\n$/);
  });

  test('orgs and keys: create, use, change, show, delete', async () => {
    const created = await run('orgs', 'create', '--name', 'Harbour Museum', '--concurrent', '3');
    expect(created).toMatchObject({ code: 0, stderr: '' });
    const id = /org_\w+/.exec(created.stdout)![0];
    const { stdout: key } = await run('keys', 'create', id, '--name', 'a test', '--days', '1');
    const headers = { 'x-api-key': key.trim() };
    const concurrency = await fetch(`${service.url}/v3/organizations/concurrency`, { headers });
    expect(await concurrency.json()).toMatchObject({ limit: 3, active: 0 });

    expect(await run('orgs', 'change', id, '--plan', 'paid')).toMatchObject({ code: 0 });
    const shown = await run('orgs', 'show', id);
    expect(shown.stdout).toMatch(/Harbour Museum\s+paid/);
    const listed = await run('orgs');
    expect(listed.stdout).toContain(id);
    expect(listed.stdout).toContain('default');

    expectOneClearLine(await run('orgs', 'delete', id), /--yes/, 2);
    expect(await run('orgs', 'delete', id, '--yes')).toMatchObject({ code: 0 });
    expect((await fetch(`${service.url}/v1/avatars`, { headers })).status).toBe(401);
    expectOneClearLine(await run('orgs', 'show', id), /no organization/);
    expectOneClearLine(await run('keys', 'create', id), /no organization/);
  });

  test('report if no service is running', async () => {
    const directory = freshDirectory();
    expectOneClearLine(await runCommand(['talk'], { VISAVIS_DATA_DIR: directory }), /no admin token/);
    const token = await readFile(join(service.dataDir, 'admin-token'), 'utf8');
    const result = await runCommand(['orgs'], {
      VISAVIS_DATA_DIR: directory,
      VISAVIS_ADMIN_TOKEN: token.trim(),
      PORT: '9',
    });
    expectOneClearLine(result, /no service answers at http:\/\/localhost:9/);
  });

  test('the start prints its address, how to talk, a warning for an old Node, and no key that was given', () => {
    expect(service.output).toMatch(/Visavis 3\.\d+\.\d+ is ready at http/);
    expect(service.output).toMatch(/Talk now +http\S+\/talk\/#key=vv_/);
    expect(service.output.includes('has reached its end of life')).toBe(/^v2[01]\./.test(process.version));
    expect(service.output).not.toContain(TEST_API_KEY);
    // The key was preset, so the service shows none.
    expect(service.output).not.toContain('shown only once');
  });
});

describe('the people of the gallery', () => {
  const agentOf = async ({ client }: Service) => (await client.get('/v1/agents')).agents[0]!;
  const dataDir = () => join(folder, 'gallery');
  const startWith = (env: Record<string, string>) =>
    startService({ dataDir: dataDir(), env: { VISAVIS_WORKERS: '1', ...env } });

  test('use the provider whose key was added after the first start, until somebody changes their agents', async () => {
    const without = await startWith({});
    expect(await agentOf(without)).toMatchObject({ provider: 'gemini', name: 'Maya', voice: 'Sulafat' });
    await without.stop();
    const withKey = await startWith({ OPENAI_API_KEY: 'sk-test' });
    const agent = await agentOf(withKey);
    expect(agent).toMatchObject({ provider: 'openai', name: 'Maya', voice: 'marin' });
    await withKey.stop();
    // A pipeline answers for every provider, so the agent's provider is not replaced.
    const pipeline = await startWith({ LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'any' });
    expect(await agentOf(pipeline)).toMatchObject({ provider: 'gemini', anyProvider: true });
    await pipeline.client.put('/v1/agents/{id}', {
      path: { id: agent.id },
      body: { ...agent, anyProvider: false, name: 'Mine' },
    });
    await pipeline.stop();
    const withOther = await startWith({ GEMINI_API_KEY: 'test' });
    expect(await agentOf(withOther)).toMatchObject({ provider: 'openai', name: 'Mine' });
    await withOther.stop();
  });
});
