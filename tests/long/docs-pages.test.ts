/**
 * The code on the pages of the documentation does what the pages say. `guides.test.ts` has those that need more than
 * the service.
 */
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { transform } from 'rolldown/utils';
import { Webhook } from 'standardwebhooks';
import { afterEach, expect, test } from 'vitest';
import { findBlock, ROOT, readPage } from '../support/guide.ts';
import type { Program } from '../support/program.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { StartedPrograms } from '../support/started-programs.ts';
import { useService } from '../support/use-service.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const service = useService();
// Conversations that a page has started would take the places of the next page.
afterEach(async () => {
  const { conversations } = await service.client.get('/v3/conversations', { query: { status: 'running' } });
  for (const { id } of conversations)
    await service.client.post('/v3/conversations/{id}/stop', { path: { id } });
});
const programs = new StartedPrograms();

const settings = () => ({ VISAVIS_URL: service.url, VISAVIS_API_KEY: TEST_API_KEY });

/** All shell blocks of a page in their order, as somebody pastes them into one terminal; what they print. */
async function paste(path: string): Promise<string> {
  const script = readPage(path)
    .filter(({ language, about }) => language === 'bash' && about === '')
    .map(({ code }) => code.replace(/^export VISAVIS_\w+=.*$/gm, ''))
    .join('\n');
  const program = programs.start('bash', ['-euo', 'pipefail', '-c', script], settings(), ROOT);
  expect(await program.exited, program.lines.join('\n')).toBe(0);
  return program.lines.join('\n');
}

test.each([
  ['quick-start', [/"status":"(uploaded|indexing|indexed)"/, /"consumerAccessToken":"/]],
  [
    'guides/sessions',
    [/"maxDuration":300/, /"consumerAccessToken":"/, /"remoteAgentAccessToken":"/, /"name":"Support"/],
  ],
  ['guides/knowledge', [/"name":"hours\.md"/, /"knowledgeBase/]],
  ['guides/tools', [/"tools":\[\{"id":"tool_/]],
  ['guides/memory', [/"memory":true/, /"memories":\[/]],
  ['guides/webhooks', [/"eventType":"(conversation\.ended|transcript\.completed)"/]],
  ['guides/embeds', [/"snippet":"<script src=/, /"secondsPerDay":7200/]],
  // The last one: its avatars have no agent, and other pages take the first avatar that there is.
  [
    'guides/faces',
    [/"identity":"maya"/, /"name":"Eileen"/, /"rig":\{"leftEye":\[0\.37,0\.26\]/, /"mouthCenter":\[0/],
  ],
])('docs/%s.md: who pastes its shell blocks gets what it says', async (path, expected) => {
  const printed = await paste(path);
  for (const one of expected) expect(printed).toMatch(one);
});

/** A block of TypeScript, from a place where the names of packages lead to what they lead to for their users. */
async function run(code: string, env: Record<string, string>): Promise<Program> {
  const file = join(ROOT, 'tests', 'dist', `page-${randomUUID()}.mjs`);
  await writeFile(file, (await transform('code.ts', code)).code);
  programs.endWith(() => rm(file, { force: true }));
  return programs.start(process.execPath, [file], env, ROOT);
}

test('docs/guides/knowledge.md: the client uploads a document in one call', async () => {
  const program = await run(findBlock(readPage('guides/knowledge'), 'Documents', 'ts').code, settings());
  expect(await program.exited, program.lines.join('\n')).toBe(0);
  expect(program.lines.join('\n')).toMatch(/^doc_\w+$/m);
});

test.each([
  {
    page: 'tools',
    heading: 'Answer a call',
    secret: 'TOOL_SECRET',
    body: { type: 'tool.call', data: { arguments: { time: '19:30', guests: 2 } } },
    status: 200,
    answer: '{"table":7,"time":"19:30","guests":2}',
  },
  {
    page: 'webhooks',
    heading: 'Receive it',
    secret: 'WEBHOOK_SECRET',
    body: { type: 'conversation.ended', data: { id: 'conv_1', endReason: 'stopped' } },
    status: 204,
    answer: '',
  },
])('docs/guides/$page: the receiver takes what is signed and nothing else', async (one) => {
  const { page, heading, secret, body, status, answer } = one;
  const { code } = findBlock(readPage(`guides/${page}`), heading, 'ts', page);
  // Prints the port that it listens on, which the page's code does not.
  const listening = ".listen(0, function () { console.log('port', this.address().port); })";
  const program = await run(code.replace('.listen(Number(process.env.PORT))', listening), {
    [secret]: SECRET,
  });
  const address = `http://127.0.0.1:${/\d+/.exec(await program.line(/^port \d+/))![0]}`;
  const text = JSON.stringify(body);
  const now = new Date();
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(SECRET).sign('msg_1', now, text),
  };
  const taken = await fetch(address, { method: 'POST', headers, body: text });
  expect({ status: taken.status, answer: await taken.text() }).toEqual({ status, answer });
  const forged = await fetch(address, { method: 'POST', headers, body: text.replace('data', 'Data') });
  expect(forged.status).toBe(401);
});

test.each(
  `index concepts guides/sessions guides/faces guides/knowledge guides/tools guides/memory
  guides/webhooks`.split(/\s+/),
)('docs/%s.md has no code that nobody runs', (path) => {
  for (const { language } of readPage(path)) expect(['bash', 'ts']).toContain(language);
});
