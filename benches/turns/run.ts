import { resample } from '@visavis/server/dist/audio/resampler.js';
import { MICROPHONE_RATE } from '@visavis/server/dist/audio/sample-rates.js';
import { VoiceActivityDetector } from '@visavis/server/dist/audio/voice-activity.js';
import type { Clock } from '@visavis/server/dist/lib/clock.js';
import { Hearing } from '@visavis/server/dist/media/hearing/hearing.js';
import { endsSentence, endsUnfinished } from '@visavis/server/dist/media/hearing/sentence-end.js';
import { PAUSE_MS } from '@visavis/server/dist/media/hearing/speech-evidence.js';
import type { SpeechDetector } from '@visavis/server/dist/speech-recognition/recognizer.js';
import { startSpeechDetector } from '@visavis/server/dist/speech-recognition/start-speech-detector.js';
import { startTurnJudge } from '@visavis/server/dist/speech-recognition/start-turn-judge.js';
import type { Bench } from '../support/bench.ts';
import { timed } from '../support/measure.ts';
import { median, type Row } from '../support/report.ts';
import {
  CUT_SENTENCES,
  join,
  makeNoise,
  NOISES,
  quiet,
  SENTENCES,
  SET_RATE,
  untilLastWord,
} from '../support/sounds.ts';
import { openFlite, openInstalledRecognizer, speakAll } from '../support/speech.ts';

const NOISE_SECONDS = 32;
/** Samples per chunk of the microphone: as many as in a frame of the model. */
const PIECE = (MICROPHONE_RATE * 32) / 1000;
const VOICES = ['Kore', 'Puck'];
/** The silence after which a turn is over if no model judges that. */
const FIXED_SILENCE_MS = 500;

/** Measures turns by loudness alone (as used without a model) and with the models, on the same audio. */
export async function run({ scope, report }: Bench): Promise<void> {
  const { local, turns, dataDir } = await openInstalledRecognizer(scope);
  const judge = startTurnJudge(dataDir, turns);
  scope.later(() => judge.close());
  await judge.warm();
  const detector = startSpeechDetector(dataDir, turns);
  scope.later(() => detector.close());
  const flite = await openFlite(scope);
  const sayAll = async (texts: readonly string[]) => {
    const all: Float32Array[] = [];
    for (const voice of VOICES) all.push(...(await speakAll(flite, voice, texts)));
    return all;
  };
  const kinds: Record<string, (sound: Float32Array) => Promise<number[]>> = {
    'loudness alone (yardstick)': (sound) => hear(sound),
    'with the model': (sound) => {
      const counted = countFrames(detector);
      return hear(sound, counted.detector, counted.caughtUp);
    },
  };
  const sums = Object.keys(kinds).map(() => 0);
  const noises: Row[] = [];
  for (const name of Object.keys(NOISES)) {
    const sound = join(quiet(1000), makeNoise(name, NOISE_SECONDS), quiet(1000));
    const counts: number[] = [];
    for (const listen of Object.values(kinds)) counts.push((await listen(sound)).length);
    for (const [n, count] of counts.entries()) sums[n]! += count;
    noises.push([name, NOISE_SECONDS, ...counts]);
  }
  report.heading('What is no speech: false starts');
  report.table([
    ['sound', 'seconds', ...Object.keys(kinds)],
    ...noises,
    ['all; target: ≤ 1', NOISE_SECONDS * noises.length, ...sums],
  ]);

  const spoken = await sayAll(SENTENCES);
  const speech: Row[] = [];
  for (const [kind, listen] of Object.entries(kinds)) {
    const delays: number[] = [];
    for (const voice of spoken)
      delays.push(((await listen(join(quiet(1000), voice, quiet(1000))))[0] ?? Number.NaN) - 1000);
    speech.push([kind, spoken.length, delays.filter(Number.isNaN).length, median(delays)]);
  }
  report.heading('What is speech');
  report.table([['', 'utterances', 'missed', 'noticed after, ms (median)'], ...speech]);

  const endings: Row[] = [];
  for (const [name, texts, isOver] of [
    ['finished', SENTENCES, true],
    ['cut off', CUT_SENTENCES, false],
  ] as const) {
    const all = await sayAll(texts);
    const [melodies, answers, took]: [boolean[], boolean[], number[]] = [[], [], []];
    const waits = [0, 0];
    for (const voice of all) {
      // The silence at the end of a synthetic voice is not a speaker's pause.
      const sound = join(untilLastWord(voice), quiet(200));
      const { value, ms } = await timed(() =>
        Promise.all([judge.turnIsOver(sound), local.transcribe(sound, { language: 'en' })]),
      );
      const [likelihood, { text }] = value;
      const isAnswered = likelihood >= 0.5 && !endsUnfinished(text, 'en');
      took.push(ms);
      melodies.push(likelihood >= 0.5);
      answers.push(isAnswered);
      if (!isAnswered) waits[endsSentence(text, 'en') ? 0 : 1]!++;
    }
    const right = (judged: boolean[]) => judged.filter((each) => each === isOver).length;
    const bySilence = isOver ? all.length : 0;
    endings.push([
      name,
      all.length,
      bySilence,
      right(melodies),
      right(answers),
      waits.join(', '),
      median(took),
    ]);
  }
  report.heading('Has the speaker finished? Asked 200 ms after the last sample');
  report.table([
    [
      'sentences',
      'n',
      `right by ${FIXED_SILENCE_MS} ms of silence (yardstick)`,
      'right by melody',
      'right by melody and last word',
      'the others: answered after 0.7 s, after 1.5 s',
      'melody and words, ms (median)',
    ],
    ...endings,
  ]);
  report.text(
    'A turn that is not taken for finished is answered 0.7 s after its last word where its words are a whole sentence, else 1.5 s. All voices are synthetic.',
  );
}

