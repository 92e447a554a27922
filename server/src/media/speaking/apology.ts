import { sleep } from '../../lib/clock.ts';
import { withTimeout } from '../../lib/timeout.ts';
import type { SpokenClause, Voice, VoiceStyle } from '../../voices/voice.ts';
import type { SessionParts } from '../session.ts';

const SYNTHESIS_TIMEOUT_MS = 3000;
const MAX_PLAYBACK_MS = 8000;

/** A sentence that is spoken without the engine; `utteranceId` identifies it in the transcript. */
export interface Apology {
  utteranceId: string;
  text: string;
  style: VoiceStyle;
}

/** Speaks an apology in the fallback voice, or writes it if that fails. Resolves in bounded time, after playback. */
export async function speakApology(
  { utteranceId, text, style }: Apology,
  needs: Pick<SessionParts, 'fallbackVoice' | 'runner' | 'clock' | 'log'> & { write: () => void },
): Promise<void> {
  const { fallbackVoice, runner, clock, log, write } = needs;
  try {
    runner.append(utteranceId, await speakFallback(text, style, fallbackVoice));
  } catch (error) {
    log.warn(
      { event: 'agent.apology_not_spoken', err: error },
      'the apology could not be spoken; the avatar sent it as text',
    );
    write();
    return;
  }
  runner.finish(utteranceId);
  const latest = clock.now() + MAX_PLAYBACK_MS;
  while (runner.busy && clock.now() < latest) await sleep(clock, 50);
}

/** @throws Error if there is no fallback voice, or if it fails or takes too long */
export async function speakFallback(
  text: string,
  style: VoiceStyle,
  fallbackVoice: Voice | undefined,
): Promise<SpokenClause> {
  if (!fallbackVoice) throw new Error('there is no fallback voice');
  return {
    ...(await withTimeout(
      fallbackVoice.speak(text, style),
      SYNTHESIS_TIMEOUT_MS,
      'the fallback voice did not finish in time',
    )),
    text,
  };
}
