/**
 * Tests that the TypeScript on the pages of the documentation compiles and does what the pages say.
 * `guide-shells.test.ts` runs their shell blocks.
 */
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from 'rolldown/utils';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { findBlock, GUIDES, ROOT, readBlocks, readPage } from '../support/guide.ts';
import type { Program } from '../support/program.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { StartedPrograms } from '../support/started-programs.ts';
import { useService } from '../support/use-service.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const service = useService();
const programs = new StartedPrograms();

const settings = () => ({ VISAVIS_URL: service.url, VISAVIS_API_KEY: TEST_API_KEY });

/** Runs a block of TypeScript from a folder in which package names resolve as they do for users. */
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

test('client/README.md: the first example starts, follows and ends a session, and shows a refusal', async () => {
  const example = readBlocks(join(ROOT, 'client/README.md')).find(({ language }) => language === 'ts')!;
  const program = await run(example.code, settings());
  expect(await program.exited, program.lines.join('\n')).toBe(0);
  expect(program.lines.join('\n')).toMatch(
    /^join ws:\/\/\S+ \S+$.*\(created\)$.*\(ended\)$.*^404 not_found .+$/ms,
  );
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
])('docs/guides/$page: the receiver accepts only what is signed', async (one) => {
  const { page, heading, secret, body, status, answer } = one;
  const { code } = findBlock(readPage(`guides/${page}`), heading, 'ts', page);
  // Also prints the port, which the page's code does not.
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

test('the TypeScript examples of the pages compile against the packages', async () => {
  // In this folder package names resolve as they do for users.
  const folder = join(ROOT, 'tests', 'dist', `pages-${randomUUID()}`);
  await mkdir(folder);
  programs.endWith(() => rm(folder, { recursive: true, force: true }));
  const modules = [...GUIDES, 'client/README.md', 'web/README.md', 'react/README.md'].flatMap((page) =>
    readBlocks(join(ROOT, page))
      // Blocks that name a file are copies of it, and it is compiled with its package.
      .filter(({ language, about }) => /^tsx?$/.test(language) && !about.includes('/'))
      .map(({ language, code }, at) => ({ file: `${page.replaceAll('/', '-')}-${at}.${language}`, code })),
  );
  expect(modules.length).toBeGreaterThan(5);
  for (const { file, code } of modules) await writeFile(join(folder, file), code);
  const compilerOptions = {
    target: 'es2023',
    lib: ['es2023', 'dom', 'dom.iterable'],
    module: 'nodenext',
    types: ['node'],
    jsx: 'react-jsx',
    strict: true,
    skipLibCheck: true,
    noEmit: true,
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['.'] }));
  const compiler = join(ROOT, 'node_modules/typescript/bin/tsc');
  const faults = promisify(execFile)(process.execPath, [compiler, '-p', folder]).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  );
  expect(await faults).toBe('');
});

test.each(
  `index concepts guides/sessions guides/faces guides/knowledge guides/tools guides/memory
  guides/webhooks`.split(/\s+/),
)('all code in docs/%s.md is run by tests', (path) => {
  for (const { language } of readPage(path)) expect(['bash', 'ts']).toContain(language);
});
