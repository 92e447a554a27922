import { VoiceActivityDetector } from '@visavis/server/dist/audio/voice-activity.js';
import { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';
import {
  type DelayStep,
  throughCanceller,
  throughClock,
  throughCodec,
  throughJitterBuffer,
  throughLoudspeaker,
  throughRoom,
} from './echo-path.ts';
import { endOf, onsetOf, RATE, type Speakers } from './speakers.ts';
import { type BrokenUp, breakUp } from './stalls.ts';

export interface Scene {
  seed: number;
  seconds: number;
  /** Echo in the microphone, as a fraction of the playout's amplitude. */
  gain: number;
  delays: DelayStep[];
  squeeze?: boolean;
  /** When the loudspeaker is turned on. */
  echoFromMs?: number;
  /** Amplitude of white noise in the microphone, 0 to 1. */
  noise: number;
  /** Amplitude of music in the room, 0 to 1. */
  music?: number;
  /** The user's level, if there is a user: 1 is as loud at the microphone as the playout was generated. */
  userLevel?: number;
  /** Whether the user interrupts within the first second of each answer. */
  atTheStart?: boolean;
  /** The time in which audio fades by 60 dB in the room; if absent, there is no room. */
  roomMs?: number;
  clockPpm?: number;
  /** Whether the loudspeaker clips. */
  clips?: boolean;
  /** Whether the client cancels echo itself. */
  cancels?: boolean;
  /** Whether the avatar's worker sometimes gets no CPU time. */
  breaks?: boolean;
}

export interface Heard {
  /** How long the avatar spoke. */
  avatarSeconds: number;
  /** Times in milliseconds at which speech was detected although the user was silent. */
  falseAtMs: number[];
  /** Milliseconds from the onset of the user's speech to its detection; `Infinity` if not detected while it lasted. */
  delaysMs: number[];
  /** Milliseconds from the end of the user's speech to its detection. */
  endDelaysMs: number[];
}

const CHUNK = RATE / 100;
const samples = (ms: number) => Math.round((ms * RATE) / 1000);

/** A scene as audio. */
export interface Rendered {
  playout: Int16Array;
  /** Samples at which a 10 ms frame begins in which nothing is sent. */
  stalledAt: ReadonlySet<number>;
  microphone: Int16Array;
  /** Where the user speaks, in samples. */
  spoken: { onset: number; end: number }[];
  avatarSeconds: number;
}

export function render(scene: Scene, speakers: Speakers): Rendered {
  const random = seededRandom(scene.seed);
  const pick = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)]!;
  const length = scene.seconds * RATE;
  const avatar = pick(speakers.avatars);
  const { sound, answers, spokenSamples } = talk(length, avatar.sentences, scene.atTheStart ?? false, random);
  const broken = scene.breaks ? breakUp(sound, scene.delays[0]!.delayMs, random) : undefined;
  const user = new Float32Array(length);
  const spoken: { onset: number; end: number }[] = [];
  const say = (sentence: Float32Array, at: number) => {
    if (at + sentence.length > length) return;
    for (let i = 0; i < sentence.length; i++) user[at + i]! += scene.userLevel! * sentence[i]!;
    spoken.push({ onset: at + onsetOf(sentence), end: at + endOf(sentence) });
  };
  if (scene.userLevel) {
    // The user never has the avatar's own voice: a synthetic voice repeats the same waveform for the same sounds.
    const voice = pick(speakers.users.filter(({ base }) => base !== avatar.base)).sentences;
    if (scene.atTheStart) for (const at of answers) say(pick(voice), at + samples(100 + 800 * random()));
    else {
      for (let at = samples(5000 + 2000 * random()); at < length; at += samples(4500 + 2000 * random()))
        say(pick(voice), at);
    }
  }
  const echo = scene.gain > 0 ? echoOf(sound, scene, broken, random) : undefined;
  const noise = new Float32Array(length);
  for (let i = 0; i < length; i++) noise[i] = (2 * random() - 1) * scene.noise;
  if (scene.music) addMusic(noise, scene.music, random);
  const room = user.map((sample, i) => {
    const audible = echo && i >= samples(scene.echoFromMs ?? 0) ? scene.gain * echo[i]! : 0;
    return sample + audible + noise[i]!;
  });
  return {
    playout: toPcm(broken?.sent ?? sound),
    stalledAt: broken?.stalledAt ?? new Set(),
    microphone: toPcm(throughCodec(room, random)),
    spoken,
    avatarSeconds: spokenSamples / RATE,
  };
}

