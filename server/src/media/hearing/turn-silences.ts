import { PATIENCE_SILENCES, type TurnTakingPlan } from '@visavis/contracts';

/** Silences in which a turn may be over, in milliseconds. */
export interface TurnSilences {
  /** A turn that sounds finished is over, once its words are known. */
  finishedMs: number;
  /** Speech is over; so is a turn where nothing shows whether it sounds finished. */
  speechMs: number;
  /** A turn is over that does not sound finished, though its words are a whole sentence. */
  wholeMs: number;
  /** Any turn is over. */
  longestMs: number;
}

/** Where the silences in between lie, as shares of the way from the shortest to the longest. */
const SPEECH_SHARE = 3 / 13;
const WHOLE_SHARE = 5 / 13;

/** The silences of a plan; without one 0.2, 0.5, 0.7 and 1.5 s. */
export function turnSilences(plan: TurnTakingPlan = PATIENCE_SILENCES.normal): TurnSilences {
  const { minSilenceMs: finishedMs, maxSilenceMs: longestMs } = plan;
  const at = (share: number) => Math.round(finishedMs + share * (longestMs - finishedMs));
  return { finishedMs, speechMs: at(SPEECH_SHARE), wholeMs: at(WHOLE_SHARE), longestMs };
}
