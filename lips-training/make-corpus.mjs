/**
 * Makes the corpus: speech of flite (and of eSpeak NG, where the training found it) with known phoneme times, through
 * varied lines (gain, noise, colour, bandwidth), as the very features that the server computes.
 *
 * node make-corpus.mjs <folder> [<utterances per flite speaker> <per eSpeak voice>]
 *
 * Writes features.f32 (23 a frame, normalised), hard.u8 (the viseme of the frame), soft.u8 (15 a frame, blended),
 * index.json. eSpeak's sound is expected in <folder>/espeak; the list of what it should say is espeak-jobs.json,
 * written by `--jobs`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { resample } from '../server/dist/audio/resampler.js';
import { seededRandom } from '../server/dist/lib/seeded-random.js';
import { FEATURES, frameTimeMs, MelFeatures } from '../server/dist/lips/mel-features.js';
import { blendSpans, phoneSpans } from '../server/dist/lips/phoneme-visemes.js';
import { VoiceStatistics } from '../server/dist/lips/voice-statistics.js';
import { FliteProgram } from '../server/dist/voices/flite/flite-program.js';
import { synthesize } from '../server/dist/voices/flite/synthesize.js';
import { espeakPhone } from './espeak-phones.mjs';
import { heldOut, trainingSentences } from './sentences.mjs';

const RATE = 16_000;
const SESSION = 6;
const VISEMES = 15;
const FLITE_SPEAKERS = { slt: 170, rms: 100, awb: 122, kal16: 105 };
const ESPEAK_VOICES = [
  'en-us',
  'en-gb',
  'en-us+f2',
  'en-us+m3',
  'en-gb+f4',
  'en-us+f5',
  'en-us+m7',
  'en-gb-scotland+m1',
  'en-us+klatt2',
  'en-gb-x-rp+f1',
];

const [folder, perSpeaker = '300', perEspeak = '110', mode] = process.argv.slice(2);
const random = seededRandom(1);
const between = (low, high) => low + (high - low) * random();

if (mode === '--jobs') {
  writeFileSync(join(folder, 'espeak-jobs.json'), JSON.stringify(espeakJobs().map((job) => job.request)));
} else {
  makeCorpus();
}

function espeakJobs() {
  const vary = seededRandom(2);
  const sentences = trainingSentences(2 * Number(perEspeak));
  return ESPEAK_VOICES.flatMap((voice, v) => {
    const job = (text, index, test) => ({
      voice: `espeak:${voice}`,
      test,
      request: {
        text,
        voice,
        rate: test ? 165 : Math.round(140 + 70 * vary()),
        pitch: test ? 50 : Math.round(35 + 30 * vary()),
        out: join(folder, 'espeak', `${v}-${test ? 't' : ''}${index}`),
      },
    });
    return [
      ...heldOut.map((text, i) => job(text, i, true)),
      ...Array.from({ length: Number(perEspeak) }, (_, i) =>
        job(sentences[(i * 7 + v * 13) % sentences.length], i, false),
      ),
    ];
  });
}

function makeCorpus() {
  const parts = { features: [], hard: [], soft: [] };
  const index = [];
  let frames = 0;
  let session;

  const add = ({ speaker, test, pcm, phones }, line, count) => {
    if (!session || session.key !== `${speaker}${test}` || (!test && count % SESSION === 0)) {
      session = { key: `${speaker}${test}`, statistics: new VoiceStatistics(), line: line() };
    }
    const heard = transmit(pcm, session.line);
    const spans = phoneSpans(phones);
    const weights = new Float32Array(VISEMES);
    const normalised = new Float32Array(FEATURES);
    let length = 0;
    let hint = 0;
    new MelFeatures().push(heard, (frame) => {
      session.statistics.normalise(frame, normalised);
      const time = Math.max(0, frameTimeMs(length));
      hint = blendSpans(spans, time, weights, hint);
      const span = spans.find(({ endMs }) => endMs > time) ?? spans.at(-1);
      parts.features.push(normalised.slice());
      parts.hard.push(span.viseme);
      parts.soft.push(Uint8Array.from(weights, (weight) => Math.round(weight * 255)));
      length++;
    });
    index.push({ speaker, test, offset: frames, length });
    frames += length;
  };

  const flite = new FliteProgram();
  for (const [speaker, pitchHz] of Object.entries(FLITE_SPEAKERS)) {
    const still = { speaker, tract: 1, pitchHz, pitchSpreadHz: 14, tempo: 1, brightness: 0 };
    for (const text of heldOut) {
      const spoken = synthesize(flite, text, still, 200);
      add({ speaker, test: true, ...pad(spoken, 150) }, cleanLine);
    }
    let profile = still;
    trainingSentences(Number(perSpeaker)).forEach((text, count) => {
      if (count % SESSION === 0) {
        const tract = Math.round(between(0.86, 1.2) * 50) / 50;
        profile = {
          speaker,
          tract,
          pitchHz: pitchHz * between(0.75, 1.45) * tract,
          pitchSpreadHz: between(8, 30),
          tempo: between(0.85, 1.25),
          brightness: between(-0.6, 0.6),
        };
      }
      add(
        { speaker, test: false, ...pad(synthesize(flite, text, profile, 200), between(50, 400)) },
        randomLine,
        count,
      );
    });
    console.log(`flite ${speaker}: ${frames} frames so far`);
  }

  const unknown = new Set();
  if (Number(perEspeak) > 0) {
    espeakJobs().forEach(({ voice, test, request }, count) => {
      const { sampleRate, phones } = JSON.parse(readFileSync(`${request.out}.json`, 'utf8'));
      const bytes = readFileSync(`${request.out}.pcm`);
      const raw = new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
      const shift = test ? 1 : Math.round(between(0.88, 1.16) * 20) / 20;
      const pcm = resample(raw, Math.round(sampleRate * shift), RATE);
      const named = phones.flatMap(([mnemonic, end], i) => {
        const names = espeakPhone(mnemonic);
        if (!names) unknown.add(mnemonic);
        const start = phones[i - 1]?.[1] ?? 0;
        return (names ?? ['ax']).map((phone, k, all) => ({
          phone,
          endMs: (start + ((end - start) * (k + 1)) / all.length) / shift,
        }));
      });
      add({ speaker: voice, test, pcm, phones: named }, test ? cleanLine : randomLine, count);
    });
    if (unknown.size > 0) console.log('eSpeak phonemes taken for a schwa:', [...unknown].join(' '));
  }

  const join32 = new Float32Array(frames * FEATURES);
  const joinSoft = new Uint8Array(frames * VISEMES);
  for (let i = 0; i < frames; i++) {
    join32.set(parts.features[i], i * FEATURES);
    joinSoft.set(parts.soft[i], i * VISEMES);
  }
  writeFileSync(join(folder, 'features.f32'), join32);
  writeFileSync(join(folder, 'hard.u8'), Uint8Array.from(parts.hard));
  writeFileSync(join(folder, 'soft.u8'), joinSoft);
  writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
  console.log(`${index.length} utterances, ${frames} frames, ${Math.round(frames / 6000)} minutes`);
}

/** Silence before the speech: the voice cuts its own. */
function pad({ pcm, phones }, ms) {
  const lead = Math.round((ms * RATE) / 1000);
  const padded = new Int16Array(lead + pcm.length);
  padded.set(pcm, lead);
  const shift = (1000 * lead) / RATE;
  return {
    pcm: padded,
    phones: [
      { phone: 'pau', endMs: shift },
      ...phones.map(({ phone, endMs }) => ({ phone, endMs: endMs + shift })),
    ],
  };
}

