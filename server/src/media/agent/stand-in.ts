import type { Aside, Engine, EngineEvent } from '../../engines/engine.ts';
import type { UserPatience } from '../../providers/patience.ts';
import type { SpokenClause } from '../../voices/voice.ts';
import type { SilenceActions, SilenceWatch } from './silence-watch.ts';

export interface StandInNeeds {
  /** The engine, if it may speak by itself. */
  engine?: Pick<Engine, 'wait'>;
  engineName: string;
  patience: UserPatience;
  /** Speaks in the spare voice. Rejects if it cannot. */
  speak: (text: string) => Promise<SpokenClause>;
  /** Return what to say if no answer comes, and if it takes a while. */
  apology: () => string;
  waitWords: () => string;
  silence: () => SilenceWatch;
  /** Stops the engine's work on the answer, so that it does not arrive later. */
  dropAnswer: () => void;
  /** Whether the apology is still due when it is ready to be spoken: the answer may have arrived by then. */
  isApologyDue: () => boolean;
  emit: (event: Exclude<EngineEvent, { type: 'user_speech' }>) => void;
  /** Writes the apology into the transcript if it cannot be spoken. */
  write: (text: string) => void;
}

/** Says in place of an engine that an answer takes a while, or that none will come. */
export function standInFor(needs: StandInNeeds): SilenceActions {
  const { engine, engineName, patience, emit } = needs;
  if (engine?.wait) {
    const { wait } = engine;
    return { wait: { afterMs: wait.afterMs, say: () => wait.say(needs.waitWords()) } };
  }

  /** Speaks `aside`, unless another turn has begun by the time the audio is ready, or it is no longer wanted. */
  async function say(aside: Aside, isWanted: () => boolean): Promise<void> {
    const { turn } = needs.silence();
    const text = aside === 'wait' ? needs.waitWords() : needs.apology();
    const spoken = await needs.speak(text).catch(() => undefined);
    if (turn !== needs.silence().turn || !isWanted()) return;
    const utteranceId = `${aside}_${turn}`;
    if (spoken) {
      emit({ type: 'utterance_started', utteranceId, aside });
      emit({ type: 'audio', utteranceId, ...spoken });
      emit({ type: 'utterance_finished', utteranceId });
    } else if (aside === 'apology') needs.write(text);
    if (aside === 'apology') emit({ type: 'unanswered' });
  }

  return {
    wait: {
      afterMs: patience.saidMs,
      say: () => void say('wait', () => needs.silence().isWaiting),
    },
    giveUp: {
      afterMs: patience.giveUpMs,
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
