import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  TrackKind,
  TrackPublishOptions,
  TrackSource,
} from '@livekit/rtc-node';
import { LiveConsumer } from '@visavis/tests/dist/support/live-consumer.js';
import { pause } from '../support/scope.ts';
import { MICROPHONE_RATE } from '../support/speech.ts';
import type { Opened } from './contenders.ts';

const FRAME = MICROPHONE_RATE / 100;
/** Longer than any pause in an answer, shorter than one before it. */
const PAUSE_MS = 500;
/** Silence after which an answer is certainly over. */
const OVER_MS = 1500;
const WAIT_MS = 60_000;

/** When a question was spoken, without the time in this program's own queue. */
interface Said {
  began: number;
  ended: number;
}

/** Milliseconds. */
export interface Begun {
  connectMs: number;
  greetedMs: number;
}

/** The client for all contenders: it asks by voice or in writing, and listens. Times are of `performance.now`. */
export class Asker {
  readonly #consumer = new LiveConsumer();
  readonly #microphone = new AudioSource(MICROPHONE_RATE, 1);
  #opened: Opened | undefined;

  /** Resolves when the greeting is over, with times in milliseconds. `watches`: whether video is received. */
  async join(open: () => Promise<Opened>, watches: boolean): Promise<Begun> {
    const consumer = this.#consumer;
    const asked = performance.now();
    const opened = await open();
    this.#opened = opened;
    const given = performance.now();
    // Agents send streams for their own clients; rtc-node logs each one that nobody reads.
    consumer.room.registerByteStreamHandler(
      'lk.agent.session',
      (reader) => void reader.readAll().catch(() => undefined),
    );
    await consumer.join(opened.serverUrl, opened.token, watches);
    const connected = performance.now();
    const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE, dtx: false });
    const track = LocalAudioTrack.createAudioTrack('mic', this.#microphone);
    const publishing = consumer.room.localParticipant!.publishTrack(track, options);
    const greeted = await consumer.hears(0, WAIT_MS);
    await publishing;
    await consumer.silent(OVER_MS);
    return { connectMs: connected - given, greetedMs: greeted - asked };
  }

  /** Stops receiving video. */
  lookAway(): void {
    for (const { trackPublications } of this.#consumer.room.remoteParticipants.values())
      for (const publication of trackPublications.values())
        if (publication.kind === TrackKind.KIND_VIDEO) publication.setSubscribed(false);
  }

  async say(pcm: Int16Array): Promise<Said> {
    const began = performance.now();
    for (let at = 0; at < pcm.length; at += FRAME) {
      const samples = new Int16Array(FRAME);
      samples.set(pcm.subarray(at, at + FRAME));
      await this.#microphone.captureFrame(new AudioFrame(samples, MICROPHONE_RATE, 1, FRAME));
    }
    const ended = performance.now() + this.#microphone.queuedDuration;
    await pause(ended - performance.now());
    return { began, ended };
  }

  /**
   * Asks by voice. Returns the milliseconds from the last sample to the first audio of the answer; NaN if that came
   * during the question, or never.
   */
  async askAloud(pcm: Int16Array): Promise<number> {
    const { began, ended } = await this.say(pcm);
    if (this.#consumer.sound.some((at) => at > began && at <= ended)) return Number.NaN;
    return this.#answerMs(ended, WAIT_MS);
  }

  async askInWriting(text: string, waitMs = WAIT_MS): Promise<number> {
    const asked = performance.now();
    await this.#consumer.type(text);
    return this.#answerMs(asked, waitMs);
  }

  /** Interrupts. Returns the milliseconds from the first sample to silence; NaN if there was no audio to interrupt. */
  async breakIn(pcm: Int16Array): Promise<number> {
    const { began, ended } = await this.say(pcm);
    const { sound } = this.#consumer;
    const wasHeard = sound.some((at) => at > began - PAUSE_MS && at <= began);
    const silent = await this.#consumer.silenceAfter(began, PAUSE_MS);
    await this.#answerMs(Math.max(silent + PAUSE_MS, ended), WAIT_MS);
    return wasHeard ? silent - began : Number.NaN;
  }

  async untilSilent(): Promise<void> {
    await this.#consumer.silent(OVER_MS);
  }

  async leave(): Promise<void> {
    await this.#consumer.leave();
    await this.#microphone.close();
    await this.#opened?.close();
  }

  async #answerMs(asked: number, waitMs: number): Promise<number> {
    const heard = await this.#consumer.hears(asked, waitMs).catch(() => Number.NaN);
    return heard - asked;
  }
}