function cleanLine() {
  return { gain: 1, noise: 0, tilt: 0, bandwidth: 0, echo: 0 };
}

/** A microphone and a line: most are fair, some are poor. */
function randomLine() {
  return {
    gain: 10 ** (between(-26, 6) / 20),
    noise: random() < 0.75 ? 10 ** (-between(12, 45) / 20) : 0,
    tilt: between(-0.7, 0.7),
    bandwidth: random() < 0.12 ? 8000 : random() < 0.1 ? 11_025 : 0,
    echo: random() < 0.3 ? between(0.1, 0.5) : 0,
  };
}

function transmit(pcm, { gain, noise, tilt, bandwidth, echo }) {
  const sound = Float32Array.from(pcm);
  if (echo > 0)
    for (let i = 600; i < sound.length; i++) sound[i] += echo * (pcm[i - 230] * 0.6 + pcm[i - 600] * 0.4);
  let previous = 0;
  let mean = 0;
  let brown = 0;
  const level = 3600 * noise;
  for (let i = 0; i < sound.length; i++) {
    const sample = sound[i];
    mean += 0.3 * (sample - mean);
    const coloured = sample + Math.abs(tilt) * (tilt > 0 ? sample - previous : mean - sample);
    previous = sample;
    const white = random() * 2 - 1;
    brown += 0.1 * (white - brown);
    sound[i] = gain * (coloured + level * (white + 5 * brown));
  }
  const sent = Int16Array.from(sound, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample))));
  if (bandwidth === 0) return sent;
  return resample(resample(sent, RATE, bandwidth), bandwidth, RATE).subarray(0, sent.length);
}
