/// <reference types="dom-mediacapture-transform" />
import { CODE_BITS, readCode } from './time-code.ts';

/** A frame with a new code, and when it was seen. Times are milliseconds of the same clock as for audio. */
export interface Seen {
  at: number;
  code: number;
}

export interface Witnessed {
  /** Times at which audio began after at least 150 ms of silence. */
  onsets: number[];
  pictures: Seen[];
  /** When the last packet of each presented frame had arrived. */
  arrivals: number[];
}

const AUDIBLE = 0.05;
const QUIET_MS = 150;

/** Records what is seen and heard until the record is fetched. */
export class Record {
  #witnessed = empty();
  #quietMs = QUIET_MS;
  #lastCode: number | undefined;

  /** `at` is the time of the first sample. */
  hear(samples: Float32Array, at: number, sampleRate: number): void {
    for (let n = 0; n < samples.length; n++) {
      if (Math.abs(samples[n]!) > AUDIBLE) {
        if (this.#quietMs >= QUIET_MS) this.#witnessed.onsets.push(at + (n / sampleRate) * 1000);
        this.#quietMs = 0;
      } else this.#quietMs += 1000 / sampleRate;
    }
  }

  /** `luma`: brightness at the centre of a block of the time code. */
  see(at: number, luma: (column: number, row: number) => number): void {
    const code = readCode(luma);
    if (code !== undefined && code !== this.#lastCode) this.#witnessed.pictures.push({ at, code });
    this.#lastCode = code;
  }

  arrived(at: number): void {
    this.#witnessed.arrivals.push(at);
  }

  get started(): boolean {
    return this.#witnessed.arrivals.length > 0;
  }

  take(): Witnessed {
    const taken = this.#witnessed;
    this.#witnessed = empty();
    return taken;
  }
}

function empty(): Witnessed {
  return { onsets: [], pictures: [], arrivals: [] };
}

/**
 * Captures audio and video of this tab together. Chromium stamps captured audio with the time at which it is sent to
 * the speaker, and captured frames with the time at which they are due on the display.
 * @param pictureClockAhead frame timestamps count from the system's start; subtracting this gives `performance.now()`
 * @throws Error if the browser does not let a tab capture itself with its audio
 */
export async function recordTab(record: Record, pictureClockAhead: number): Promise<void> {
  const raw = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
  const options = { preferCurrentTab: true, video: { frameRate: 60 }, audio: raw };
  const stream = await navigator.mediaDevices.getDisplayMedia(options);
  const [sound] = stream.getAudioTracks();
  const [picture] = stream.getVideoTracks();
  if (!sound || !picture) throw new Error('this browser does not capture sound and picture of a tab');
  void listen(sound, record);
  void watch(picture, record, pictureClockAhead);
}

async function listen(track: MediaStreamAudioTrack, record: Record): Promise<void> {
  const reader = new MediaStreamTrackProcessor({ track }).readable.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const samples = new Float32Array(value.numberOfFrames);
    value.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
    record.hear(samples, value.timestamp / 1000, value.sampleRate);
    value.close();
  }
}

async function watch(track: MediaStreamVideoTrack, record: Record, clockAhead: number): Promise<void> {
  const reader = new MediaStreamTrackProcessor({ track }).readable.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const block = value.codedWidth / CODE_BITS;
    const rect = { x: 0, y: 0, width: value.codedWidth, height: block * 2 };
    const pixels = new Uint8Array(value.allocationSize({ rect }));
    const [plane] = await value.copyTo(pixels, { rect });
    const { offset, stride } = plane!;
    record.see(value.timestamp / 1000 - clockAhead, (column, row) => {
      const line = offset + Math.floor((row + 0.5) * block) * stride;
      return pixels[line + Math.floor((column + 0.5) * block)]!;
    });
    value.close();
  }
}
