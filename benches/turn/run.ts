import type { Bench } from '../support/bench.ts';

import {
  galleryOf,
  QUESTIONS,
  startConversation,
  stopConversation,
  timelineOf,
  turnsOf,
} from '../support/conversation.ts';
import { type ConsumerPage, openConsumerPages, seenBy } from '../support/pages.ts';
import { openBareRoom, startEmbedded } from '../support/rooms.ts';
import { pause } from '../support/scope.ts';
import { startService } from '../support/service.ts';

/** Well into the answer, which lasts several seconds. */
const SPEAK_MS = 900;

interface Asked {
  answers: number[];
  silences: number[];
  /** Milliseconds between frames while the avatar speaks, and the frame rate of each answer. */
  gaps: number[];
  rates: number[];
}

/** Measures in Chromium, on the audio graph; alternately, the same for a participant that answers with a tone. */
export async function run({ options, scope, report }: Bench): Promise<void> {
  const { rounds } = options({ rounds: 30 });
  const { client } = await startService(scope);
  const open = await openConsumerPages(scope);
  const bare = await openBareRoom(scope, await startEmbedded(scope), 'answering');
  const [other, consumer] = [await open(), await open()];
  const place = await bare.consumer();
  await other.call('join', place.serverUrl, place.token);
  const started = await startConversation(client, (await galleryOf(client))[0]!);
  await consumer.call('join', started.serverUrl, started.token);
  await seenBy(consumer, 'greeting', (seen) => seen.soundStarts[0]);
  await consumer.call('interrupt');
  await pause(1000);
  // Warms up the page: its first audio is late.
  await ask(other, 'Go.', nothing());
  const [tone, ours] = [nothing(), nothing()];
  const soundBefore = await consumer.call('sound');
  for (let round = 0; round < rounds; round++) {
    await ask(other, 'Go.', tone);
    await ask(consumer, QUESTIONS[round % QUESTIONS.length]!, ours);
  }
  const sound = await consumer.call('sound');
  const turns = await turnsOf(client, started.id);
  const cuts = (await timelineOf(client, started.id)).filter(({ type }) => type === 'interruption').length;
  await stopConversation(client, started.id);
  report.heading('A turn');
  const unit = 'ms';
  report.measured([
    { name: 'text sent → first sample of a tone (yardstick)', values: tone.answers, unit },
    {
      name: 'text sent → first audible sample',
      values: ours.answers,
      unit,
      to: tone.answers,
      target: 'median ≤ 250',
    },
    { name: 'of it: → engine’s first sound (timeline)', values: turns.map((turn) => turn.engineMs), unit },
    {
      name: 'of it: → sound leaves the worker (timeline)',
      values: turns.map((turn) => turn.latencyMs),
      unit,
    },
    { name: 'request to stop → silence of the tone (yardstick)', values: tone.silences, unit },
    {
      name: 'request to stop → silence',
      values: ours.silences,
      unit,
      to: tone.silences,
      target: 'median ≤ 150',
    },
    { name: 'pictures a second while the avatar speaks', values: ours.rates, unit: '1/s', target: '≥ 24.5' },
    { name: 'between pictures while it speaks', values: ours.gaps, unit, target: 'p95 ≤ 50' },
  ]);
  const madeUp = (100 * (sound.madeUp - soundBefore.madeUp)) / (sound.all - soundBefore.all);
  report.text(
    `Of the sound ${madeUp.toFixed(2)} % was missing: the decoder made it up because it was late or lost.`,
  );
  report.text(
    `Of ${rounds + 1} stops, that of the greeting included, ${cuts} are interruptions of the timeline.`,
  );
}

const nothing = (): Asked => ({ answers: [], silences: [], gaps: [], rates: [] });

/** Asks, listens for a while, and stops the answer. */
async function ask(
  page: ConsumerPage,
  text: string,
  { answers, silences, gaps, rates }: Asked,
): Promise<void> {
  const asked = await page.call('say', text);
  const heard = await seenBy(page, 'answer', (seen) => seen.soundStarts.find((at) => at > asked));
  answers.push(heard - asked);
  await pause(SPEAK_MS);
  const stopped = await page.call('interrupt');
  const end = await seenBy(page, 'silence', ({ soundStarts, soundEnds }) =>
    soundEnds.length === soundStarts.length ? soundEnds.at(-1) : undefined,
  );
  // An answer that ended before the interruption measures nothing.
  if (end > stopped) silences.push(end - stopped);
  const { frames } = await page.call('observations');
  const shown = frames.filter((at) => at >= heard && at <= stopped);
  const between = shown.slice(1).map((at, n) => at - shown[n]!);
  gaps.push(...between);
  if (between.length > 0) rates.push((1000 * between.length) / (shown.at(-1)! - shown[0]!));
  await pause(400);
}
