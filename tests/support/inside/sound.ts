/** Coding of sound, and the plain offline voice. */
export { decodeMuLaw } from '@visavis/server/dist/lib/mu-law.js';
export { resample } from '@visavis/server/dist/lib/resampler.js';
export { encodeWav, readWavHeader } from '@visavis/server/dist/lib/wav.js';
export { startFliteVoice } from '@visavis/server/dist/voices/flite/start-flite-voice.js';
