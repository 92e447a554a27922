import {
  ConnectionQuality,
  ConnectionState,
  DisconnectReason,
  LogLevel,
  type RemoteParticipant,
  Room,
  RoomEvent,
  setLogLevel,
  Track,
} from 'livekit-client';
import { awaitPicture } from './await-picture.ts';
import type {
  ConversationEventMap,
  ConversationListener,
  ConversationState,
  EndReason,
  Hearing,
  MicrophoneStatus,
} from './conversation-events.ts';
import type { EventHub } from './event-hub.ts';
import { followLevel } from './follow-level.ts';
import { Outbox } from './outbox.ts';
import { pauseWhileHidden } from './pause-while-hidden.ts';
import {
  EVENT_TOPIC,
  HEARD_BY_ATTRIBUTE,
  HEARS_ATTRIBUTE,
  INTERRUPT_METHOD,
  type RoomMessage,
  readMessage,
  STATE_ATTRIBUTE,
  TRANSCRIPTION_TOPIC,
  VIDEO_ATTRIBUTE,
} from './read-room.ts';
import { readRecordedReason } from './recorded-reason.ts';
import { RECONNECT_POLICY, RoomConnection } from './room-connection.ts';
import type { Ticket } from './source/conversation-source.ts';
import { findAvatar, tellNoPicture } from './tell-no-picture.ts';
import { TranscriptLines } from './transcript-lines.ts';
import { UserVoice } from './user-voice.ts';

export interface Screen {
  video: HTMLVideoElement;
  /** The element into which the elements that play audio are put. */
  container: HTMLElement;
}

// Otherwise each conversation writes a dozen lines into the page's console. A page that wants them sets another level.
setLogLevel(LogLevel.warn);

/**
 * How long the page waits for video: the avatar is on its way when the user comes in. After this time the
 * page joins once more, which cuts off a greeting, and after as long again it gives up.
 */
const PICTURE_MS = 20_000;

const ENDINGS: Partial<Record<DisconnectReason, EndReason>> = {
  [DisconnectReason.CLIENT_INITIATED]: 'hung_up',
  [DisconnectReason.DUPLICATE_IDENTITY]: 'opened_elsewhere',
};

/** A running conversation with its media, transcript and controls. `startConversation` creates one. */
export class Conversation {
  /** The conversation's id in the service. */
  readonly id: string;
  /** The engine that answers, where the service names it; `builtin` is the offline demo. */
  readonly engine: string | undefined;
  /** LiveKit's room, for whatever has no function here, such as showing its tracks yourself. */
  readonly room = new Room({ adaptiveStream: false, dynacast: false, reconnectPolicy: RECONNECT_POLICY });
  readonly #ticket: Ticket;
  readonly #screen: Screen | undefined;
  #hasPicture = false;
  #voiceOnly = false;
  #stopLevel: () => void = () => undefined;
  #stopPausing: () => void = () => undefined;
  readonly #hub: EventHub;
  readonly #voice: UserVoice;
  readonly #lines: TranscriptLines;
  readonly #outbox = new Outbox(this.room, () => this.#hostedAvatar !== undefined);
  #pictureTimer: ReturnType<typeof setTimeout> | undefined;
  #avatarState: ConversationState = 'initializing';
  readonly #connection: RoomConnection;
  #toldState: ConversationState | undefined;
  #endReason: EndReason | undefined;
  #endDetail: string | undefined;
  #missing: ConversationEventMap['ended']['missing'];
  #joins = 0;
  #isOver = false;
  #hearingId: string | undefined;

