import type { Engine } from '../../engines/engine.ts';
import { ThreadBusy, ThreadLost } from '../../models/runtime/model-thread.ts';
import { ProviderError, type ProviderFault } from '../../providers/provider-error.ts';
import type { UtteranceNeeds } from '../hearing/utterance.ts';
import type { TurnInput } from '../turn/turn.ts';

export interface UserTranscriptNeeds {
  isStarting: () => boolean;
  takesInput: () => boolean;
  callEngine: (action: (engine: Engine) => void) => void;
  onTurnInput: (input: TurnInput) => void;
}

/**
 * Collects the words of a user's speech for an engine that takes only text: they are shown as they arrive, and become a
 * turn when the speech is over.
 */
export class UserTranscript
  implements Pick<UtteranceNeeds, 'onWords' | 'onError' | 'onExpected' | 'onEnded'>
{
  readonly #needs: UserTranscriptNeeds;
  readonly #reported = new Set<string>();
  /** Words that were spoken while the engine was still starting. */
  readonly #earlyTexts: string[] = [];
  /** Number of consecutive failures to transcribe speech. */
  #failures = 0;
  /** Whether further speech will probably not be transcribed either. */
  #isLasting = false;

  constructor(needs: UserTranscriptNeeds) {
    this.#needs = needs;
  }

  readonly onWords: UtteranceNeeds['onWords'] = (words) =>
    this.#needs.onTurnInput({ type: 'engine_reported', report: { type: 'user_transcript', ...words } });

  /** Reports a failure, each kind only once. */
  readonly onError: UtteranceNeeds['onError'] = (error) => {
    const { message, fault } = explainRecognitionError(error);
    const { onTurnInput } = this.#needs;
    this.#isLasting = ++this.#failures > 1 || (error instanceof ProviderError && error.isLasting);
    if (fault) onTurnInput({ type: 'engine_reported', report: { type: 'fault', ...fault } });
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    const report = { type: 'warning', message: `${message} (${error.message}).` } as const;
    onTurnInput({ type: 'engine_reported', report });
  };

  readonly onExpected: UtteranceNeeds['onExpected'] = (text) => {
    const { takesInput, isStarting, callEngine } = this.#needs;
    if (takesInput() && !isStarting()) callEngine((engine) => engine.expectText?.(text));
  };

  readonly onEnded: UtteranceNeeds['onEnded'] = (text, failed) => {
    const { takesInput, isStarting, callEngine, onTurnInput } = this.#needs;
    if (!failed) this.#failures = 0;
    if (!takesInput()) return;
    if (isStarting()) {
      if (text !== '') this.#earlyTexts.push(text);
    } else if (text !== '') callEngine((engine) => engine.sendText(text));
    else
      callEngine((engine) => {
        if (failed && engine.notUnderstood) engine.notUnderstood(this.#isLasting);
        else onTurnInput({ type: 'engine_unanswered' });
      });
  };

  sendEarlyTexts(): void {
    for (const text of this.#earlyTexts.splice(0)) this.#needs.callEngine((engine) => engine.sendText(text));
  }
}

/** Returns the warning for a failure of speech recognition, and the fault to count, if any. */
function explainRecognitionError(error: Error): {
  message: string;
  fault?: ProviderFault;
} {
  if (error instanceof ProviderError)
    return {
      message: "The user's speech could not be transcribed",
      fault: error.fault,
    };
  if (error.name === ThreadLost.name)
    return {
      message:
        'Speech recognition on this machine stopped unexpectedly and is restarting; speech during the restart is lost',
    };
  if (error.name === ThreadBusy.name)
    return { message: 'Speech recognition on this machine is overloaded; some words were lost' };
  return { message: 'Speech recognition on this machine has failed; typing still works' };
}
