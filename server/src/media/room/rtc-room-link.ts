import {
  type AudioFrame,
  AudioStream,
  DisconnectReason,
  type LocalTrackPublication,
  type Participant,
  type RemoteParticipant,
  type RemoteTrack,
  type RemoteTrackPublication,
  type Room,
  RoomEvent,
  TrackKind,
  TrackSource,
} from '@livekit/rtc-node';
import {
  AGENT_HEARD_BY_ATTRIBUTE,
  AGENT_HEARS_ATTRIBUTE,
  AGENT_STATE_ATTRIBUTE,
  type AgentState,
  AVATAR_VIDEO_ATTRIBUTE,
  EVENT_TOPIC,
  TRANSCRIPTION_FINAL,
  TRANSCRIPTION_SEGMENT_ID,
  TRANSCRIPTION_TOPIC,
  TRANSCRIPTION_TRACK_ID,
  type RoomEvent as VisavisEvent,
} from '@visavis/contracts';
import { MICROPHONE_RATE } from '../../audio/sample-rates.ts';
import { Deferred } from '../../lib/deferred.ts';
import type { Logger } from '../../lib/logger.ts';
import { withTimeout } from '../../lib/timeout.ts';
import type { AvatarTracks } from './avatar-tracks.ts';
import { CallerRoomRelay } from './caller-room-relay.ts';
import { LatestValueSender } from './latest-value-sender.ts';
import { MessageQueue } from './message-queue.ts';
import { NativeRoom } from './native-room.ts';
import type {
  RoomLink,
  RoomLinkOptions,
  RoomServices,
  SegmentWriter,
  TranscriptSegment,
} from './room-link.ts';
import { RtcTracks } from './rtc-tracks.ts';
import { StreamReader } from './stream-reader.ts';
import type { WaitingAvatar } from './waiting-avatar.ts';

/** How long the avatar waits for somebody to receive what it sends. */
const SUBSCRIPTION_TIMEOUT_MS = 3000;

const LEAVE_TIMEOUT_MS = 2000;

/** Reasons for which the server removes us: afterwards the avatar's tracks reach no room. */
const REMOVAL_REASONS: readonly DisconnectReason[] = [
  DisconnectReason.PARTICIPANT_REMOVED,
  DisconnectReason.ROOM_DELETED,
  DisconnectReason.ROOM_CLOSED,
];

/** 20 ms, like Opus frames, because the native client sends one message per frame. */
const MICROPHONE = { sampleRate: MICROPHONE_RATE, numChannels: 1, frameSizeMs: 20 };

/** A participant's connection to a LiveKit room, embedded or not. */
export class RtcRoomLink implements RoomLink {
  readonly #options: RoomLinkOptions;
  readonly #log: Logger;
  readonly #native: NativeRoom;
  readonly #room: Room;
  /** The avatar that entered the room in advance; absent if the room has yet to be entered. */
  readonly #waitingAvatar: WaitingAvatar | undefined;
  /** The id of the track that is heard, by the participant's identity. */
  readonly #subscribed = new Map<string, string>();
  #tracks: RtcTracks | undefined;
  /** Readers to cancel: an audio stream outlives its room, and handles every event of the process. */
  readonly #microphones = new Set<ReadableStreamDefaultReader<AudioFrame>>();
  #audioPublication: LocalTrackPublication | undefined;
  readonly #audioPublished = new Deferred();
  #videoPublication: LocalTrackPublication | undefined;
  #methods: string[] = [];
  #relay: CallerRoomRelay | undefined;
  #connecting: Promise<void> = Promise.resolve();
  // Attributes use signalling and messages use the data channel, so neither delays the other.
  readonly #stateSender: LatestValueSender<AgentState>;
  #understoodBy: { by: string | undefined } | undefined;
  readonly #messages: MessageQueue;
  readonly #streams: StreamReader;
  #entered = false;
  #left = false;