  /** @internal `startConversation` calls it. */
  constructor(ticket: Ticket, screen: Screen | undefined, hub: EventHub, recognitionLanguage: string) {
    this.id = ticket.conversationId;
    this.engine = ticket.engine;
    this.#ticket = ticket;
    this.#screen = screen;
    this.#hub = hub;
    this.#lines = new TranscriptLines(hub);
    this.#voice = new UserVoice(this.room, hub, ticket.engine !== 'builtin', recognitionLanguage, {
      onInterim: (text) => text && this.#showHeard(text, false),
      onFinal: (text) => this.#heard(text),
    });
    this.#connection = new RoomConnection(
      this.room,
      (connection) => {
        hub.emit('connection', { connection });
        this.#tellState();
      },
      () => void this.#giveUpConnection(),
    );
    this.#listen();
  }

  get state(): ConversationState {
    if (this.#isOver) return 'ended';
    return this.#connection.now === 'connected' ? this.#avatarState : 'reconnecting';
  }

  /** State of the microphone alone; `hearing` says whether anything understands it. */
  get microphone(): MicrophoneStatus {
    return this.#voice.microphone;
  }

  /** Whether the avatar is heard and not seen; known once it is there. */
  get voiceOnly(): boolean {
    return this.#voiceOnly;
  }

  /** Who understands what the user says. */
  get hearing(): Hearing {
    return this.#voice.hearing;
  }

  /** What understands speech in the service, where it says so: `machine` (its own), a provider's id, or a model's name. */
  get heardBy(): string | undefined {
    return this.#voice.heardBy;
  }

  /** The user agrees that what they say goes to the recogniser of their browser, which may be a service elsewhere. */
  allowBrowserRecognition(): void {
    this.#voice.allowBrowserRecognition();
  }

  /** Adds a listener. @returns a function that removes it */
  on<K extends keyof ConversationEventMap>(name: K, listener: ConversationListener<K>): () => void {
    return this.#hub.on(name, listener);
  }

  /** @internal */
  async connect(): Promise<void> {
    await this.room.connect(this.#ticket.serverUrl, this.#ticket.accessToken);
    this.#expectPicture();
    this.#hub.emit('soundBlocked', { blocked: !this.room.canPlaybackAudio });
    for (const participant of this.room.remoteParticipants.values()) this.#readState(participant);
    this.#voice.tell();
    this.#tellState();
  }

  /** Says something by typing; resolves when the avatar has it, sending it again where the connection is lost. @throws Error when it stays lost */
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

  /** Whether `interrupt` has an effect: an agent of your own is interrupted by speaking alone. */
  get canInterrupt(): boolean {
    return this.#hostedAvatar !== undefined;
  }

  /** Stops the avatar in mid-sentence. @throws Error when it cannot be told */
  async interrupt(): Promise<void> {
    const avatar = this.#hostedAvatar;
    if (!avatar) return;
    await this.room.localParticipant.performRpc({
      destinationIdentity: avatar.identity,
      method: INTERRUPT_METHOD,
      payload: '',
    });
  }

  /** Opens or mutes the microphone; the event `microphone` tells why where that does not work. */
  setMicrophone(on: boolean): Promise<MicrophoneStatus> {
    return this.#voice.setMicrophone(on);
  }

  /** Microphones or loudspeakers; their names are empty until the user has allowed a microphone. */
  listDevices(kind: 'audioinput' | 'audiooutput'): Promise<MediaDeviceInfo[]> {
    return navigator.mediaDevices ? Room.getLocalDevices(kind, false) : Promise.resolve([]);
  }

  /** @throws Error when the browser cannot use it */
  async useDevice(kind: 'audioinput' | 'audiooutput', deviceId: string): Promise<void> {
    await this.room.switchActiveDevice(kind, deviceId);
    if (kind === 'audioinput') await this.#voice.reopenLost();
  }

  activeDevice(kind: 'audioinput' | 'audiooutput'): string | undefined {
    return this.room.getActiveDevice(kind);
  }

  /** Starts audio playback that the browser has blocked; call it in the handler of a click. */
  async playSound(): Promise<void> {
    await this.room.startAudio();
  }

  /** Sends the user's rating of the conversation to the service, also once it is over; absent where nobody would receive it. */
  get rate(): Ticket['rate'] {
    return this.#ticket.rate;
  }

  /** Hangs up. */
  end(): Promise<void> {
    return this.#leave('hung_up');
  }

  async #leave(reason: EndReason): Promise<void> {
    if (this.#isOver) return;
    this.#endReason ??= reason;
    // A room that was not joined yet emits no event, and one that reconnects emits it late.
    this.#finish(reason);
    await this.room.disconnect();
    // The service detects the end itself; an error would not help a user who has left.
    await this.#ticket.stop().catch(() => undefined);
  }

  #expectPicture(): void {
    this.#pictureTimer = setTimeout(() => void this.#giveUpOnPicture(), PICTURE_MS);
  }

  async #giveUpOnPicture(): Promise<void> {
    // A tab in the background shows no video, but it knows its size.
    if (this.#hasPicture || this.#voiceOnly || (this.#screen && this.#screen.video.videoWidth > 0)) return;
    // The visitor's network is at fault, and it may come back.
    if (this.room.state !== ConnectionState.Connected) return this.#expectPicture();
    if (this.#joins++ === 0) {
      this.#expectPicture();
      const message = 'No video of the avatar has arrived yet; this page joins the room again.';
      this.#hub.emit('warning', { code: 'no_picture', message });
      // A new join of the same place over new connections, where what the user has published is published again.
      return this.room.simulateScenario('full-reconnect');
    }
    const avatar = findAvatar(this.room);
    this.#missing = avatar ? 'picture' : 'avatar';
    this.#endDetail = avatar
      ? 'No video of the avatar arrived in time.'
      : 'The avatar did not join the room in time.';
    this.#endReason ??= 'avatar_error';
    // The avatar is told and ends the conversation. If it cannot be told, or is of an older release, the page leaves.
    if (!(await tellNoPicture(this.room, avatar))) await this.#leave('avatar_error');
  }

  /** The avatar of an agent of the service's own: only this one says whether it hears, confirms texts and can be told to stop. */
  get #hostedAvatar(): RemoteParticipant | undefined {
    return [...this.room.remoteParticipants.values()].find((one) => one.attributes[HEARS_ATTRIBUTE]);
  }

  #listen(): void {
    const room = this.room;
    const screen = this.#screen;
    room.on(RoomEvent.TrackSubscribed, (track, publication) => {
      if (track.kind !== Track.Kind.Video) {
        screen?.container.append(track.attach());
        this.#stopLevel();
        this.#stopLevel = followLevel(track.mediaStreamTrack, (level) =>
          this.#hub.emit('avatarLevel', { level }),
        );
      } else if (screen) {
        track.attach(screen.video);
        const { video } = screen;
        awaitPicture(video, () => {
          this.#hub.emit('picture', { width: video.videoWidth, height: video.videoHeight });
          this.#stopPausing();
          if (!this.#isOver && publication.track === track)
            this.#stopPausing = pauseWhileHidden(video, publication);
        });
      } else {
        this.#hasPicture = true;
        this.#hub.emit('picture', publication.dimensions ?? { width: 0, height: 0 });
      }
    });
    room.on(RoomEvent.TrackUnsubscribed, (track) => {
      if (track.kind === Track.Kind.Audio) this.#stopLevel();
      else this.#stopPausing();
      for (const element of track.detach()) if (element !== screen?.video) element.remove();
    });
    room.on(RoomEvent.ParticipantConnected, (participant) => this.#readState(participant));
    room.on(RoomEvent.ParticipantAttributesChanged, (_changed, participant) => {
      if (!participant.isLocal) this.#readState(participant as RemoteParticipant);
    });
    room.on(RoomEvent.AudioPlaybackStatusChanged, () =>
      this.#hub.emit('soundBlocked', { blocked: !room.canPlaybackAudio }),
    );
    room.on(RoomEvent.DataReceived, (payload, _participant, _kind, topic) => {
      const message = topic === EVENT_TOPIC ? readMessage(payload) : undefined;
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
    if (hears)
      this.#voice.learnWhetherServiceHears(hears === 'true', participant.attributes[HEARD_BY_ATTRIBUTE]);
    if (participant.attributes[VIDEO_ATTRIBUTE] === 'false' && !this.#voiceOnly) {
      this.#voiceOnly = true;
      this.#hub.emit('voiceOnly', { voiceOnly: true });
    }
    const state = participant.attributes[STATE_ATTRIBUTE] as ConversationState | undefined;
    if (!state) return;
    if (state === 'speaking' && this.#avatarState !== 'speaking') this.#lines.beginSpeech();
    this.#avatarState = state;
    this.#tellState();
  }

  #tellState(): void {
    const { state } = this;
    if (state === this.#toldState) return;
    this.#toldState = state;
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

  /** Shows the words that the browser's recogniser hears now; later ones replace them. */
  #showHeard(text: string, final: boolean): void {
    this.#hearingId ??= crypto.randomUUID();
    this.#lines.emit({ id: this.#hearingId, author: 'user', text, final });
    if (final) this.#hearingId = undefined;
  }

  #heard(text: string): void {
    // While the avatar speaks the recogniser may be hearing the avatar: only what breaks in (the service then turns
    // the state to listening) or what is said in silence counts.
    const counts = text !== '' && this.#avatarState !== 'speaking';
    this.#showHeard(counts ? text : '', true);
    if (!counts) return;
    this.#outbox.send(text).catch(() => {
      this.#hub.emit('warning', { code: 'not_sent', message: 'What you said could not be sent.' });
    });
  }

  async #onDisconnected(reason: DisconnectReason | undefined): Promise<void> {
    if (this.#isOver) return;
    if (this.#endReason) return this.#finish(this.#endReason);
    const known = reason === undefined ? undefined : ENDINGS[reason];
    if (known) return this.#finish(known);
    const closed = reason === DisconnectReason.ROOM_DELETED ? 'stopped' : 'connection_lost';
    this.#finish((await readRecordedReason(this.#ticket)) ?? closed);
  }

  async #giveUpConnection(): Promise<void> {
    this.#finish(this.#endReason ?? (await readRecordedReason(this.#ticket)) ?? 'connection_lost');
    await this.room.disconnect();
  }

  #finish(reason: EndReason): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#pictureTimer);
    this.#connection.close();
    this.#stopLevel();
    this.#stopPausing();
    if (this.#avatarState === 'speaking') this.#lines.interruptUnfinished();
    this.#voice.close();
    this.#tellState();
    this.#hub.emit('ended', { reason, detail: this.#endDetail, missing: this.#missing });
  }
}
