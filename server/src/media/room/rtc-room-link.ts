import {
  type AudioFrame,
  AudioStream,
  type ByteStreamReader,
  DisconnectReason,
  type LocalTrackPublication,
  type Participant,
  type RemoteParticipant,
  type RemoteTrack,
  type RemoteTrackPublication,
  type Room,
  RoomEvent,
  type TextStreamReader,
  TrackKind,
  TrackSource,
} from '@livekit/rtc-node';
import {
  AGENT_HEARS_ATTRIBUTE,
  AGENT_STATE_ATTRIBUTE,
  type AgentState,
  EVENT_TOPIC,
  TRANSCRIPTION_FINAL,
  TRANSCRIPTION_SEGMENT_ID,
  TRANSCRIPTION_TOPIC,
  TRANSCRIPTION_TRACK_ID,
  type RoomEvent as VisavisEvent,
} from '@visavis/contracts';
import type { Logger } from '../../lib/logger.ts';
import { MICROPHONE_RATE } from '../../lib/sample-rates.ts';
import { withTimeout } from '../../lib/timeout.ts';
import { CONNECT_TIMEOUT_MS, enterRoom } from './enter-room.ts';
import { HostRelay } from './host-relay.ts';
import { LatestLane } from './latest-lane.ts';
import { leaveRoom } from './leave-room.ts';
import { MessageLane } from './message-lane.ts';
import { roomWithOwnEvents } from './own-events.ts';
import {
  type AvatarTracks,
  type RoomLink,
  type RoomLinkOptions,
  type RoomServices,
  type SegmentWriter,
  TEXT_LIMIT,
  type TranscriptSegment,
} from './room-link.ts';
import { RtcTracks } from './rtc-tracks.ts';
import type { WaitingAvatar } from './waiting-avatar.ts';

const LEAVE_TIMEOUT_MS = 2000;

/** Reasons with which the server removes us: after them the avatar's sound cannot be heard in any room. */
const PUT_OUT: readonly DisconnectReason[] = [
  DisconnectReason.PARTICIPANT_REMOVED,
  DisconnectReason.ROOM_DELETED,
  DisconnectReason.ROOM_CLOSED,
];

/** A participant's connection to a LiveKit room, embedded or not. */
export class RtcRoomLink implements RoomLink {
  readonly #options: RoomLinkOptions;
  readonly #log: Logger;
  readonly #room: Room;
  /** Absent where the room has yet to be entered. */
  readonly #waiting: WaitingAvatar | undefined;
  readonly #wanted = new Set<string>();
  #tracks: RtcTracks | undefined;
  /** A stream does not end with its room, and gets every event of the process until it ends. */
  readonly #microphones = new Set<ReadableStreamDefaultReader<AudioFrame>>();
  #audio: LocalTrackPublication | undefined;
  #video: LocalTrackPublication | undefined;
  #methods: string[] = [];
  #relay: HostRelay | undefined;
  #connecting: Promise<void> = Promise.resolve();
  // Attributes go over signalling and messages over the data channel, so neither delays the other.
  readonly #states: LatestLane<AgentState>;
  #hears: boolean | undefined;
  readonly #messages: MessageLane;
  #entered = false;
  #left = false;

  constructor(options: RoomLinkOptions, log: Logger, waiting?: WaitingAvatar) {
    this.#options = options;
    this.#log = log;
    this.#waiting = waiting;
    this.#room = waiting?.room ?? roomWithOwnEvents();
    this.#states = new LatestLane((state) => this.#tellState(state), log);
    this.#messages = new MessageLane(log);
  }

  connect(services: RoomServices): Promise<void> {
    this.#connecting = this.#connect(services);
    return this.#connecting;
  }

