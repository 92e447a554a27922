import { type Clock, sleep } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { withTimeout } from '../../lib/timeout.ts';
import type { SpokenClause, Voice, VoiceStyle } from '../../voices/voice.ts';
import type { AvatarRunner } from './avatar-runner.ts';

const SYNTHESIS_MS = 3000;
const LONGEST_MS = 8000;

/** A sentence that is spoken without the engine; `utteranceId` identifies it in the transcript. */
export interface Apology {
  utteranceId: string;
  text: string;
  style: VoiceStyle;
}

/** Speaks an apology in the spare voice, or writes it if that fails. Resolves in bounded time, after playback. */
export async function speakApology(
  { utteranceId, text, style }: Apology,
  needs: {
    spareVoice: Voice | undefined;
    runner: AvatarRunner;
    clock: Clock;
    log: Logger;
    write: () => void;
  },
): Promise<void> {
  const { spareVoice, runner, clock, log, write } = needs;
  try {
    runner.append(utteranceId, await speakSpare(text, style, spareVoice));
  } catch (error) {
    log.warn(
      { event: 'agent.apology_not_spoken', err: error },
      'the apology could not be spoken; the avatar sent it as text',
    );
    write();
    return;
  }
  runner.finish(utteranceId);
  const latest = clock.now() + LONGEST_MS;
  while (runner.busy && clock.now() < latest) await sleep(clock, 50);
}

/** @throws Error if there is no spare voice, or if it fails or takes too long */
export async function speakSpare(
  text: string,
  style: VoiceStyle,
  spareVoice: Voice | undefined,
): Promise<SpokenClause> {
  if (!spareVoice) throw new Error('there is no spare voice');
  return {
    ...(await withTimeout(
      spareVoice.speak(text, style),
      SYNTHESIS_MS,
      'the spare voice did not finish in time',
    )),
    text,
  };
}
