import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Vitest calls this after the tests: removes the databases that their processes kept, see `kept-databases.ts`. */
export function teardown(): void {
  const folder = path.join(tmpdir(), `visavis-stores-of-${process.pid}`);
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