  async #connect({ textTopics, byteTopics, rpc }: RoomServices): Promise<void> {
    this.#listen();
    for (const [topic, how] of Object.entries(textTopics)) {
      this.#room.registerTextStreamHandler(topic, (reader, { identity }) => {
        void this.#readText(reader, identity, how);
      });
    }
    for (const topic of byteTopics) {
      this.#room.registerByteStreamHandler(topic, (reader, { identity }) =>
        this.#offerBytes(reader, identity),
      );
    }
    if (!this.#waiting) await this.#enter();
    this.#methods = Object.keys(rpc);
    for (const [method, answer] of Object.entries(rpc)) {
      this.#room.localParticipant?.registerRpcMethod(method, async ({ callerIdentity, payload }) =>
        answer(callerIdentity, payload),
      );
    }
    for (const participant of this.#room.remoteParticipants.values()) {
      for (const publication of participant.trackPublications.values()) this.#want(publication, participant);
    }
    this.#entered = true;
    this.#states.open();
    this.#messages.open();
  }

  /** @throws Error; for a caller's server in words that reveal nothing of our network, nor what the server answered */
  async #enter(): Promise<void> {
    const { url, token, host } = this.#options;
    const log = this.#log;
    if (host) this.#relay = await HostRelay.open({ serverUrl: url, ...host, log });
    if (this.#left) this.#relay?.close();
    try {
      await enterRoom(this.#room, this.#relay?.url ?? url, token);
    } catch (error) {
      throw this.#relay ? new Error(this.#relay.failure) : error;
    }
  }

  participants(): string[] {
    return [...this.#room.remoteParticipants.keys()];
  }

  async publish(tracks: AvatarTracks): Promise<void> {
    const local = this.#room.localParticipant;
    if (!(tracks instanceof RtcTracks) || !local) throw new Error('these tracks cannot be published here');
    this.#tracks = tracks;
    // A waiting avatar has published its pictures.
    const pictures = this.#waiting ? undefined : local.publishTrack(tracks.videoTrack, tracks.videoOptions);
    const [audio, video] = await withTimeout(
      Promise.all([local.publishTrack(tracks.audioTrack, tracks.audioOptions), pictures]),
      CONNECT_TIMEOUT_MS,
      'the tracks could not be published',
    );
    this.#audio = audio;
    this.#video = video ?? this.#waiting?.video;
  }

  heardBySomebody(timeoutMs: number): Promise<void> {
    return subscribed(this.#audio, timeoutMs);
  }

  seenBySomebody(timeoutMs: number): Promise<void> {
    return subscribed(this.#video, timeoutMs);
  }

  setState(state: AgentState): void {
    this.#states.set(state);
  }

  setHears(hears: boolean): void {
    this.#hears = hears;
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
    if (!local || this.#left) throw new Error('not in the room');
    return local.performRpc({ destinationIdentity: identity, method, payload, responseTimeout: timeoutMs });
  }

  async leave(): Promise<void> {
    if (this.#left) return;
    // Leaving while still connecting: only a room that was entered can be left.
    await withTimeout(this.#connecting, LEAVE_TIMEOUT_MS, 'connecting').catch(() => undefined);
    const flushed = Promise.all([this.#states.flushed(), this.#messages.flushed()]);
    if (this.#entered)
      await withTimeout(flushed, LEAVE_TIMEOUT_MS / 2, 'unsent messages').catch(() => undefined);
    this.#left = true;
    for (const microphone of this.#microphones) void microphone.cancel();
    this.#states.close();
    this.#messages.close();
    await withTimeout(leaveRoom(this.#room, this.#methods), LEAVE_TIMEOUT_MS, 'leaving the room').catch(
      (error: unknown) => this.#log.warn({ err: error }, 'left the room without its answer'),
    );
    this.#relay?.close();
  }

  /**
   * The room's event counts like its answer: rtc-node starts to wait for an answer only after it has sent its request, and
   * on a busy machine misses one in a hundred that come at once.
   */
  async #tellState(state: AgentState): Promise<void> {
    const local = this.#room.localParticipant;
    if (!local) return;
    let tellSeen: () => void = () => undefined;
    const seen = new Promise<void>((resolve) => {
      tellSeen = resolve;
    });
    const onChanged = (changed: Record<string, string>, { identity }: Participant) => {
      if (identity === local.identity && changed[AGENT_STATE_ATTRIBUTE] === state) tellSeen();
    };
    this.#room.on(RoomEvent.ParticipantAttributesChanged, onChanged);
    const answered = local.setAttributes({
      [AGENT_STATE_ATTRIBUTE]: state,
      ...(this.#hears !== undefined && { [AGENT_HEARS_ATTRIBUTE]: String(this.#hears) }),
    });
    await Promise.race([answered, seen]).finally(() =>
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
      this.#states.repeat();
      events.onReconnected();
    });
    this.#room.on(RoomEvent.Disconnected, (reason) => {
      if (this.#left) return;
      if (PUT_OUT.includes(reason)) this.#tracks?.roomEnded();
      events.onDisconnected(DisconnectReason[reason] ?? 'unknown');
    });
    this.#room.on(RoomEvent.TrackPublished, (publication, participant) =>
      this.#want(publication, participant),
    );
    this.#room.on(RoomEvent.TrackMuted, ({ kind }, { identity }) => {
      // A muted microphone sends nothing at all, not even silence.
      if (kind === TrackKind.KIND_AUDIO && this.#options.hears(identity)) events.onMicrophoneEnded(identity);
    });
    this.#room.on(RoomEvent.TrackSubscribed, (track, _, { identity }) => {
      if (track.kind !== TrackKind.KIND_AUDIO || !this.#options.hears(identity)) return;
      this.#hear(track, identity).catch((error: unknown) =>
        this.#log.warn({ err: error }, 'a microphone broke off'),
      );
    });
  }

  #want(publication: RemoteTrackPublication, participant: RemoteParticipant): void {
    const { sid, source, kind } = publication;
    if (kind !== TrackKind.KIND_AUDIO || source === TrackSource.SOURCE_SCREENSHARE_AUDIO) return;
    if (!sid || this.#wanted.has(sid) || !this.#options.hears(participant.identity)) return;
    this.#wanted.add(sid);
    publication.setSubscribed(true);
  }

  async #hear(track: RemoteTrack, identity: string): Promise<void> {
    const { events } = this.#options;
    const reader = new AudioStream(track, MICROPHONE_RATE, 1).getReader();
    this.#microphones.add(reader);
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read())
        events.onMicrophone(identity, next.value.data);
    } finally {
      this.#microphones.delete(reader);
    }
    if (!this.#left) events.onMicrophoneEnded(identity);
  }

  async #readText(reader: TextStreamReader, from: string, how: 'whole' | 'pieces'): Promise<void> {
    const { streamId, topic, attributes = {} } = reader.info;
    const onText = (text: string | undefined, complete: boolean) =>
      this.#options.events.onText({ from, topic, streamId, attributes, text, complete });
    let text = '';
    try {
      for await (const piece of reader) {
        text += piece;
        if (text.length > TEXT_LIMIT) {
          // Leaving the loop closes the reader; the rest is not kept.
          onText(undefined, true);
          return;
        }
        if (how === 'pieces') onText(text, false);
      }
      onText(text, true);
    } catch (error) {
      this.#log.warn({ err: error, topic }, 'a text stream broke off');
    }
  }

  #offerBytes(reader: ByteStreamReader, from: string): void {
    const { streamId, name, attributes = {} } = reader.info;
    const discard = () => reader.close();
    const { onBytes } = this.#options.events;
    // A reader that is not read listens to every event of the process for ever.
    if (!onBytes) void discard();
    else onBytes({ from, streamId, name, attributes, chunks: reader, discard });
  }

  #segmentAttributes(id: string, final: boolean, identity?: string): Record<string, string> {
    const trackId = identity ? this.#microphoneSid(identity) : this.#audio?.sid;
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

/** Resolves when a participant receives the track, or after `timeoutMs`; at once where there is none. */
async function subscribed(track: LocalTrackPublication | undefined, timeoutMs: number): Promise<void> {
  await withTimeout(track?.waitForSubscription() ?? Promise.resolve(), timeoutMs, 'nobody subscribes').catch(
    () => undefined,
  );
}