  constructor(options: RoomLinkOptions, log: Logger, waitingAvatar?: WaitingAvatar) {
    this.#options = options;
    this.#log = log;
    this.#waitingAvatar = waitingAvatar;
    this.#native = waitingAvatar?.native ?? new NativeRoom(log);
    this.#room = this.#native.room;
    this.#stateSender = new LatestValueSender((state) => this.#sendState(state), log);
    this.#messages = new MessageQueue(log);
    this.#streams = new StreamReader(options.events, log);
  }

  connect(services: RoomServices): Promise<void> {
    this.#connecting = this.#connect(services);
    return this.#connecting;
  }

  async #connect({ textTopics, byteTopics, rpc }: RoomServices): Promise<void> {
    this.#listen();
    for (const [topic, how] of Object.entries(textTopics)) {
      this.#room.registerTextStreamHandler(
        topic,
        (reader, { identity }) => void this.#streams.readText(reader, identity, how),
      );
    }
    for (const topic of byteTopics) {
      this.#room.registerByteStreamHandler(topic, (reader, { identity }) =>
        this.#streams.offerBytes(reader, identity),
      );
    }
    if (!this.#waitingAvatar) await this.#enter();
    this.#methods = Object.keys(rpc);
    for (const [method, answer] of Object.entries(rpc)) {
      this.#room.localParticipant?.registerRpcMethod(method, async ({ callerIdentity, payload }) =>
        answer(callerIdentity, payload),
      );
    }
    for (const participant of this.#room.remoteParticipants.values()) this.#subscribe(participant);
    this.#entered = true;
    this.#stateSender.open();
    this.#messages.open();
  }

  /** @throws Error; for a caller's server, its message reveals nothing about our network or the server's answer */
  async #enter(): Promise<void> {
    const { url, token, callerRoom } = this.#options;
    const log = this.#log;
    if (callerRoom) this.#relay = await CallerRoomRelay.open({ serverUrl: url, ...callerRoom, log });
    if (this.#left) this.#relay?.close();
    const entering = [this.#native.enter(this.#relay?.url ?? url, token)];
    if (this.#relay) entering.push(this.#relay.broken.then((why) => this.#onBroken(why)));
    try {
      await Promise.race(entering);
    } catch (error) {
      throw this.#relay ? new Error(this.#relay.failure) : error;
    }
  }

  #onBroken(why: string): void {
    if (!this.#entered) throw new Error(why);
    if (!this.#left) this.#options.events.onDisconnected(why);
  }

  participants(): string[] {
    return [...this.#room.remoteParticipants.keys()];
  }

  async publish(tracks: AvatarTracks): Promise<void> {
    if (!(tracks instanceof RtcTracks))
      throw new Error('these tracks were not created for this kind of room');
    this.#tracks = tracks;
    // A waiting avatar has already published its video. Tracks are published sequentially, as rtc-node requires, so the
    // second is not started if the avatar leaves meanwhile.
    if (!this.#options.voiceOnly)
      this.#videoPublication =
        this.#waitingAvatar?.video ?? (await this.#native.publish(tracks.videoTrack, tracks.videoOptions));
    this.#audioPublication = await this.#native.publish(tracks.audioTrack, tracks.audioOptions);
    this.#audioPublished.resolve();
  }

  async audioReceived(): Promise<void> {
    await this.#isAudioReceived();
  }

  async videoReceived(): Promise<void> {
    const unreported = this.#isAudioReceived().then((isReported) =>
      isReported ? new Promise(() => undefined) : undefined,
    );
    await Promise.race([this.#videoPublication?.waitForSubscription(), unreported]);
  }

  /** The room server stops the encoding of a video that nobody wants (dynacast); the statistics show that. */
  async videoWanted(): Promise<boolean> {
    try {
      const { publisherStats } = await this.#room.getRtcStats();
      return !publisherStats.some(
        ({ stats }) =>
          stats.case === 'outboundRtp' &&
          stats.value.stream?.kind === 'video' &&
          stats.value.outbound?.active === false,
      );
    } catch {
      // There is no connection at the moment.
      return true;
    }
  }

  /** Waits a limited time until a participant receives the audio. Returns whether one does. */
  async #isAudioReceived(): Promise<boolean> {
    const received = this.#audioPublished.promise
      .then(() => this.#audioPublication?.waitForSubscription())
      .then(() => true);
    return withTimeout(received, SUBSCRIPTION_TIMEOUT_MS, 'nobody subscribes').catch(() => false);
  }

  setState(state: AgentState): void {
    this.#stateSender.set(state);
  }

  setUnderstoodBy(by: string | undefined): void {
    this.#understoodBy = { by };
  }

  sendEvent(event: VisavisEvent): void {
    const payload = new TextEncoder().encode(JSON.stringify(event));
    this.#send((local) => local.publishData(payload, { reliable: true, topic: EVENT_TOPIC }));
  }

  sendSegment(segment: TranscriptSegment): void {
    this.#send(async (local) => {
      const writer = await local.streamText({
        topic: TRANSCRIPTION_TOPIC,
        attributes: this.#segmentAttributes(segment.id, segment.final, segment.identity),
        ...(segment.identity && { senderIdentity: segment.identity }),
      });
      await writer.write(segment.text);
      await writer.close();
    });
  }

  openSegment(id: string): SegmentWriter {
    const attributes = this.#segmentAttributes(id, false);
    let writer: Awaited<ReturnType<NonNullable<Room['localParticipant']>['streamText']>> | undefined;
    return {
      write: (more) =>
        this.#send(async (local) => {
          writer ??= await local.streamText({ topic: TRANSCRIPTION_TOPIC, attributes });
          await writer.write(more);
        }),
      close: () => this.#send(async () => writer?.close()),
    };
  }

  async callRpc(identity: string, method: string, payload: string, timeoutMs: number): Promise<string> {
    const local = this.#room.localParticipant;
    if (!local || this.#left) throw new Error('the avatar is not in the room');
    return local.performRpc({ destinationIdentity: identity, method, payload, responseTimeout: timeoutMs });
  }

  async leave(): Promise<boolean> {
    if (this.#left) return true;
    // Messages that were queued while still connecting are sent once the room was entered.
    await withTimeout(this.#connecting, LEAVE_TIMEOUT_MS, 'connecting').catch(() => undefined);
    const flushed = Promise.all([this.#stateSender.flushed(), this.#messages.flushed()]);
    if (this.#entered)
      await withTimeout(flushed, LEAVE_TIMEOUT_MS / 2, 'unsent messages').catch(() => undefined);
    this.#left = true;
    for (const microphone of this.#microphones) void microphone.cancel();
    this.#stateSender.close();
    this.#messages.close();
    const leaving = this.#native
      .leave(this.#methods)
      .finally(() => this.#relay?.close())
      .then(() => true);
    return withTimeout(leaving, LEAVE_TIMEOUT_MS, 'the room was not left in time').catch((error: unknown) => {
      this.#log.warn(
        { event: 'room.leave_not_confirmed', err: error },
        'the room did not confirm that the avatar left',
      );
      return false;
    });
  }

  /**
   * Sends the state. The room's event counts like the answer: rtc-node starts to wait for the answer only after it has
   * sent the request, and on a busy machine it misses one in a hundred of those that arrive at once.
   */
  async #sendState(state: AgentState): Promise<void> {
    const local = this.#room.localParticipant;
    if (!local) return;
    const confirmed = new Deferred();
    const onChanged = (changed: Record<string, string>, { identity }: Participant) => {
      if (identity === local.identity && changed[AGENT_STATE_ATTRIBUTE] === state) confirmed.resolve();
    };
    this.#room.on(RoomEvent.ParticipantAttributesChanged, onChanged);
    const answered = local.setAttributes({
      [AGENT_STATE_ATTRIBUTE]: state,
      ...(this.#options.voiceOnly && { [AVATAR_VIDEO_ATTRIBUTE]: 'false' }),
      ...(this.#understoodBy && { [AGENT_HEARS_ATTRIBUTE]: String(this.#understoodBy.by !== undefined) }),
      ...(this.#understoodBy?.by && { [AGENT_HEARD_BY_ATTRIBUTE]: this.#understoodBy.by }),
    });
    await Promise.race([answered, confirmed.promise]).finally(() =>
      this.#room.off(RoomEvent.ParticipantAttributesChanged, onChanged),
    );
  }

  #listen(): void {
    const { events } = this.#options;
    this.#room.on(RoomEvent.ParticipantConnected, ({ identity }) => events.onJoined(identity));
    this.#room.on(RoomEvent.ParticipantDisconnected, (participant) => {
      const hungUp = participant.disconnectReason === DisconnectReason.CLIENT_INITIATED;
      events.onLeft(participant.identity, hungUp);
    });
    this.#room.on(RoomEvent.Reconnected, () => {
      // A restarted server knows only what our token says about us.
      this.#stateSender.repeat();
      events.onReconnected();
    });
    this.#room.on(RoomEvent.Disconnected, (reason) => {
      if (this.#left) return;
      if (REMOVAL_REASONS.includes(reason)) this.#tracks?.roomEnded();
      events.onDisconnected(DisconnectReason[reason] ?? 'unknown');
    });
    this.#room.on(RoomEvent.TrackPublished, (_, participant) => this.#subscribe(participant));
    this.#room.on(RoomEvent.TrackUnpublished, (_, participant) => this.#subscribe(participant));
    this.#room.on(RoomEvent.TrackMuted, ({ kind }, { identity }) => {
      // A muted microphone sends nothing at all, not even silence.
      if (kind === TrackKind.KIND_AUDIO && this.#options.isHeard(identity))
        events.onMicrophoneEnded(identity);
    });
    this.#room.on(RoomEvent.TrackSubscribed, (track, _, { identity }) => {
      if (track.kind !== TrackKind.KIND_AUDIO || !this.#options.isHeard(identity)) return;
      this.#readMicrophone(track, identity).catch((error: unknown) =>
        this.#log.warn(
          { event: 'room.microphone_failed', err: error, participant: identity },
          'the avatar can no longer read the microphone of a participant',
        ),
      );
    });
  }

  /** Subscribes to one microphone of a participant at a time: the first, until it is gone. */
  #subscribe({ identity, trackPublications }: RemoteParticipant): void {
    if (!this.#options.isHeard(identity) || trackPublications.has(this.#subscribed.get(identity) ?? ''))
      return;
    const first = [...trackPublications.values()].find(isMicrophone);
    if (!first?.sid) return;
    this.#subscribed.set(identity, first.sid);
    first.setSubscribed(true);
  }

  async #readMicrophone(track: RemoteTrack, identity: string): Promise<void> {
    const { events } = this.#options;
    const reader = new AudioStream(track, MICROPHONE).getReader();
    this.#microphones.add(reader);
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read())
        events.onMicrophone(identity, next.value.data);
    } finally {
      this.#microphones.delete(reader);
    }
    if (!this.#left) events.onMicrophoneEnded(identity);
  }

  #segmentAttributes(id: string, final: boolean, identity?: string): Record<string, string> {
    const trackId = identity ? this.#microphoneSid(identity) : this.#audioPublication?.sid;
    return {
      [TRANSCRIPTION_SEGMENT_ID]: id,
      [TRANSCRIPTION_FINAL]: String(final),
      ...(trackId && { [TRANSCRIPTION_TRACK_ID]: trackId }),
    };
  }

  #microphoneSid(identity: string): string | undefined {
    const publications = this.#room.remoteParticipants.get(identity)?.trackPublications.values() ?? [];
    for (const { kind, source, sid } of publications) {
      if (kind === TrackKind.KIND_AUDIO && source === TrackSource.SOURCE_MICROPHONE) return sid;
    }
    return undefined;
  }

  #send(action: (local: NonNullable<Room['localParticipant']>) => Promise<unknown>): void {
    this.#messages.add(async () => {
      const local = this.#room.localParticipant;
      if (local) await action(local);
    });
  }
}

function isMicrophone({ kind, source, sid }: RemoteTrackPublication): boolean {
  return (
    kind === TrackKind.KIND_AUDIO && source !== TrackSource.SOURCE_SCREENSHARE_AUDIO && sid !== undefined
  );
}
