/** In each test file of `npm run test:packed`: fails unless our packages are those that the user has installed. */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { COMMAND, WORKER_ENTRY } from '../support/inside.ts';

const folder = process.env.VISAVIS_TEST_PACKED!;
const entries = ['@visavis/client', '@visavis/contracts', '@visavis/web', '@visavis/react'].map((name) =>
  import.meta.resolve(name),
);
const service = new URL('../../../server/dist/cli/visavis.js', import.meta.url);
for (const file of [...entries, WORKER_ENTRY, service].map((it) => fileURLToPath(it)).concat(COMMAND))
  expect(realpathSync(file).slice(0, folder.length)).toBe(folder);
