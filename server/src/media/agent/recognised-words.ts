import type { Engine } from '../../engines/engine.ts';
import { recognitionTrouble } from '../hearing/recognition-trouble.ts';
import type { UtteranceNeeds } from '../hearing/utterance.ts';
import type { TurnHappening } from '../turn/turn.ts';

export interface RecognisedWordsNeeds {
  isStarting: () => boolean;
  takesInput: () => boolean;
  tell: (action: (engine: Engine) => void) => void;
  happened: (happening: TurnHappening) => void;
}

/** The words of what is said, for an engine that takes text only: shown as they come, and a turn when it is over. */
export class RecognisedWords implements Pick<UtteranceNeeds, 'onWords' | 'onTrouble' | 'onOver'> {
  readonly #needs: RecognisedWordsNeeds;
  readonly #told = new Set<string>();
  /** What was said while the engine was still starting. */
  readonly #early: string[] = [];

  constructor(needs: RecognisedWordsNeeds) {
    this.#needs = needs;
  }

  readonly onWords: UtteranceNeeds['onWords'] = (words) =>
    this.#needs.happened({ type: 'engine_reported', report: { type: 'user_transcript', ...words } });

  /** Each kind of trouble is told once. */
  readonly onTrouble: UtteranceNeeds['onTrouble'] = (error) => {
    const { message, fault } = recognitionTrouble(error);
    const { happened } = this.#needs;
    if (fault) happened({ type: 'engine_reported', report: { type: 'fault', ...fault } });
    if (this.#told.has(message)) return;
    this.#told.add(message);
    const report = { type: 'warning', message: `${message} (${error.message}).` } as const;
    happened({ type: 'engine_reported', report });
  };

  readonly onOver: UtteranceNeeds['onOver'] = (text, failed) => {
    const { takesInput, isStarting, tell, happened } = this.#needs;
    if (!takesInput()) return;
    if (isStarting()) {
      if (text !== '') this.#early.push(text);
    } else if (text !== '') tell((engine) => engine.sendText(text));
    else
      tell((engine) => {
        if (failed && engine.notUnderstood) engine.notUnderstood();
        else happened({ type: 'engine_unanswered' });
      });
  };

  release(): void {
    for (const text of this.#early.splice(0)) this.#needs.tell((engine) => engine.sendText(text));
  }
}
