import { openBareAnswerer } from '../support/bare-answerer.ts';
import { type BrowserConsumer, openConsumerHost } from '../support/browser-consumer.ts';
import { pause, startConversation, stopConversation } from '../support/conversation.ts';
import { type Bench, summarize } from '../support/report.ts';
import { startService } from '../support/service.ts';

const QUESTIONS = [
  'Who are you?',
  'What can you do?',
  'How are you today?',
  'Tell me a joke, please.',
  'What time is it?',
];
/** Well into the answer, which lasts several seconds. */
const SPEAK_MS = 900;

/**
 * `[rounds]`: typed text → first audible sample; a request to stop → silence. In Chromium, on the audio graph; in turns with it the
 * same of a participant that answers with a tone.
 */
export const run: Bench = async ([rounds = '30'], report) => {
  const service = await startService();
  const host = await openConsumerHost();
  const bare = await openBareAnswerer();
  const answers: number[] = [];
  const silences: number[] = [];
  const bareAnswers: number[] = [];
  const bareSilences: number[] = [];
  try {
    const other = await host.open();
    const { serverUrl, token } = await bare.consumer();
    await other.join(serverUrl, token);
    const consumer = await host.open();
    const started = await startConversation(service);
    await consumer.join(started.serverUrl, started.token);
    await consumer.until('greeting', (seen) => seen.soundStarts[0]);
    await consumer.interrupt();
    await pause(1000);
    // Makes the page ready: its first sound comes late.
    await ask(other, 'Go.', [], []);
    for (let round = 0; round < Number(rounds); round++) {
      await ask(other, 'Go.', bareAnswers, bareSilences);
      await ask(consumer, QUESTIONS[round % QUESTIONS.length]!, answers, silences);
    }
    const { timeline } = await service.client.get('/v3/conversations/{id}', { path: { id: started.id } });
    const turns = timeline.filter(({ type }) => type === 'turn').map(({ content }) => JSON.parse(content));
    report.heading('A turn');
    const ratio = (ours: number[], theirs: number[]) => summarize(ours).median / summarize(theirs).median;
    report.table([
      ['', 'ratio of the medians'],
      ['an answer, to a tone that answers at once', ratio(answers, bareAnswers)],
      ['silence, to the silence of the tone', ratio(silences, bareSilences)],
    ]);
    report.text('');
    report.measured([
      { name: 'text sent → first sample of a tone (yardstick)', values: bareAnswers, unit: 'ms' },
      { name: 'request to stop → silence of the tone (yardstick)', values: bareSilences, unit: 'ms' },
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
    await bare.close();
    await service.dispose();
  }
};

/** Asks, listens for a while, and stops the answer. */
async function ask(consumer: BrowserConsumer, text: string, answers: number[], silences: number[]) {
  const asked = await consumer.say(text);
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
