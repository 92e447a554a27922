import { PATIENCE_SILENCES, type TurnTakingPlan } from '@visavis/contracts';

/** Silences after which a turn may be over, in milliseconds. */
export interface TurnSilences {
  /** Ends a turn that sounds finished, once its words are known. */
  finishedMs: number;
  /** Ends speech, and also the turn if nothing shows whether it sounds finished. */
  speechEndMs: number;
  /** Ends a turn that does not sound finished, although its words form a complete sentence. */
  completeSentenceMs: number;
  /** Ends any turn. */
  maxMs: number;
}

/** Positions of the silences in between, as fractions of the range from the shortest to the longest. */
const SPEECH_END_SHARE = 3 / 13;
const COMPLETE_SENTENCE_SHARE = 5 / 13;

/** Returns the silences of a plan; without one 0.2, 0.5, 0.7 and 1.5 s. */
export function turnSilences(plan: TurnTakingPlan = PATIENCE_SILENCES.normal): TurnSilences {
  const { minSilenceMs: finishedMs, maxSilenceMs: maxMs } = plan;
  const at = (share: number) => Math.round(finishedMs + share * (maxMs - finishedMs));
  return {
    finishedMs,
    speechEndMs: at(SPEECH_END_SHARE),
    completeSentenceMs: at(COMPLETE_SENTENCE_SHARE),
    maxMs,
  };
}
