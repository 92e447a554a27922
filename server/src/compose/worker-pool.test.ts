import { expect, test } from 'vitest';
import { settingsOf } from '../config/setting.ts';
import { ALL_SETTINGS } from '../config/settings.ts';
import { workerEnvironment } from './worker-pool.ts';

/** Environment variables with the keys that a worker's engines, voices and tools need. */
const NEEDED =
  `CARTESIA_API_KEY DEEPGRAM_API_KEY ELEVENLABS_API_KEY GEMINI_API_KEY LLM_API_KEY LLM_FALLBACK_API_KEY
  OPENAI_API_KEY SEARCH_API_KEY STT_API_KEY TTS_API_KEY TTS_FALLBACK_API_KEY`.split(/\s+/);
/** Environment variables that libraries read, or that hold a URL with a password. */
const OTHERS = [
  'PGPASSWORD',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'DATABASE_URL',
];

test('a worker gets the keys that it needs for its calls, and no other secret', () => {
  const settings = settingsOf(ALL_SETTINGS).filter(({ kind }) => kind.text === 'secret');
  const names = [...settings.map(({ name }) => name), ...OTHERS].sort();
  expect(names).toEqual(
    expect.arrayContaining(['VISAVIS_API_KEY', 'VISAVIS_ADMIN_TOKEN', 'S3_SECRET_ACCESS_KEY']),
  );
  const inherited = Object.fromEntries(names.map((name) => [name, 'secret']));
  const environment = workerEnvironment({ log: { level: 'info', format: 'json' }, inherited });
  expect(Object.keys(environment).filter((name) => environment[name] === 'secret')).toEqual(NEEDED);
});
