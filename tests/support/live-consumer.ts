import {
  AudioFrame,
  AudioSource,
  DisconnectReason,
  LocalAudioTrack,
  type RemoteTrackPublication,
  Room,
  RoomEvent,
  type TextStreamReader,
  TrackKind,
  TrackPublishOptions,
  TrackSource,
  type VideoFrame,
} from '@livekit/rtc-node';
import { INTERRUPT_RPC, type RoomEvent as VisavisEvent } from '@visavis/contracts';
import { DEADLINE_MS } from './deadlines.ts';
import { readPictures, readSound } from './read-track.ts';

const MICROPHONE_RATE = 48_000;
/** Audio arrives in frames of 10 ms, including silence. */
const PIECE_MS = 10;
/** Loudness above which a frame counts as audible, not as codec noise. */
const AUDIBLE = 200;

/** A consumer as a client program: it hears, sees, types and speaks, and records everything. */
export class LiveConsumer {
  readonly room = new Room();
  /** Times (`performance.now`) of all audible 10 ms frames. */
  readonly sound: number[] = [];
  readonly frames: number[] = [];
  /** The luma of the last frame, and its size. */
  picture: { width: number; height: number; luma: Uint8Array } | undefined;
  readonly events: VisavisEvent[] = [];
  readonly states: string[] = [];
  /** The latest text of each transcript segment, in the order in which they began. */
  readonly segments = new Map<string, { from: string; text: string; final: boolean }>();
  disconnectedBecause: string | undefined;
  readonly #avatar: string;
  readonly #watchers = new Set<() => void>();
  /** The latest stream of each transcript segment: only this one counts. */
  readonly #streams = new Map<string, TextStreamReader>();
  /** Number of received audio frames, and the number of the last audible one. */
  #pieces = 0;
  #lastAudible = 0;
  #microphone: AudioSource | undefined;
  /** Called with every video frame. */
  onPicture: ((picture: { width: number; height: number; luma: Uint8Array }) => void) | undefined;

  constructor(avatar = 'avatar') {
    this.#avatar = avatar;
  }