const toPcm = (sound: Float32Array) =>
  Int16Array.from(sound, (sample) => Math.round(32_767 * Math.max(-1, Math.min(1, sample))));

/**
 * Plays a scene to a detector in frames of 10 ms, as received in a call.
 * @param knowsPlayout whether the detector gets the avatar's audio; without it, it detects by loudness
 */
export function listen(
  { playout, stalledAt, microphone, spoken, avatarSeconds }: Rendered,
  knowsPlayout = true,
): Heard {
  const detector = new VoiceActivityDetector(RATE);
  const starts: number[] = [];
  const ends: number[] = [];
  let silentChunks = 3;
  for (let at = 0; at + CHUNK <= microphone.length; at += CHUNK) {
    const played = playout.subarray(at, at + CHUNK);
    // As the worker does: it reports only the beginning of a pause, and no stalls.
    const isSilent = played.every((sample) => sample === 0);
    silentChunks = isSilent ? silentChunks + 1 : 0;
    const isStalled = isSilent && stalledAt.has(at);
    if (knowsPlayout && !isStalled && silentChunks <= 3)
      detector.pushPlayout(played, RATE, (1000 * at) / RATE);
    for (const { kind } of detector.push(microphone.subarray(at, at + CHUNK)))
      (kind === 'speech_started' ? starts : ends).push(at + CHUNK);
  }
  const own = (at: number) =>
    spoken.find(({ onset, end }) => at >= onset - samples(30) && at <= end + samples(300));
  const startOf = (each: { onset: number; end: number }) => starts.find((at) => own(at) === each);
  return {
    avatarSeconds,
    falseAtMs: starts.filter((at) => !own(at)).map((at) => (1000 * at) / RATE),
    delaysMs: spoken.map((each) => {
      const start = startOf(each);
      return start === undefined ? Number.POSITIVE_INFINITY : (1000 * (start - each.onset)) / RATE;
    }),
    endDelaysMs: spoken.flatMap((each) => {
      const start = startOf(each);
      const end = start === undefined ? undefined : ends.find((at) => at > start);
      return end === undefined ? [] : [(1000 * (end - each.end)) / RATE];
    }),
  };
}

function echoOf(
  playout: Float32Array,
  scene: Scene,
  broken: BrokenUp | undefined,
  random: () => number,
): Float32Array {
  let sound = throughCodec(playout, random);
  sound = throughJitterBuffer(sound, broken?.stalls ?? scene.delays, scene.squeeze ?? false);
  if (broken) sound = throughJitterBuffer(sound, broken.stretches, true);
  if (scene.clockPpm) sound = throughClock(sound, scene.clockPpm);
  if (scene.clips) sound = throughLoudspeaker(sound);
  if (scene.roomMs) sound = throughRoom(sound, scene.roomMs, random);
  return scene.cancels ? throughCanceller(sound, random) : sound;
}

/** Returns sentence after sentence, with an occasional long pause; if `pausing`, each follows a silence. */
function talk(length: number, voice: Float32Array[], pausing: boolean, random: () => number) {
  const sound = new Float32Array(length);
  const answers: number[] = [];
  let spokenSamples = 0;
  for (let at = samples(600 + 800 * random()); at < length; ) {
    const sentence = voice[Math.floor(random() * voice.length)]!;
    const part = sentence.subarray(0, Math.min(sentence.length, length - at));
    sound.set(part, at);
    spokenSamples += part.length;
    answers.push(at);
    const pauses = pausing || random() < 0.25;
    at += sentence.length + samples(pauses ? 1500 + 2500 * random() : 200 * random());
  }
  return { sound, answers, spokenSamples };
}

/** Adds chords of four plucked strings, two a second. */
function addMusic(to: Float32Array, level: number, random: () => number): void {
  for (let at = 0; at < to.length; at += RATE / 2) {
    for (let voice = 0; voice < 4; voice++) {
      const hz = 110 * 2 ** (Math.floor(30 * random()) / 12);
      for (let i = at; i < Math.min(to.length, at + RATE); i++) {
        const seconds = (i - at) / RATE;
        const fade = Math.min(1, seconds * 50) * Math.exp(-3 * seconds);
        for (let harmonic = 1; harmonic <= 4; harmonic++)
          to[i]! += ((0.25 * level * fade) / harmonic) * Math.sin(2 * Math.PI * hz * harmonic * seconds);
      }
    }
  }
}
