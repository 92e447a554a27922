import { startService } from '@visavis/tests/dist/support/service.js';
import { openConsumerHost } from '../support/browser-consumer.ts';
import { pause, startConversation, stopConversation } from '../support/conversation.ts';
import type { Bench } from '../support/report.ts';

const QUESTIONS = [
  'Who are you?',
  'What can you do?',
  'How are you today?',
  'Tell me a joke, please.',
  'What time is it?',
];
/** Well into the answer, which lasts several seconds. */
const SPEAK_MS = 900;

/** `[rounds]`: typed text → first audible sample; a request to stop → silence. In Chromium, on the audio graph. */
export const run: Bench = async ([rounds = '30'], report) => {
  const service = await startService();
  const host = await openConsumerHost();
  const answers: number[] = [];
  const silences: number[] = [];
  try {
    const consumer = await host.open();
    const started = await startConversation(service);
    await consumer.join(started.serverUrl, started.token);
    await consumer.until('greeting', (seen) => seen.soundStarts[0]);
    await consumer.interrupt();
    await pause(1000);
    for (let round = 0; round < Number(rounds); round++) {
      const asked = await consumer.say(QUESTIONS[round % QUESTIONS.length]!);
      const heard = await consumer.until('answer', (seen) => seen.soundStarts.find((at) => at > asked));
      answers.push(heard - asked);
      await pause(SPEAK_MS);
      const stopped = await consumer.interrupt();
      const end = await consumer.until('silence', (seen) => {
        const last = seen.soundEnds.at(-1);
        return last !== undefined && seen.soundEnds.length === seen.soundStarts.length ? last : undefined;
      });
      // An answer that ended before the stop measures nothing.
      if (end > stopped) silences.push(end - stopped);
      await pause(400);
    }
    const { timeline } = await service.client.get('/v3/conversations/{id}', { path: { id: started.id } });
    const turns = timeline.filter(({ type }) => type === 'turn').map(({ content }) => JSON.parse(content));
    report.heading('A turn');
    report.measured([
      { name: 'text sent → first audible sample', values: answers, unit: 'ms', target: 'median ≤ 250' },
      { name: 'request to stop → silence', values: silences, unit: 'ms', target: 'median ≤ 150' },
      {
        name: 'of it: text → engine’s first sound (timeline)',
        values: turns.map((turn) => turn.engineMs),
        unit: 'ms',
      },
      {
        name: 'of it: text → sound leaves the worker (timeline)',
        values: turns.map((turn) => turn.latencyMs),
        unit: 'ms',
      },
    ]);
    await stopConversation(service, started.id);
  } finally {
    await host.close();
    await service.dispose();
  }
};
