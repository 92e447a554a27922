/**
 * The sample rates of sound inside the service, in Hz. Rates of a vendor's wire stand in the vendor's folder, and sound
 * of any rate says its own beside its samples.
 */

/** Of a microphone, as it is read from a room and given to an engine. */
export const MICROPHONE_RATE = 24_000;

/** Of what is played: Opus works at this rate. */
export const PLAYOUT_RATE = 48_000;

/** Of sound that models take: speech recognition, detection of speech, and the lip network. */
export const MODEL_RATE = 16_000;
