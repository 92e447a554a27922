import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Service, startService, TEST_API_KEY } from '../support/service.ts';

const CLIENT = fileURLToPath(new URL('../../../client/', import.meta.url));

let service: Service;
beforeAll(async () => {
  service = await startService();
}, 180_000);
afterAll(() => service?.dispose());

test("the example in the client's README does what it says", async () => {
  const readme = await readFile(`${CLIENT}README.md`, 'utf8');
  // Beside the package, so that its name leads to it.
  const file = `${CLIENT}dist/readme-${process.pid}.mjs`;
  await writeFile(file, /```js\n(.*?)```/s.exec(readme)![1]!);
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
}, 120_000);
