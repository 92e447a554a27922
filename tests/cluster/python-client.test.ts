/** Tests the package `visavis` of `python/`, installed as from a package index, against the service. */
import { writeFile } from 'node:fs/promises';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { installPythonPackages } from '../support/callers.ts';
import { findBlock, ROOT, readBlocks } from '../support/guide.ts';
import { useFolder } from '../support/inside.ts';
import { needs } from '../support/needs.ts';
import { PythonPackages } from '../support/python-packages.ts';
import { type Service, TEST_API_KEY } from '../support/service.ts';
import { readConversation, untilEnded } from '../support/service-client.ts';
import { StartedPrograms } from '../support/started-programs.ts';
import { useService, useStarted } from '../support/use-service.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

const CALLS = join(ROOT, 'tests/cluster/python/client_calls.py');
const RULES = join(ROOT, 'tests/cluster/python/client_rules.py');
const EXAMPLES = readBlocks(join(ROOT, 'python/visavis/README.md')).filter(
  ({ language }) => language === 'python',
);
const example = (heading: string) => findBlock(EXAMPLES, heading, 'python').code;

/** Starts a proxy in front of the service that forwards requests, but drops the first response to each. */
async function startBreaking(service: Service): Promise<{ server: Server; url: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((incoming, response) => {
    const what = `${incoming.method} ${incoming.url}`;
    const isFirst = !asked.includes(what);
    asked.push(what);
    const { method, headers } = incoming;
    const passed = request(service.url + incoming.url, { ...(method && { method }), headers }, (answer) => {
      if (isFirst) {
        answer.destroy();
        response.destroy();
        return;
      }
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

needs('Python').describe('the Python client', () => {
  const folder = useFolder();
  const service = useService(() => ({ env: { VISAVIS_PRIVATE_ADDRESSES: 'true' } }));
  const receiver = useStarted(startWebhookReceiver, (it) => it.close());
  const breaking = useStarted(
    () => startBreaking(service),
    ({ server }) => {
      server.closeAllConnections();
      server.close();
    },
  );
  const programs = new StartedPrograms();
  let interpreter: string;
  let settings: Record<string, string>;

  beforeAll(async () => {
    const requirements = join(ROOT, 'tests/cluster/python/client-requirements.txt');
    interpreter = await installPythonPackages('client', requirements);
    const path = await new PythonPackages(folder).install(interpreter, 'visavis');
    settings = {
      PYTHONPATH: path,
      VISAVIS_URL: service.url,
      VISAVIS_API_KEY: TEST_API_KEY,
      RECEIVER_URL: receiver.url,
      BREAKING_URL: breaking.url,
    };
  }, 600_000);

  const start = (args: string[]) => programs.start(interpreter, args, settings, undefined, 'pipe');

  async function write(name: string, code: string): Promise<string> {
    const file = join(folder, name);
    await writeFile(file, code);
    return file;
  }

  async function checkTypes(files: string[]): Promise<{ code: unknown; lines: string[] }> {
    const mypy = ['-m', 'mypy', '--strict', '--python-version', '3.10', '--cache-dir', join(folder, 'mypy')];
    const program = start([...mypy, ...files]);
    return { code: await program.exited, lines: program.lines };
  }

  test('its types are consistent, accept correct calls, and reject what the API does not know', async () => {
    const examples = EXAMPLES.map(({ code }, index) => write(`example_${index}.py`, code));
    const files = [join(ROOT, 'python/visavis/visavis'), CALLS, ...(await Promise.all(examples))];
    expect(await checkTypes(files)).toMatchObject({ code: 0, lines: [expect.stringContaining('no issues')] });
    const wrong = await write(
      'wrong.py',
      [
        'from visavis import Visavis',
        'visavis = Visavis("http://service.example")',
        'visavis.avatars.create({"nmae": "Maya"})',
        'visavis.conversations.list(status="gone")',
        'visavis.avatars.get("avt_1")["agent"]["nmae"]',
      ].join('\n'),
    );
    const { lines } = await checkTypes([wrong]);
    const faulty = lines.flatMap((line) => /wrong\.py:(\d): error/.exec(line)?.[1] ?? []);
    expect(faulty).toEqual(['3', '4', '5']);
  }, 600_000);

  test('it retries, follows, reads lists and verifies by the same rules as the TypeScript client', async () => {
    const script = start([RULES]);
    expect(await script.exited, script.lines.join('\n')).toBe(0);
    expect(script.lines).toEqual(['all hold']);
  });

  test('it creates, lists, is refused, verifies, retries and follows', async () => {
    const script = start([CALLS]);
    const made = await script.nextEvent('made');
    const { client } = service;
    const avatar = await client.get('/v1/avatars/{id}', { path: { id: String(made.avatar) } });
    expect(avatar).toMatchObject({ name: 'Maya', agentId: { id: made.agent } });

    const { all, page, total } = await script.nextEvent('listed');
    const brains = client.list('/v3/brains');
    const expected: string[] = [];
    for await (const { id } of brains) expected.push(id);
    expect(all).toEqual(expected);
    expect({ page, total }).toEqual({ page: expected.slice(0, 2), total: expected.length });

    expect(await script.nextEvent('refused')).toMatchObject({
      status: 404,
      code: 'not_found',
      reason: expect.stringMatching(/./),
      request_id: expect.stringMatching(/./),
    });
    expect(await script.nextEvent('refused')).toMatchObject({
      status: 400,
      code: 'invalid_request',
      path: 'provider',
    });

    await expect.poll(() => receiver.received.length).toBe(1);
    const { headers, body } = receiver.received[0]!;
    script.tell(JSON.stringify({ headers, body }));
    expect(await script.nextEvent('verified')).toMatchObject({
      type: 'conversation.ended',
      otherwise: 'The message is not signed with this secret.',
    });

    const { id: voiceId } = await script.nextEvent('repeated');
    const { voices } = await client.get('/v3/voices');
    expect(voices.filter(({ instructions }) => instructions === 'Twice.').map(({ id }) => id)).toEqual([
      voiceId,
    ]);
    expect(breaking.asked.filter((what) => what === 'POST /v3/voices')).toHaveLength(2);
    expect(await script.nextEvent('unrepeated')).toMatchObject({
      message: `The service at ${breaking.url} cannot be reached. Is it running?`,
    });
    expect(breaking.asked.filter((what) => what === 'POST /v3/brains')).toHaveLength(1);

    const { id, ids, states } = await script.nextEvent('followed');
    expect(states).toEqual(expect.arrayContaining(['running', 'ended']));
    expect(new Set(ids as string[]).size).toBe((ids as string[]).length);
    expect(await readConversation(service, String(id))).toMatchObject({ endReason: 'stopped' });
    expect(await script.exited).toBe(0);
  }, 600_000);

  test.each([
    ['visavis', 'with asyncio', '404 not_found'],
    ['Without asyncio', 'without it', 'ended'],
  ])('the example under %s runs %s', async (heading, _, last) => {
    const script = start([await write('shown.py', example(heading))]);
    expect(await script.exited, script.lines.join('\n')).toBe(0);
    expect(script.lines.at(-1)).toContain(last);
    const { sessions } = await service.client.get('/v1/sessions', { query: { take: 1 } });
    expect(await untilEnded(service, sessions[0]!.id)).toMatchObject({ endReason: 'stopped' });
  });
});
