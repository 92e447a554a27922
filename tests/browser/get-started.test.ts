import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { bundleReactApp } from '../support/bundle-react-app.ts';
import { bundleScript } from '../support/bundle-script.ts';
import { openPath } from '../support/console-page.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { stopSession } from '../support/service-client.ts';
import { useSite, useVisits } from '../support/visits.ts';

/** The code that the console shows under “Get started”, with the reader's ids, by the name of its tab. */
const code = new Map<string, string>();
const files = { html: '', script: '' };
const { service, watched, visit } = useVisits(undefined, 'silent');
/** A page of the reader's own site, on another origin. */
const site = useSite(
  () => files.html,
  () => files.script,
);
beforeAll(async () => {
  const { page } = await visit(`${service.url}/console/#key=${TEST_API_KEY}`);
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await openPath(page, '/start');
  for (const tab of ['curl', 'TypeScript', 'Python', 'HTML', 'React']) {
    await page.getByRole('tab', { name: tab }).click();
    code.set(tab, (await page.getByLabel(tab, { exact: true }).last().textContent())!);
  }
  await watched.close();
});

/** Ends the conversation that a program has started, whose id is in its output. */
async function endStarted(printed: string): Promise<void> {
  const [id] = /conv_[0-9a-z]{26}/.exec(printed)!;
  await stopSession(service, id);
}

const run = async (program: string, args: string[]) =>
  (await promisify(execFile)(program, args, { env: { ...process.env, KEY: TEST_API_KEY } })).stdout;

test.each([
  ['curl', 'bash'],
  ['Python', 'python3'],
])('%s runs unchanged', async (tab, program) => {
  await endStarted(await run(program, ['-c', code.get(tab)!]));
});

test('TypeScript runs unchanged', async () => {
  const file = join(service.dataDir, 'get-started.mjs');
  const entry = { code: code.get('TypeScript')!, extension: 'ts' } as const;
  await writeFile(file, await bundleScript(entry, { platform: 'node', format: 'esm' }));
  await endStarted(await run(process.execPath, [file]));
});

/** Inserts a token, as a reader's backend does when it renders the page. */
async function withToken(text: string): Promise<string> {
  const { token } = await service.client.post('/v3/tokens', { body: { user: 'ada' } });
  return text.replace('TOKEN', token);
}

async function talkOnSite(): Promise<void> {
  const { page } = await visit(`${site.origin}/`);
  await page.locator('visavis-avatar #start').click();
  await page.locator('#transcript li.character').first().waitFor();
  await page.locator('visavis-avatar #hang-up').click();
  await page.locator('#over-reason').waitFor();
  expect(watched.complaints).toEqual([]);
}
const HEAD = '<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="data:,">';

test('HTML works on a page of another origin', async () => {
  files.html = `${HEAD}<main>${await withToken(code.get('HTML')!)}</main></html>`;
  await talkOnSite();
});

test('React works on a page of another origin', async () => {
  files.script = await bundleReactApp(await withToken(code.get('React')!), 'production');
  files.html = `${HEAD}<main id="root"></main><script type="module" src="/app.js"></script></html>`;
  await talkOnSite();
});
