import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_TOKEN, type ApiHarness, startApi } from '../support/api-harness.ts';
import { runCommand } from '../support/command.ts';

let api: ApiHarness;
let url: string;
const METRICS = `visavis_worker_places 8
visavis_worker_places_taken 2
visavis_pictures_per_second 25
process_cpu_seconds_total 10
process_resident_memory_bytes 3e8
visavis_workers_resident_memory_bytes 4e8
visavis_turn_latency_seconds_bucket{le="0.4",engine="builtin"} 0
visavis_turn_latency_seconds_bucket{le="0.6",engine="builtin"} 10
visavis_turn_latency_seconds_bucket{le="+Inf",engine="builtin"} 10
`;

beforeAll(async () => {
  api = await startApi({
    metrics: { request: () => undefined, render: async () => ({ contentType: 'text/plain', text: METRICS }) },
  });
  url = await api.listen();
});
afterAll(() => api?.close());

const run = (...args: string[]) =>
  runCommand([...args, '--url', url, '--key', api.key], { VISAVIS_ADMIN_TOKEN: ADMIN_TOKEN });

async function start(identity: string, name: string, client?: string): Promise<string> {
  const { body: avatars } = await api.call('GET', '/v1/avatars');
  const { body } = await api.call('POST', '/v1/sessions', {
    body: { name, avatar: { id: avatars.avatars[0].id }, consumerIdentity: { identity }, client },
  });
  return body.session.id as string;
}

test('visavis conversations lists running and ended conversations, filters, and stops one', async () => {
  expect((await run('conversations')).stdout).toBe(
    'No conversation runs. Those that have ended: visavis conversations --all\n',
  );
  const ada = await start('ada', 'First\u001b[31m talk', 'museum');
  const grace = await start('grace', 'Second');
  await api.report(ada, { kind: 'joined', at: api.now().getTime() - 65_000 });
  const { code, stdout, stderr } = await run('conversations');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const [head, ...rows] = stdout.trimEnd().split('\n');
  expect(head).toMatch(/^ID +STATE +STARTED +LENGTH +ENGINE +USER +CLIENT +NAME$/);
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(new RegExp(`^${grace} +waiting .* grace +- +Second$`));
  // Control characters in a name do not reach the terminal.
  expect(rows[1]).toMatch(new RegExp(`^${ada} +live .* ada +museum +First \\[31m talk$`));
  expect((await run('conversations', '--user', 'ada')).stdout).not.toContain(grace);

  expect(await run('conversations', 'stop', grace)).toMatchObject({
    code: 0,
    stdout: `${grace} has ended: stopped, after 0 s\n`,
  });
  expect((await run('conversations')).stdout).not.toContain(grace);
  const lines = (await run('conversations', '--all', '--json')).stdout.trimEnd().split('\n');
  expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual([grace, ada]);
  expect((await run('conversations', '--all', '--take', '1')).stdout).toContain('1 of 2; more with --take.');
});

test('visavis top prints once when the output is not a terminal', async () => {
  const { code, stdout, stderr } = await run('top');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).not.toContain('\u001b');
  expect(stdout).toContain('2 of 8 taken');
  expect(stdout).toContain('within 500 ms (median), 590 ms (95 of 100), since it started');
  expect(stdout).toMatch(/Processor +service 0 % of a core\n/);
  expect(stdout).toMatch(/^conv_\S+ +live +(\d:\d\d|\d+ s) +\d:\d\d +0 +- +builtin +ada/m);
});

test.each([
  [['conversations', 'stop'], 2, /which conversation/],
  [['conversations', 'start'], 2, /unknown: conversations start/],
  [['conversations', '--take', 'many'], 2, /--take must be a whole number/],
  [['conversations', '--status', 'gone'], 1, /status/],
  [['conversations', 'stop', 'conv_none'], 1, /conv_none/],
])('visavis %j is refused in one line', async (args, expected, says) => {
  const { code, stdout, stderr } = await run(...args);
  expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
  expect(stderr).toMatch(says);
  expect(stderr).not.toContain('    at ');
});

test('without a key, or without a running service, the commands print what to do', async () => {
  const nobody = ['--url', 'http://127.0.0.1:9'];
  expect(await runCommand(['conversations', ...nobody])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--key'),
  });
  expect(await runCommand(['top', ...nobody, '--key', 'vv_x'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('no service answers at http://127.0.0.1:9'),
  });
});
