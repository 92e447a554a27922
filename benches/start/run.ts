import { startService } from '@visavis/tests/dist/support/service.js';
import { openConsumerHost } from '../support/browser-consumer.ts';
import { galleryOf, pause, startWith, stopConversation, wall } from '../support/conversation.ts';
import type { Bench } from '../support/report.ts';

const SECOND_WORKER_MS = 10_000;
/** A conversation that ends and a page that closes have their own work. */
const END_MS = 2000;

/** `[rounds]`: POST /v1/sessions with a warm worker → first frame decoded in Chromium → greeting heard. */
export const run: Bench = async ([rounds = '20'], report) => {
  const service = await startService();
  const host = await openConsumerHost();
  const series = { api: [] as number[], frame: [] as number[], greeting: [] as number[] };
  try {
    const avatars = await galleryOf(service);
    for (let round = 0; round <= Number(rounds); round++) {
      const consumer = await host.open();
      const from = wall();
      const started = await startWith(service, avatars[round % avatars.length]!);
      const answered = wall();
      await consumer.join(started.serverUrl, started.token);
      const frame = await consumer.until('frame', (seen) => seen.firstFrameAt);
      const greeting = await consumer.until('greeting', (seen) => seen.soundStarts[0]);
      // The first round warms the browser and makes the service start its second worker, which is not measured here.
      if (round > 0) {
        series.api.push(answered - from);
        series.frame.push(frame - from);
        series.greeting.push(greeting - from);
      }
      await stopConversation(service, started.id);
      await consumer.close();
      await pause(round === 0 ? SECOND_WORKER_MS : END_MS);
    }
  } finally {
    await host.close();
    await service.dispose();
  }
  report.heading('From the request to a face (warm worker)');
  report.measured([
    { name: 'request → answer with tokens', values: series.api, unit: 'ms' },
    {
      name: 'request → first frame in Chromium',
      values: series.frame,
      unit: 'ms',
      target: 'median ≤ 600, p95 ≤ 800',
    },
    { name: 'request → greeting heard', values: series.greeting, unit: 'ms' },
  ]);
};
