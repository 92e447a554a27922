/**
 * The sample rates of audio inside the service, in Hz. Rates of a vendor's protocol are in the vendor's folder, and
 * audio of any rate carries its rate with its samples.
 */

/** The rate of a microphone's audio, as it is read from a room and given to an engine. */
export const MICROPHONE_RATE = 24_000;

/** The rate of what is played, at which Opus works. */
export const PLAYOUT_RATE = 48_000;

/** The rate of audio for models: speech recognition, speech detection, and the lip network. */
export const MODEL_RATE = 16_000;

/** The rates that are accepted from others: designing the filter of each new rate costs time. */
export const USUAL_RATES: readonly number[] = [
  8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
];

/** Whether a rate that somebody else states is plausible for audio. */
export const isSampleRate = (rate: number): boolean =>
  Number.isInteger(rate) && rate >= 1_000 && rate <= 384_000;