/** Returns when speech was detected, in audio time; `caughtUp` waits for the model, whose run time does not count. */
async function hear(
  sound: Float32Array,
  model?: SpeechDetector,
  caughtUp?: () => Promise<void>,
): Promise<number[]> {
  const samples = Int16Array.from(sound, (value) => 32_767 * value);
  const pcm = resample(samples, SET_RATE, MICROPHONE_RATE);
  const starts: number[] = [];
  let nowMs = 0;
  const hearing = new Hearing({
    clock: { now: () => nowMs } as Clock,
    hearingDeps: {
      openDetector: () => new VoiceActivityDetector(MICROPHONE_RATE, { hangoverMs: PAUSE_MS }),
      model,
    },
    takeSentAudio: () => [],
    onSpeechStarted: () => starts.push(nowMs),
    onSpeechEnded: () => undefined,
  });
  for (let at = 0; at + PIECE <= pcm.length; at += PIECE) {
    nowMs = ((at + PIECE) * 1000) / MICROPHONE_RATE;
    hearing.push(pcm.subarray(at, at + PIECE));
    await caughtUp?.();
  }
  hearing.close();
  return starts;
}

/** Returns the detector, and a function that resolves when it has judged all complete frames that were pushed. */
function countFrames(detector: SpeechDetector): { detector: SpeechDetector; caughtUp: () => Promise<void> } {
  let pushed = 0;
  let judged = 0;
  let wake: () => void = () => undefined;
  return {
    detector: {
      open(onFrame, onLost) {
        const stream = detector.open((probability, endMs) => {
          judged++;
          onFrame(probability, endMs);
          wake();
        }, onLost);
        return {
          ...stream,
          push: (samples) => {
            pushed += samples.length;
            stream.push(samples);
          },
        };
      },
      close: async () => undefined,
    },
    caughtUp: async () => {
      while (judged < Math.floor(pushed / 512))
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
  };
}
