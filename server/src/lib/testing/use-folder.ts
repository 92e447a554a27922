import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

/** Creates a temporary folder for all tests of a file, or for each test. Call it at the top level: it adds hooks. */
export function useFolder(how: 'of all' | 'of each' = 'of all'): string {
  const folder = join(tmpdir(), `visavis-test-${randomUUID()}`);
  const [before, after] = how === 'of all' ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(async () => {
    await mkdir(folder, { mode: 0o700 });
  });
  after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
