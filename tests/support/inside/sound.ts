/** Internal imports for audio: encoding, and the simple offline voice. */
export { decodeMuLaw } from '@visavis/server/dist/audio/mu-law.js';
export { resample } from '@visavis/server/dist/audio/resampler.js';
export { encodeWav, readWavHeader } from '@visavis/server/dist/audio/wav.js';
export { startFliteVoice } from '@visavis/server/dist/voices/flite/start-flite-voice.js';
