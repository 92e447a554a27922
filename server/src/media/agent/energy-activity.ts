import type { VoiceActivity } from './consumer-ears.ts';

const PIECE_MS = 10;
/** Speech must go on this long to count: a click or a cough does not stop the avatar. */
const START_MS = 90;
/** A pause within a sentence is shorter than this. */
const END_MS = 550;
const FLOOR_DB = -58;
const ABOVE_NOISE_DB = 11;
/** Our own sound comes back through a loudspeaker at most this much weaker than it left, after echo cancelling. */
const ECHO_LOSS_DB = 14;

/** Tells speech from noise by its loudness above the noise floor, which it learns. */
export function createEnergyActivity(): VoiceActivity {
  let noiseDb = -50;
  let loudMs = 0;
  let quietMs = 0;
  let speaking = false;
  return {
    trailingMs: END_MS,
    push(pcm, own) {
      const db = levelDb(pcm);
      const echoDb = own > 0 ? 20 * Math.log10(own) - ECHO_LOSS_DB : Number.NEGATIVE_INFINITY;
      const threshold = Math.max(FLOOR_DB, noiseDb + ABOVE_NOISE_DB, echoDb);
      if (db < threshold && own === 0) noiseDb += (db - noiseDb) * (db < noiseDb ? 0.1 : 0.01);
      if (db >= threshold) {
        loudMs += PIECE_MS;
        quietMs = 0;
      } else {
        quietMs += PIECE_MS;
        if (quietMs > 60) loudMs = 0;
      }
      if (!speaking && loudMs >= START_MS) {
        speaking = true;
        return 'started';
      }
      if (speaking && quietMs >= END_MS) {
        speaking = false;
        return 'ended';
      }
      return undefined;
    },
    reset() {
      loudMs = 0;
      quietMs = 0;
      speaking = false;
    },
  };
}

function levelDb(pcm: Int16Array): number {
  let sum = 1;
  for (const sample of pcm) sum += sample * sample;
  return 10 * Math.log10(sum / Math.max(1, pcm.length) / 32768 ** 2);
}
