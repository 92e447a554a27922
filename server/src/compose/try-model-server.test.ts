import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { FakeClock } from '../lib/testing/fake-clock.ts';
import { useListening } from '../lib/testing/use-servers.ts';
import { PATIENCE } from '../providers/patience.ts';
import { composeModelServerTrial } from './try-model-server.ts';

const listen = useListening();

test('an attempt ends in time, even if a request fails late and is retried', async () => {
  const clock = new FakeClock();
  const patient = { firstMs: 20_000, nextMs: 20_000, wholeMs: 20_000 };
  const voice = { say: async () => ({ pcm: new Int16Array(160), sampleRate: 16_000, text: '', phones: [] }) };
  const attempt = composeModelServerTrial({ ...PATIENCE, stt: patient }, voice, clock);
  const server = createServer();
  const first = once(server, 'request');
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  const trial = attempt('stt', { name: 'Slow', baseUrl, model: 'm' });
  const [, response] = (await first) as [unknown, ServerResponse];
  await clock.advance(14_000);
  const second = once(server, 'request');
  response.destroy();
  await second;
  await clock.advance(1_000);
  expect(await trial).toEqual({ ok: false, problem: 'It did not respond within 15 seconds.' });
});
