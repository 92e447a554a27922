import type { LiveConversation, LiveService } from '@visavis/tests/dist/support/live-service.js';
import { pause } from '../support/conversation.ts';
import { BEEP_EVERY_MS, BEEPS } from './beep-engine.ts';
import { gapsOf, type Offset, offsetsOf, withoutMisread } from './offsets.ts';
import type { Witness } from './witness.ts';
import type { ReceiverState } from './witness-page/record.ts';

const UTTERANCE_MS = BEEPS * BEEP_EVERY_MS;
/** For the text to arrive and the last of the sound to be heard. */
const AROUND_MS = 700;
const VIDEO = { width: 512, height: 512, fps: 25, idleFps: 12.5 };
const LIMITS = { maxSeconds: 100_000, idleTimeoutMs: 3_600_000 };

/** The measurements of one conversation. */
export interface Conversed {
  /** By utterance, in order; the first begins as soon as both tracks play. */
  utterances: Offset[][];
  /** Milliseconds between pictures on the display, and between their arrivals. */
  gaps: number[];
  arrivalGaps: number[];
  receiver: ReceiverState[];
  /** Pictures whose code could not be read; left out. */
  misread: number;
}

export function startCoded(service: LiveService): Promise<LiveConversation> {
  return service.startConversation({ video: VIDEO, limits: LIMITS });
}

/** One conversation from its beginning to its end. `biasMs` is the recorder's. */
export async function converse(
  service: LiveService,
  witness: Witness,
  { utterances, biasMs }: { utterances: number; biasMs: number },
): Promise<Conversed> {
  const conversation = await startCoded(service);
  await witness.join(service.url, await service.token(conversation.plan.room.name, 'user'));
  const conversed: Conversed = { utterances: [], gaps: [], arrivalGaps: [], receiver: [], misread: 0 };
  for (let n = 0; n < utterances; n++) {
    await witness.say('beep');
    await pause(UTTERANCE_MS + AROUND_MS);
    const { onsets, pictures: read, arrivals, receiver } = await witness.take();
    const pictures = withoutMisread(read);
    conversed.misread += read.length - pictures.length;
    conversed.utterances.push(
      offsetsOf(pictures, onsets).map(({ at, offsetMs }) => ({ at, offsetMs: offsetMs - biasMs })),
    );
    conversed.gaps.push(...gapsOf(pictures));
    conversed.arrivalGaps.push(...arrivals.slice(1).map((at, i) => at - arrivals[i]!));
    conversed.receiver.push(...receiver);
  }
  await witness.leave();
  await service.finish(conversation);
  if (conversed.utterances.flat().length === 0) throw new Error('nothing was seen and heard together');
  return conversed;
}

/** How many utterances fill so many minutes. */
export function utterancesIn(minutes: number): number {
  return Math.round((minutes * 60_000) / (UTTERANCE_MS + AROUND_MS));
}
