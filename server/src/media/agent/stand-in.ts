import type { Aside, Engine, EngineEvent } from '../../engines/engine.ts';
import { phrase } from '../../engines/phrases.ts';
import { USER_PATIENCE } from '../../providers/patience.ts';
import type { VoiceStyle } from '../../voices/voice.ts';
import type { SessionParts } from '../session.ts';
import { speakFallback } from '../speaking/apology.ts';
import type { Transcript } from '../speaking/transcript.ts';
import type { SilenceActions, SilenceWatch } from './silence-watch.ts';

export interface StandInNeeds extends Pick<SessionParts, 'fallbackVoice' | 'waitPhrases' | 'userPatience'> {
  /** The engine, if it may speak by itself. */
  engine?: Pick<Engine, 'wait'>;
  engineName: string;
  style: () => VoiceStyle;
  /** Returns the agent's own apology, if it has one. */
  apology: () => string | undefined;
  silence: () => SilenceWatch;
  /** Gets the apology if it cannot be spoken. */
  transcript: Transcript;
  /** Stops the engine's work on the answer, so that it does not arrive later. */
  dropAnswer: () => void;
  /** Whether the apology is still due when it is ready to be spoken: the answer may have arrived by then. */
  isApologyDue: () => boolean;
  emit: (event: Exclude<EngineEvent, { type: 'user_speech' }>) => void;
}

/** Says in place of an engine that an answer takes a while, or that none will come, in the fallback voice. */
export function standInFor(needs: StandInNeeds): SilenceActions {
  const { engine, engineName, fallbackVoice, waitPhrases, userPatience = USER_PATIENCE, emit } = needs;
  const waitWords = () => waitPhrases.next(needs.style().language);
  if (engine?.wait) {
    const { wait } = engine;
    return { wait: { afterMs: wait.afterMs, say: () => wait.say(waitWords()) } };
  }

  /** Speaks `aside`, unless another turn has begun by the time the audio is ready, or it is no longer wanted. */
  async function say(aside: Aside, isWanted: () => boolean): Promise<void> {
    const { turn } = needs.silence();
    const style = needs.style();
    const text = aside === 'wait' ? waitWords() : (needs.apology() ?? phrase('apology', style.language));
    const spoken = await speakFallback(text, style, fallbackVoice).catch(() => undefined);
    if (turn !== needs.silence().turn || !isWanted()) return;
    const utteranceId = `${aside}_${turn}`;
    if (spoken) {
      emit({ type: 'utterance_started', utteranceId, aside });
      emit({ type: 'audio', utteranceId, ...spoken });
      emit({ type: 'utterance_finished', utteranceId });
    } else if (aside === 'apology') needs.transcript.settle(utteranceId, text);
    if (aside === 'apology') emit({ type: 'unanswered' });
  }

  return {
    wait: {
      afterMs: userPatience.waitPhraseMs,
      say: () => void say('wait', () => needs.silence().isWaiting),
    },
    giveUp: {
      afterMs: userPatience.giveUpMs,
      say: (quietMs) => {
        const waitedMs = Math.round(quietMs);
        emit({ type: 'fault', provider: engineName, fault: 'timeout', waitedMs });
        const seconds = (waitedMs / 1000).toFixed(1);
        emit({
          type: 'warning',
          message: `${engineName} did not answer within ${seconds} s; the agent apologized`,
        });
        needs.dropAnswer();
        void say('apology', needs.isApologyDue);
      },
    },
  };
}