  /** @param watches whether it receives video */
  async join(url: string, token: string, watches = true): Promise<void> {
    this.room.registerTextStreamHandler('lk.transcription', (reader, { identity }) => {
      // A stream breaks off if the participant leaves in the middle of it.
      this.#read(reader, identity).catch(() => undefined);
    });
    this.room.on(RoomEvent.DataReceived, (payload, _from, _kind, topic) => {
      if (topic !== 'visavis.event') return;
      this.events.push(JSON.parse(new TextDecoder().decode(payload)));
      this.#changed();
    });
    this.room.on(RoomEvent.ParticipantAttributesChanged, (changed) => {
      const state = changed['lk.agent.state'];
      if (state) this.states.push(state);
      this.#changed();
    });
    this.room.on(RoomEvent.Disconnected, (reason) => {
      this.disconnectedBecause = DisconnectReason[reason];
      this.#changed();
    });
    this.room.on(RoomEvent.ParticipantDisconnected, () => this.#changed());
    this.room.on(RoomEvent.TrackSubscribed, (track) => {
      if (track.kind === TrackKind.KIND_AUDIO)
        readSound(this.room, track, 48_000, (frame) => this.#hear(frame));
      else readPictures(this.room, track, (frame) => this.#see(frame));
    });
    if (!watches) this.room.on(RoomEvent.TrackPublished, (publication) => receiveSound(publication));
    await this.room.connect(url, token, { autoSubscribe: watches, dynacast: false });
    if (watches) return;
    for (const { trackPublications } of this.room.remoteParticipants.values())
      for (const publication of trackPublications.values()) receiveSound(publication);
  }

  async type(text: string): Promise<void> {
    await this.room.localParticipant!.sendText(text, { topic: 'lk.chat' });
  }

  /** Interrupts the avatar, and returns its answer. */
  interrupt(): Promise<string> {
    const call = { destinationIdentity: this.#avatar, method: INTERRUPT_RPC, payload: '' };
    return this.room.localParticipant!.performRpc(call);
  }

  /** Opens the microphone. From then on it sends silence, as an open microphone does. */
  async openMicrophone(): Promise<void> {
    this.#microphone = new AudioSource(MICROPHONE_RATE, 1, 1000);
    const track = LocalAudioTrack.createAudioTrack('mic', this.#microphone);
    const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE, dtx: false });
    await this.room.localParticipant!.publishTrack(track, options);
  }

  /** Sends audio to the open microphone, mono 48 kHz; resolves when it has been sent. */
  async speak(pcm: Int16Array): Promise<void> {
    const source = this.#microphone!;
    for (let at = 0; at < pcm.length; at += 480) {
      const chunk = new Int16Array(480);
      chunk.set(pcm.subarray(at, at + 480));
      await source.captureFrame(new AudioFrame(chunk, MICROPHONE_RATE, 1, 480));
    }
    await source.waitForPlayout();
  }

  /** Speaks until it is heard: speech is lost before the microphone is subscribed to. */
  async speakUntil(what: string, heard: () => boolean, pcm: Int16Array): Promise<void> {
    const latest = performance.now() + DEADLINE_MS;
    while (!heard()) {
      if (performance.now() > latest) throw new Error(`spoke for ${DEADLINE_MS} ms, waiting for ${what}`);
      await this.speak(pcm);
    }
  }

  /** Resolves when `condition` is true; it is checked whenever something arrives. */
  until(what: string, condition: () => boolean, timeoutMs = DEADLINE_MS): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#watchers.delete(check);
        const seen = { states: this.states, events: this.events, segments: [...this.segments.values()] };
        reject(new Error(`waited ${timeoutMs} ms for ${what}; so far: ${JSON.stringify(seen)}`));
      }, timeoutMs);
      const check = () => {
        if (!condition()) return;
        clearTimeout(timer);
        this.#watchers.delete(check);
        resolve();
      };
      this.#watchers.add(check);
      check();
    });
  }

  /** Resolves with the time of the first sound after `since`. */
  async hears(since: number, timeoutMs?: number): Promise<number> {
    await this.until('sound', () => this.sound.some((at) => at > since), timeoutMs);
    return this.sound.find((at) => at > since)!;
  }

  /** Resolves when `ms` of audio after `since` have been heard, however late they come. */
  async hearsFor(ms: number, since: number): Promise<void> {
    const heard = () => this.sound.filter((at) => at > since).length * PIECE_MS;
    await this.until(`${ms} ms of sound`, () => heard() >= ms);
  }

  /**
   * Resolves with the time of the last audible frame once `quietMs` of silence have been received from now on. Counts
   * received frames, not time: while this program is stalled, it receives none. A stalled speaker is silent, too: use
   * `said` to learn that an utterance is over.
   */
  async silent(quietMs: number, timeoutMs?: number): Promise<number> {
    const [start, from] = [performance.now(), this.#pieces];
    const quiet = () => (this.#pieces - Math.max(from, this.#lastAudible)) * PIECE_MS;
    await this.until(`${quietMs} ms of silence`, () => quiet() >= quietMs, timeoutMs);
    return this.sound.at(-1) ?? start;
  }

  /** Resolves when the avatar listens after this many utterances, whether completed or interrupted. */
  async saidAll(utterances: number, timeoutMs?: number): Promise<void> {
    const over = () => this.said.length >= utterances && this.states.at(-1) === 'listening';
    await this.until(`the end of utterance ${utterances}`, over, timeoutMs);
  }

  /** Resolves with the time of the last audible frame before the first pause of `pauseMs` after `since`. */
  async silenceAfter(since: number, pauseMs: number, timeoutMs?: number): Promise<number> {
    const pause = () => {
      const sounds = [since, ...this.sound.filter((at) => at > since), performance.now()];
      const at = sounds.findIndex((time, n) => n > 0 && time - sounds[n - 1]! > pauseMs);
      return at < 0 ? undefined : sounds[at - 1]!;
    };
    await this.until(`a pause of ${pauseMs} ms`, () => pause() !== undefined, timeoutMs);
    return pause()!;
  }

  get agentTexts(): string[] {
    return [...this.segments.values()].filter(({ from }) => from === this.#avatar).map(({ text }) => text);
  }

  /** The texts of the avatar's finished utterances: each is marked final when its last sample was played. */
  get said(): string[] {
    return [...this.segments.values()]
      .filter(({ from, final }) => final && from === this.#avatar)
      .map(({ text }) => text);
  }

  async leave(): Promise<void> {
    await this.#microphone?.close();
    await this.room.disconnect();
  }

  async #read(reader: TextStreamReader, from: string): Promise<void> {
    const attributes = reader.info.attributes ?? {};
    const id = attributes['lk.segment_id'] ?? '';
    const final = attributes['lk.transcription_final'] === 'true';
    this.#streams.set(id, reader);
    let text = '';
    for await (const piece of reader) {
      text += piece;
      // A later stream of the same segment has replaced this one.
      if (this.#streams.get(id) !== reader) continue;
      this.segments.set(id, { from, text, final });
      this.#changed();
    }
  }

  #hear({ data }: AudioFrame): void {
    let sum = 0;
    for (const sample of data) sum += sample * sample;
    this.#pieces++;
    if (Math.sqrt(sum / data.length) > AUDIBLE) {
      this.#lastAudible = this.#pieces;
      this.sound.push(performance.now());
    }
    this.#changed();
  }

  #see(frame: VideoFrame): void {
    this.frames.push(performance.now());
    const { width, height } = frame;
    this.picture = { width, height, luma: frame.getPlane(0) ?? new Uint8Array() };
    this.onPicture?.(this.picture);
    this.#changed();
  }

  #changed(): void {
    for (const check of this.#watchers) check();
  }
}

function receiveSound(publication: RemoteTrackPublication): void {
  if (publication.kind === TrackKind.KIND_AUDIO) publication.setSubscribed(true);
}
