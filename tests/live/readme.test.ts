import { execFile } from 'node:child_process';
import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../support/guide.ts';
import { useFolder } from '../support/inside.ts';
import { type Service, startService, TEST_API_KEY } from '../support/service.ts';

const CLIENT = `${ROOT}client/`;

let service: Service;
let readme: string;
/** A stand-in for the repository, so that the commands write here. */
const folder = useFolder();
beforeAll(async () => {
  readme = await readFile(`${ROOT}README.md`, 'utf8');
  for (const name of ['node_modules', 'server']) await symlink(join(ROOT, name), join(folder, name));
  service = await startService();
});
afterAll(() => service?.dispose());

/** Runs the only shell block under a heading, as a reader who copies it would. */
async function copy(heading: string): Promise<string> {
  const block = new RegExp(`## ${heading}\n[^#]*?\`\`\`bash\n(.*?)\`\`\``, 's').exec(readme)![1]!;
  const { stdout } = await promisify(execFile)('bash', ['-euc', block], {
    cwd: folder,
    env: { ...process.env, VISAVIS_DATA_DIR: service.dataDir },
  });
  return stdout;
}

test('the commands of the README produce an avatar with a document, and a link', async () => {
  expect(await copy('Your own avatar, with your own document')).toMatch(/^http:\S+\/talk\/#key=\S+$/m);
  const { avatars } = await service.client.get('/v1/avatars', { query: { take: 50 } });
  expect(avatars.find(({ name }) => name === 'My avatar')).toMatchObject({ agent: { name: 'Guide' } });
  const { items } = await service.client.get('/v3/knowledge-bases', { query: { take: 50 } });
  const { id } = items.find(({ name }) => name === 'My document')!;
  await expect
    .poll(
      async () =>
        (await service.client.get('/v3/knowledge-bases/{id}', { path: { id } })).documents[0]?.status,
    )
    .toBe('indexed');
});

test("the example in the client's README does what the README says", async () => {
  const clientReadme = await readFile(`${CLIENT}README.md`, 'utf8');
  // Inside the package, so that the package name resolves to it.
  const file = `${CLIENT}dist/readme-${process.pid}.mjs`;
  await writeFile(file, /```ts\n(.*?)```/s.exec(clientReadme)![1]!);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      env: { ...process.env, VISAVIS_URL: service.url, VISAVIS_API_KEY: TEST_API_KEY },
    });
    expect(stdout).toMatch(/^join ws:\/\/\S+ \S+\n/);
    expect(stdout).toContain('(created)\n');
    expect(stdout).toContain('(ended)\n');
    expect(stdout).toMatch(/404 not_found .+\n$/);
  } finally {
    await rm(file);
  }
});
