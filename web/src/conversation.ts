import {
  ConnectionQuality,
  ConnectionState,
  DisconnectReason,
  LogLevel,
  type RemoteParticipant,
  Room,
  RoomEvent,
  setLogLevel,
} from 'livekit-client';
import { AvatarTracks, type MediaElements } from './avatar-tracks.ts';
import type {
  ConversationEventMap,
  ConversationListener,
  ConversationState,
  EndReason,
  Hearing,
  MicrophoneStatus,
} from './conversation-events.ts';
import type { EventHub } from './event-hub.ts';
import { Outbox } from './outbox.ts';
import { readEndReason } from './read-end-reason.ts';
import { findAvatar, reportNoPicture } from './report-no-picture.ts';
import { RECONNECT_POLICY, RoomConnection } from './room-connection.ts';
import {
  EVENT_TOPIC,
  HEARD_BY_ATTRIBUTE,
  HEARS_ATTRIBUTE,
  INTERRUPT_METHOD,
  parseRoomMessage,
  type RoomMessage,
  STATE_ATTRIBUTE,
  TRANSCRIPTION_TOPIC,
  VIDEO_ATTRIBUTE,
} from './room-protocol.ts';
import type { JoinInfo } from './source/conversation-source.ts';
import { TranscriptLines } from './transcript-lines.ts';
import { UserVoice } from './user-voice.ts';

// Otherwise each conversation writes a dozen lines to the page's console. A page that wants them can set another level.
setLogLevel(LogLevel.warn);

/**
 * How long the page waits for video: the avatar may still be on its way when the user joins. After this time the page
 * joins again, which cuts off a greeting; after the same time again it gives up.
 */
const VIDEO_TIMEOUT_MS = 20_000;

const END_REASONS: Partial<Record<DisconnectReason, EndReason>> = {
  [DisconnectReason.CLIENT_INITIATED]: 'hung_up',
  [DisconnectReason.DUPLICATE_IDENTITY]: 'opened_elsewhere',
};

/** A running conversation with its media, transcript and controls. `startConversation` creates one. */
export class Conversation {
  /** The conversation's id in the service. */
  readonly id: string;
  /** The engine that answers, if the service names it; `builtin` is the offline demo. */
  readonly engine: string | undefined;
  /** LiveKit's room, for everything that has no function here, such as showing its tracks yourself. */
  readonly room = new Room({ adaptiveStream: false, dynacast: false, reconnectPolicy: RECONNECT_POLICY });
  readonly #joinInfo: JoinInfo;
  #voiceOnly = false;
  readonly #hub: EventHub;
  readonly #tracks: AvatarTracks;
  readonly #voice: UserVoice;
  readonly #lines: TranscriptLines;
  readonly #outbox = new Outbox(this.room, () => this.#hostedAvatar !== undefined);
  #pictureTimer: ReturnType<typeof setTimeout> | undefined;
  #avatarState: ConversationState = 'initializing';
  readonly #connection: RoomConnection;
  #emittedState: ConversationState | undefined;
  #endReason: EndReason | undefined;
  #endDetail: string | undefined;
  #missing: ConversationEventMap['ended']['missing'];
  #rejoins = 0;
  #isOver = false;
  #recognisedLineId: string | undefined;

