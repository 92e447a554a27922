import type { AgentState, RoomEvent } from '@visavis/contracts';
import { isSilent } from '../../audio/pcm.ts';
import type { Clock } from '../../lib/clock.ts';
import { AUDIO_QUEUE_MS, type AvatarTracks, CHUNK_SAMPLES, type FrameSize } from '../room/avatar-tracks.ts';
import type {
  RoomLink,
  RoomLinkOptions,
  RoomServices,
  SegmentWriter,
  TranscriptSegment,
} from '../room/room-link.ts';

/** Tracks whose source drains by a clock, as rtc-node's does, and records what left. */
export class FakeTracks implements AvatarTracks {
  /** The audio that left in pieces of 10 ms, with the time at which each left. */
  readonly played: { at: number; pcm: Int16Array }[] = [];
  readonly pictures: { at: number; i420: Uint8Array; timestampUs: bigint; width: number; height: number }[] =
    [];
  readonly #clock: Clock;
  #queue: Int16Array[] = [];
  #waiting: (() => void) | undefined;
  #failure: Error | undefined;
  closed = false;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#drain();
  }

  readonly audio = {
    capture: async (pcm: Int16Array<ArrayBuffer>): Promise<void> => {
      if (this.#failure) throw this.#failure;
      for (let at = 0; at < pcm.length; at += CHUNK_SAMPLES)
        this.#queue.push(pcm.subarray(at, at + CHUNK_SAMPLES));
      if (this.#queue.length * 10 <= AUDIO_QUEUE_MS) return;
      await new Promise<void>((resolve) => {
        this.#waiting = resolve;
      });
    },
    clear: () => {
      this.#queue = [];
    },
  };

  readonly video = {
    capture: (i420: Uint8Array, timestampUs: bigint, size: FrameSize) => {
      const { width, height } = size;
      this.pictures.push({ at: this.#clock.now(), i420: i420.slice(), timestampUs, width, height });
    },
  };

  failAudio(): void {
    this.#failure = new Error('the test source was told to fail');
    this.#waiting?.();
  }

  async close(): Promise<void> {
    this.closed = true;
  }

  /** The milliseconds of non-silent audio that have left. */
  get soundMs(): number {
    return this.played.filter(({ pcm }) => !isSilent(pcm)).length * 10;
  }

  #drain(): void {
    if (this.closed) return;
    const pcm = this.#queue.shift();
    if (pcm) this.played.push({ at: this.#clock.now(), pcm });
    if (this.#queue.length * 10 <= AUDIO_QUEUE_MS) {
      this.#waiting?.();
      this.#waiting = undefined;
    }
    this.#clock.after(10, () => this.#drain());
  }
}

/** An in-memory room. Tests join, speak and leave with its methods, and read what the avatar sent. */
export class FakeRoom implements RoomLink {
  readonly options: RoomLinkOptions;
  hears: boolean | undefined;
  readonly states: AgentState[] = [];
  readonly events: RoomEvent[] = [];
  readonly segments: TranscriptSegment[] = [];
  readonly rpcs: { identity: string; method: string; payload: string }[] = [];
  /** The text of each streamed segment so far, by id. */
  readonly streamed = new Map<string, string>();
  published: AvatarTracks | undefined;
  left = false;
  /** Whether leaving takes longer than its timeout. */
  leavesLate = false;
  rpcAnswer: (method: string) => Promise<string> = async () => '';
  readonly #present = new Set<string>();
  #streams = 0;

  constructor(options: RoomLinkOptions, present: string[] = []) {
    this.options = options;
    for (const identity of present) this.#present.add(identity);
  }

  join(identity: string): void {
    this.#present.add(identity);
    this.options.events.onJoined(identity);
  }

  drop(identity: string, hungUp = false): void {
    this.#present.delete(identity);
    this.options.events.onLeft(identity, hungUp);
  }

  disconnect(why = 'SIGNAL_CLOSE'): void {
    this.options.events.onDisconnected(why);
  }

  type(
    from: string,
    text: string | undefined,
    topic = 'lk.chat',
    attributes: Record<string, string> = {},
  ): void {
    const streamId = `stream-${++this.#streams}`;
    this.options.events.onText({ from, topic, attributes, text, complete: true, streamId });
  }

  connectFailure: Error | undefined;

  services: RoomServices | undefined;

  async connect(services: RoomServices): Promise<void> {
    this.services = services;
    if (this.connectFailure) throw this.connectFailure;
  }

  participants(): string[] {
    return [...this.#present];
  }

  async publish(tracks: AvatarTracks): Promise<void> {
    this.published = tracks;
  }

  async audioReceived(): Promise<void> {
    await Promise.resolve();
  }

  async videoReceived(): Promise<void> {
    await Promise.resolve();
  }

  isVideoWanted = true;

  async videoWanted(): Promise<boolean> {
    return this.isVideoWanted;
  }

  setUnderstoodBy(by: string | undefined): void {
    this.hears = by !== undefined;
  }

  setState(state: AgentState): void {
    this.states.push(state);
  }

  sendEvent(event: RoomEvent): void {
    this.events.push(event);
  }

  sendSegment(segment: TranscriptSegment): void {
    this.segments.push(segment);
  }

  openSegment(id: string): SegmentWriter {
    return {
      write: (more) => this.streamed.set(id, (this.streamed.get(id) ?? '') + more),
      close: () => undefined,
    };
  }

  async callRpc(identity: string, method: string, payload: string): Promise<string> {
    this.rpcs.push({ identity, method, payload });
    return this.rpcAnswer(method);
  }

  async leave(): Promise<boolean> {
    this.left = true;
    return !this.leavesLate;
  }
}
