import { endsOpen, endsWhole } from '@visavis/server/dist/engines/listening/open-ending.js';
import { resample } from '@visavis/server/dist/lib/resampler.js';
import { MICROPHONE_RATE } from '@visavis/server/dist/lib/sample-rates.js';
import { VoiceActivityDetector } from '@visavis/server/dist/lib/voice-activity.js';
import { AgreedVoiceActivity } from '@visavis/server/dist/media/agent/agreed-voice-activity.js';
import type { VoiceActivity } from '@visavis/server/dist/media/agent/microphone-listener.js';
import type { SpeechDetector } from '@visavis/server/dist/speech-recognition/recognizer.js';
import { startSpeechDetector } from '@visavis/server/dist/speech-recognition/start-speech-detector.js';
import { openInstalledRecognizer } from '../support/installed-recognizer.ts';
import type { Bench } from '../support/report.ts';
import {
  CUT_SENTENCES,
  join,
  makeNoise,
  NOISES,
  quiet,
  SENTENCES,
  SET_RATE,
  speak,
} from '../support/spoken-set.ts';

const NOISE_SECONDS = 32;
/** In samples of the microphone: as long as a frame of the model. */
const PIECE = (MICROPHONE_RATE * 32) / 1000;
const VOICES = ['Kore', 'Puck'];
/** The silence after which the pipeline's own detector ends a turn. */
const FIXED_SILENCE_MS = 500;

/**
 * What is detected as speech, and as the end of a turn: by loudness alone (what is used where no model is
 * installed) and with the models, on the same sound.
 */
export const run: Bench = async (_args, report) => {
  const { local, turns, dataDir } = await openInstalledRecognizer();
  const detector = startSpeechDetector(dataDir, turns);
  const kinds = {
    'loudness alone': async (sound: Float32Array) => hear(new VoiceActivityDetector(MICROPHONE_RATE), sound),
    'with the model': async (sound: Float32Array) => {
      const counted = countFrames(detector);
      const own = new VoiceActivityDetector(MICROPHONE_RATE);
      const activity = new AgreedVoiceActivity({ own, detector: counted.detector });
      const heard = await hear(activity, sound, counted.caughtUp);
      activity.close();
      return heard;
    },
  };
  const noiseRows: (string | number)[][] = [
    ['sound', 'seconds', ...Object.keys(kinds).map((kind) => `false starts, ${kind}`)],
  ];
  const sums = Object.keys(kinds).map(() => 0);
  for (const name of Object.keys(NOISES)) {
    const sound = join(quiet(1000), makeNoise(name, NOISE_SECONDS), quiet(1000));
    const counts: number[] = [];
    for (const [n, listen] of Object.values(kinds).entries()) {
      counts.push((await listen(sound)).length);
      sums[n]! += counts[n]!;
    }
    noiseRows.push([name, NOISE_SECONDS, ...counts]);
  }
  const seconds = NOISE_SECONDS * Object.keys(NOISES).length;
  noiseRows.push(['all; target: ≤ 1', seconds, ...sums]);
  noiseRows.push(['an hour', 3600, ...sums.map((sum) => (3600 * sum) / seconds)]);
  report.heading('What is no speech');
  report.table(noiseRows);

  const speechRows: (string | number)[][] = [['', 'utterances', 'missed', 'noticed after, ms (median)']];
  const spoken = (await Promise.all(VOICES.map((voice) => speak(SENTENCES, voice)))).flat();
  for (const [kind, listen] of Object.entries(kinds)) {
    const delays: number[] = [];
    let missed = 0;
    for (const voice of spoken) {
      const [first] = await listen(join(quiet(1000), voice, quiet(1000)));
      if (first === undefined) missed++;
      else delays.push(first - 1000);
    }
    speechRows.push([
      kind,
      spoken.length,
      missed,
      delays.sort((a, b) => a - b)[delays.length >> 1] ?? Number.NaN,
    ]);
  }
  report.heading('What is speech');
  report.table(speechRows);

  report.heading('Has the speaker finished? Asked 200 ms after the last sample');
  const rows: (string | number)[][] = [
    [
      'sentences',
      'n',
      'right by melody',
      'right by melody and last word',
      `right by ${FIXED_SILENCE_MS} ms of silence`,
      'the others: answered after 0.7 s, after 1.5 s',
      'melody and words, ms (median)',
    ],
  ];
  for (const [name, texts, isOver] of [
    ['finished', SENTENCES, true],
    ['cut off', CUT_SENTENCES, false],
  ] as const) {
    let melody = 0;
    let both = 0;
    const waits = [0, 0];
    const took: number[] = [];
    const all = (await Promise.all(VOICES.map((voice) => speak(texts, voice)))).flat();
    for (const voice of all) {
      const sound = join(withoutTail(voice), quiet(200));
      const before = performance.now();
      const [likelihood, heard] = await Promise.all([
        local.turnIsOver(sound),
        local.transcribe(sound, { language: 'en' }),
      ]);
      took.push(performance.now() - before);
      if (likelihood >= 0.5 === isOver) melody++;
      const isAnswered = likelihood >= 0.5 && !endsOpen(heard.text, 'en');
      if (isAnswered === isOver) both++;
      if (!isAnswered) waits[endsWhole(heard.text, 'en') ? 0 : 1]!++;
    }
    rows.push([
      name,
      all.length,
      melody,
      both,
      isOver ? all.length : 0,
      waits.join(', '),
      took.sort((a, b) => a - b)[took.length >> 1]!,
    ]);
  }
  report.table(rows);
  report.text(
    '\nA turn that is not taken for finished is answered 0.7 s after its last word where its words are a whole sentence, else 1.5 s. All voices are synthetic.',
  );
  await detector.close();
  await local.close();
};

/**
 * When, on the clock of the sound, speech was detected; `caughtUp` waits for the model, whose run time does not count.
 */
async function hear(
  activity: VoiceActivity,
  sound: Float32Array,
  caughtUp?: () => Promise<void>,
): Promise<number[]> {
  const pcm = resample(
    Int16Array.from(sound, (value) => 32_767 * value),
    SET_RATE,
    MICROPHONE_RATE,
  );
  const starts: number[] = [];
  for (let at = 0; at + PIECE <= pcm.length; at += PIECE) {
    const events = activity.push(pcm.subarray(at, at + PIECE));
    if (events.some(({ kind }) => kind === 'speech_started'))
      starts.push(((at + PIECE) * 1000) / MICROPHONE_RATE);
    await caughtUp?.();
  }
  return starts;
}

/** The detector, and a promise that resolves when it has judged all whole frames that were pushed. */
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

/** A voice's own silence at the end is no pause of a speaker. */
function withoutTail(sound: Float32Array): Float32Array {
  const last = sound.findLastIndex((value) => Math.abs(value) > 0.02);
  return sound.slice(0, last + 1);
}