  /** @internal `startConversation` calls it. */
  constructor(joinInfo: JoinInfo, elements: MediaElements | undefined, hub: EventHub, language: string) {
    this.id = joinInfo.conversationId;
    this.engine = joinInfo.engine;
    this.#joinInfo = joinInfo;
    this.#hub = hub;
    this.#tracks = new AvatarTracks(this.room, elements, hub);
    this.#lines = new TranscriptLines(hub);
    this.#voice = new UserVoice(this.room, hub, joinInfo.engine !== 'builtin', language, {
      onInterim: (text) => text && this.#showRecognised(text, false),
      onFinal: (text) => this.#onRecognised(text),
    });
    this.#connection = new RoomConnection(
      this.room,
      (connection) => {
        hub.emit('connection', { connection });
        this.#emitState();
      },
      () => void this.#giveUpConnection(),
    );
    this.#addRoomListeners();
  }

  get state(): ConversationState {
    if (this.#isOver) return 'ended';
    return this.#connection.state === 'connected' ? this.#avatarState : 'reconnecting';
  }

  /** State of the microphone only; `hearing` says whether anything understands the user. */
  get microphone(): MicrophoneStatus {
    return this.#voice.microphone;
  }

  /** Whether the avatar sends only audio; known once it is in the room. */
  get voiceOnly(): boolean {
    return this.#voiceOnly;
  }

  /** Who understands the user's speech. */
  get hearing(): Hearing {
    return this.#voice.hearing;
  }

  /** The service's speech recogniser, if it names one: `machine` (its own), a provider's id, or a model's name. */
  get heardBy(): string | undefined {
    return this.#voice.heardBy;
  }

  /** Records that the user agrees to the browser's own recogniser, which may send their speech to another service. */
  allowBrowserRecognition(): void {
    this.#voice.allowBrowserRecognition();
  }

  /** Adds a listener. @returns a function that removes it */
  on<K extends keyof ConversationEventMap>(name: K, listener: ConversationListener<K>): () => void {
    return this.#hub.on(name, listener);
  }

  /** @internal */
  async connect(): Promise<void> {
    await this.room.connect(this.#joinInfo.serverUrl, this.#joinInfo.accessToken);
    this.#startPictureTimer();
    this.#hub.emit('soundBlocked', { blocked: !this.room.canPlaybackAudio });
    for (const participant of this.room.remoteParticipants.values()) this.#readState(participant);
    this.#voice.emitMicrophone();
    this.#emitState();
  }

  /** Sends a typed text; resolves when the avatar has received it. @throws Error if the connection stays lost */
  async sendText(text: string): Promise<void> {
    const words = text.trim();
    if (words === '') return;
    const line = { id: crypto.randomUUID(), author: 'user' as const, final: true };
    this.#lines.emit({ ...line, text: words });
    try {
      await this.#outbox.send(words);
    } catch (error) {
      this.#lines.emit({ ...line, text: '' });
      throw error;
    }
  }

  /** Whether `interrupt` has an effect: your own agent can only be interrupted by speaking. */
  get canInterrupt(): boolean {
    return this.#hostedAvatar !== undefined;
  }

  /** Stops the avatar in mid-sentence. @throws Error if the request does not reach it */
  async interrupt(): Promise<void> {
    const avatar = this.#hostedAvatar;
    if (!avatar) return;
    await this.room.localParticipant.performRpc({
      destinationIdentity: avatar.identity,
      method: INTERRUPT_METHOD,
      payload: '',
    });
  }

  /** Opens or mutes the microphone; if that fails, the event `microphone` says why. */
  setMicrophone(on: boolean): Promise<MicrophoneStatus> {
    return this.#voice.setMicrophone(on);
  }

  /** Returns microphones or loudspeakers; their names are empty until the user has allowed a microphone. */
  listDevices(kind: 'audioinput' | 'audiooutput'): Promise<MediaDeviceInfo[]> {
    return navigator.mediaDevices ? Room.getLocalDevices(kind, false) : Promise.resolve([]);
  }

  /** @throws Error if the browser cannot use the device */
  async useDevice(kind: 'audioinput' | 'audiooutput', deviceId: string): Promise<void> {
    await this.room.switchActiveDevice(kind, deviceId);
    if (kind === 'audioinput') await this.#voice.reopenLost();
  }

  activeDevice(kind: 'audioinput' | 'audiooutput'): string | undefined {
    return this.room.getActiveDevice(kind);
  }

  /** Starts audio playback that the browser has blocked; call it in a click handler. */
  async playSound(): Promise<void> {
    await this.room.startAudio();
  }

  /** Sends the user's rating of the conversation, even after its end; undefined if the service accepts none. */
  get rate(): JoinInfo['rate'] {
    return this.#joinInfo.rate;
  }

  /** Hangs up. */
  end(): Promise<void> {
    return this.#leave('hung_up');
  }

  async #leave(reason: EndReason): Promise<void> {
    if (this.#isOver) return;
    this.#endReason ??= reason;
    // A room that is not joined yet emits no event, and one that is reconnecting emits it late.
    this.#finish(reason);
    await this.room.disconnect();
    // The service detects the end itself; an error is of no use to a user who has left.
    await this.#joinInfo.stop().catch(() => undefined);
  }

  #startPictureTimer(): void {
    this.#pictureTimer = setTimeout(() => void this.#giveUpOnPicture(), VIDEO_TIMEOUT_MS);
  }

  async #giveUpOnPicture(): Promise<void> {
    if (this.#tracks.hasPicture || this.#voiceOnly) return;
    // The user's network is at fault, and may recover.
    if (this.room.state !== ConnectionState.Connected) return this.#startPictureTimer();
    if (this.#rejoins++ === 0) {
      this.#startPictureTimer();
      const message = 'No video of the avatar has arrived yet; this page joins the room again.';
      this.#hub.emit('warning', { code: 'no_picture', message });
      // Joins again as the same participant over new connections, and publishes the user's tracks again.
      return this.room.simulateScenario('full-reconnect');
    }
    const avatar = findAvatar(this.room);
    this.#missing = avatar ? 'picture' : 'avatar';
    this.#endDetail = avatar
      ? 'No video of the avatar arrived in time.'
      : 'The avatar did not join the room in time.';
    this.#endReason ??= 'avatar_error';
    // The avatar is notified and ends the conversation. If that fails, or it is of an older release, the page leaves.
    if (!(await reportNoPicture(this.room, avatar))) await this.#leave('avatar_error');
  }

  /**
   * The avatar of the service's own agent: only this one reports if it hears, confirms texts and can be interrupted.
   */
  get #hostedAvatar(): RemoteParticipant | undefined {
    return [...this.room.remoteParticipants.values()].find(({ attributes }) => attributes[HEARS_ATTRIBUTE]);
  }

  #addRoomListeners(): void {
    const room = this.room;
    room.on(RoomEvent.ParticipantConnected, (participant) => this.#readState(participant));
    room.on(RoomEvent.ParticipantAttributesChanged, (_changed, participant) => {
      if (!participant.isLocal) this.#readState(participant as RemoteParticipant);
    });
    room.on(RoomEvent.AudioPlaybackStatusChanged, () =>
      this.#hub.emit('soundBlocked', { blocked: !room.canPlaybackAudio }),
    );
    room.on(RoomEvent.DataReceived, (payload, _participant, _kind, topic) => {
      const message = topic === EVENT_TOPIC ? parseRoomMessage(payload) : undefined;
      if (message) this.#onMessage(message);
    });
    room.on(RoomEvent.ConnectionQualityChanged, (quality, participant) => {
      if (participant.isLocal && quality !== ConnectionQuality.Unknown)
        this.#hub.emit('quality', { quality: `${quality}` });
    });
    room.on(RoomEvent.MediaDevicesChanged, () => this.#hub.emit('devices', { changed: true }));
    room.on(RoomEvent.Disconnected, (reason) => void this.#onDisconnected(reason));
    room.registerTextStreamHandler(TRANSCRIPTION_TOPIC, (reader, sender) => {
      void this.#lines.read(reader, sender.identity, room.localParticipant);
    });
  }

  #readState(participant: RemoteParticipant): void {
    const hears = participant.attributes[HEARS_ATTRIBUTE];
    if (hears) this.#voice.setServiceHears(hears === 'true', participant.attributes[HEARD_BY_ATTRIBUTE]);
    if (participant.attributes[VIDEO_ATTRIBUTE] === 'false' && !this.#voiceOnly) {
      this.#voiceOnly = true;
      this.#hub.emit('voiceOnly', { voiceOnly: true });
    }
    const state = participant.attributes[STATE_ATTRIBUTE] as ConversationState | undefined;
    if (!state) return;
    if (state === 'speaking' && this.#avatarState !== 'speaking') this.#lines.beginSpeech();
    this.#avatarState = state;
    this.#emitState();
  }

  #emitState(): void {
    const { state } = this;
    if (state === this.#emittedState) return;
    this.#emittedState = state;
    this.#hub.emit('state', { state });
  }

  #onMessage(message: RoomMessage): void {
    switch (message.type) {
      case 'turn':
        this.#hub.emit('latency', { latencyMs: message.latencyMs, engineMs: message.engineMs });
        break;
      case 'interrupted':
        this.#lines.interrupt(message.segmentId);
        break;
      case 'warning':
        if (message.code === 'ending_soon')
          this.#hub.emit('endingSoon', { secondsLeft: message.secondsLeft ?? 30 });
        else this.#hub.emit('warning', { code: message.code, message: message.message });
        break;
      case 'text_taken':
        this.#outbox.confirm(message.textId);
        break;
      case 'ended':
        this.#endReason ??= message.reason;
        this.#endDetail ??= message.detail;
        void this.room.disconnect();
        break;
    }
  }

  /** Shows an interim or final result of the browser's recogniser as a line; later results replace it. */
  #showRecognised(text: string, final: boolean): void {
    this.#recognisedLineId ??= crypto.randomUUID();
    this.#lines.emit({ id: this.#recognisedLineId, author: 'user', text, final });
    if (final) this.#recognisedLineId = undefined;
  }

  #onRecognised(text: string): void {
    // While the avatar speaks, the recogniser may hear the avatar: only an interruption (after which the service sets
    // the state to listening) or speech during silence counts.
    const isFromUser = text !== '' && this.#avatarState !== 'speaking';
    this.#showRecognised(isFromUser ? text : '', true);
    if (!isFromUser) return;
    this.#outbox.send(text).catch(() => {
      this.#hub.emit('warning', { code: 'not_sent', message: 'What you said could not be sent.' });
    });
  }

  async #onDisconnected(reason: DisconnectReason | undefined): Promise<void> {
    if (this.#isOver) return;
    if (this.#endReason) return this.#finish(this.#endReason);
    const endReason = reason === undefined ? undefined : END_REASONS[reason];
    if (endReason) return this.#finish(endReason);
    const closed = reason === DisconnectReason.ROOM_DELETED ? 'stopped' : 'connection_lost';
    this.#finish((await readEndReason(this.#joinInfo)) ?? closed);
  }

  async #giveUpConnection(): Promise<void> {
    this.#finish(this.#endReason ?? (await readEndReason(this.#joinInfo)) ?? 'connection_lost');
    await this.room.disconnect();
  }

  #finish(reason: EndReason): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#pictureTimer);
    this.#connection.close();
    this.#tracks.close();
    if (this.#avatarState === 'speaking') this.#lines.interruptUnfinished();
    this.#voice.close();
    this.#emitState();
    this.#hub.emit('ended', { reason, detail: this.#endDetail, missing: this.#missing });
  }
}
