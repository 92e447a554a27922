import type { SpokenTime } from '../../engines/engine.ts';
import type { SessionParts } from '../session.ts';
import { TOO_FAR_AHEAD, type UtteranceAudio } from '../speaking/playout.ts';

/** Plays what an engine says. Discards what is too far ahead of the playback, and says so once in the timeline. */
export class EngineSpeech {
  readonly #parts: Pick<SessionParts, 'runner' | 'reporter'>;
  #wasTooFarAhead = false;

  constructor(parts: Pick<SessionParts, 'runner' | 'reporter'>) {
    this.#parts = parts;
  }

  /** Returns whether the audio will be played. */
  append(utteranceId: string, audio: UtteranceAudio): boolean {
    if (this.#isTooFarAhead()) return false;
    this.#parts.runner.append(utteranceId, audio);
    return true;
  }

  appendText(utteranceId: string, text: string, time?: SpokenTime): void {
    if (!this.#isTooFarAhead()) this.#parts.runner.appendText(utteranceId, text, time);
  }

  #isTooFarAhead(): boolean {
    const { runner, reporter } = this.#parts;
    if (!runner.isTooFarAhead) return false;
    if (!this.#wasTooFarAhead) reporter.timeline('warning', 'system', TOO_FAR_AHEAD);
    this.#wasTooFarAhead = true;
    return true;
  }
}
