import { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';
import { VoiceActivityDetector } from '@visavis/server/dist/lib/voice-activity.js';
import { type DelayStep, throughJitterBuffer, throughRoom } from './echo-path.ts';
import { onsetOf, RATE, type Speakers } from './speakers.ts';

export interface Scene {
  seed: number;
  seconds: number;
  /** Echo in the microphone at this share of the playout's amplitude. */
  gain: number;
  delays: DelayStep[];
  squeeze?: boolean;
  /** The loudspeaker is turned on only then. */
  echoFromMs?: number;
  /** Amplitude of white noise in the microphone, of 1. */
  noise: number;
  /** The user's level, if there is one: 1 is as loud at the microphone as the playout is made. */
  userLevel?: number;
  room?: boolean;
}

export interface Heard {
  /** When speech was reported though nobody had spoken, milliseconds. */
  falseAtMs: number[];
  /** From the onset of the user's speech to its report, milliseconds; `Infinity`: never, while it lasted. */
  delaysMs: number[];
}

const CHUNK = RATE / 100;
const samples = (ms: number) => Math.round((ms * RATE) / 1000);

/** Plays a scene to a detector, in pieces of 10 ms as they come from a line. */
export function playScene(scene: Scene, speakers: Speakers): Heard {
  const random = seededRandom(scene.seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const length = scene.seconds * RATE;
  const avatar = pick(speakers.avatars);
  const playout = talk(length, avatar.sentences, random);
  const line = throughJitterBuffer(playout, scene.delays, scene.squeeze ?? false);
  const echo = scene.room ? throughRoom(line, random) : line;
  const user = new Float32Array(length);
  const spoken: { onset: number; end: number }[] = [];
  if (scene.userLevel) {
    // Nobody has the avatar's own voice: a synthetic one would say the same sounds with the same waveform.
    const voice = pick(speakers.users.filter(({ base }) => base !== avatar.base)).sentences;
    for (let at = samples(5000 + 2000 * random()); ; at += samples(4500 + 2000 * random())) {
      const sentence = pick(voice);
      if (at + sentence.length > length) break;
      for (let i = 0; i < sentence.length; i++) user[at + i] = scene.userLevel * sentence[i]!;
      spoken.push({ onset: at + onsetOf(sentence), end: at + sentence.length });
    }
  }
  const detector = new VoiceActivityDetector(RATE);
  const starts: number[] = [];
  for (let at = 0; at + CHUNK <= length; at += CHUNK) {
    const pcm = Int16Array.from({ length: CHUNK }, (_, i) => {
      const audible = at >= samples(scene.echoFromMs ?? 0) ? scene.gain * echo[at + i]! : 0;
      const sum = audible + user[at + i]! + (2 * random() - 1) * scene.noise;
      return Math.round(32_767 * Math.max(-1, Math.min(1, sum)));
    });
    const own = Int16Array.from(playout.subarray(at, at + CHUNK), (sample) => Math.round(32_767 * sample));
    detector.pushPlayout(own, RATE);
    for (const { kind } of detector.push(pcm)) if (kind === 'speech_started') starts.push(at + CHUNK);
  }
  const own = (at: number) =>
    spoken.find(({ onset, end }) => at >= onset - samples(30) && at <= end + samples(300));
  return {
    falseAtMs: starts.filter((at) => !own(at)).map((at) => (1000 * at) / RATE),
    delaysMs: spoken.map((each) => {
      const start = starts.find((at) => own(at) === each);
      return start === undefined ? Number.POSITIVE_INFINITY : (1000 * (start - each.onset)) / RATE;
    }),
  };
}

/** Sentence after sentence, with a long pause now and then. */
function talk(length: number, voice: Float32Array[], random: () => number): Float32Array {
  const sound = new Float32Array(length);
  for (let at = samples(600 + 800 * random()); at < length; ) {
    const sentence = voice[Math.floor(random() * voice.length)]!;
    sound.set(sentence.subarray(0, Math.min(sentence.length, length - at)), at);
    at += sentence.length + samples(random() < 0.25 ? 1500 + 2500 * random() : 200 * random());
  }
  return sound;
}
