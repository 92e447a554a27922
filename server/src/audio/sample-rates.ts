/**
 * The sample rates of audio inside the service, in Hz. Rates of a vendor's wire stand in the vendor's folder,
 * and audio of any rate has its own beside its samples.
 */

/** The rate of a microphone's audio, as it is read from a room and given to an engine. */
export const MICROPHONE_RATE = 24_000;

/** The rate of what is played, at which Opus works. */
export const PLAYOUT_RATE = 48_000;

/** The rate of audio that models take: speech recognition, detection of speech, and the lip network. */
export const MODEL_RATE = 16_000;

/** The rates that are accepted from strangers: designing the filter of each new rate costs time. */
export const USUAL_RATES: readonly number[] = [
  8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
];

/** Whether a rate that somebody else states can be one of audio. */
export const isSampleRate = (rate: number): boolean =>
  Number.isInteger(rate) && rate >= 1_000 && rate <= 384_000;
