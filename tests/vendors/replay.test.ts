import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../support/guide.ts';
import { systemClock } from '../support/inside/engines.ts';
import { PROVIDERS } from '../support/inside.ts';
import { EngineRun } from '../support/providers/engine-run.ts';
import { ORDER_TAXI, talk } from './conversation.ts';
import { readRecording, withoutSecrets, withSilence } from './recording.ts';
import { ReplayServer } from './replay-server.ts';

const FIXTURES = join(ROOT, 'tests/vendors/fixtures');

describe.each(readdirSync(FIXTURES).filter((name) => name.endsWith('.jsonl')))(
  'the conversation in %s',
  (name) => {
    const recording = readRecording(join(FIXTURES, name));

    test(`with the ${recording.source} goes as it went`, async () => {
      const descriptor = PROVIDERS.find(({ id }) => id === recording.vendor)!;
      const server = await new ReplayServer(recording).listen();
      const create = await descriptor.load();
      const path = new URL(descriptor.home).pathname.replace(/\/$/, '');
      const settings = { apiKey: 'replayed-0123456789', baseUrl: server.url + path };
      const run = new EngineRun(create(settings, { clock: systemClock }), {
        plan: { name: descriptor.id, remoteId: 'replayed' },
        tools: [ORDER_TAXI],
      });
      try {
        const outcome = await talk(run, { timeoutMs: 10_000, settleMs: 300 }, () => undefined);
        expect(outcome).toEqual(recording.outcome);
        expect(run.all('failed')).toEqual([]);
        expect(run.all('warning')).toEqual([]);
      } finally {
        await run.engine.close();
        await server.close();
      }
    });
  },
);

test('a recording holds neither sound nor secrets', () => {
  const sound = Buffer.alloc(4800, 7).toString('base64');
  const message = {
    audio: sound,
    note: 'with sk-live-1',
    update: { newHandle: 'h-1' },
    list: [{ data: sound }],
  };
  const clean = withoutSecrets(message, ['sk-live-1']);
  expect(clean).toEqual({
    audio: { $sound: 4800 },
    note: 'with [secret]',
    update: { newHandle: '[secret]' },
    list: [{ data: { $sound: 4800 } }],
  });
  expect(withSilence(clean)).toMatchObject({ audio: Buffer.alloc(4800).toString('base64') });
});
