import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { workerEnvironment } from './compose-pool.ts';

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));
/** Names of settings that are secrets, or addresses that hold one. */
const SECRET = /'([A-Z][A-Z0-9_]*(?:KEY|KEY_ID|TOKEN|SECRET|PASSWORD)|DATABASE_URL)'/g;

/** What engines, voices and tools in a worker call with. */
const NEEDED = [
  'ELEVENLABS_API_KEY',
  'GEMINI_API_KEY',
  'LLM_API_KEY',
  'OPENAI_API_KEY',
  'SEARCH_API_KEY',
  'STT_API_KEY',
  'TTS_API_KEY',
];

/** Of settings that the service reads, and of those that the libraries below it read. */
function secrets(): string[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      /(^|\/)(config[^/]*|[^/]*-offer)\.ts$/.test(name.replaceAll('\\', '/')) && !name.includes('.test.'),
  );
  const named = files.flatMap((name) =>
    [...readFileSync(SOURCE + name, 'utf8').matchAll(SECRET)].map(([, setting]) => setting!),
  );
  const ofLibraries = ['PGPASSWORD', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_SESSION_TOKEN'];
  // The settings of a pipeline are read by prefix.
  return [...new Set([...named, ...NEEDED, ...ofLibraries])].sort();
}

test('a worker has the keys that it calls with, and no other secret', () => {
  const names = secrets();
  expect(names).toEqual(
    expect.arrayContaining(['VISAVIS_API_KEY', 'VISAVIS_ADMIN_TOKEN', 'S3_SECRET_ACCESS_KEY']),
  );
  const inherited = Object.fromEntries(names.map((name) => [name, 'secret']));
  const environment = workerEnvironment({ log: { level: 'info', format: 'json' }, inherited });
  expect(Object.keys(environment).filter((name) => environment[name] === 'secret')).toEqual(NEEDED);
});
