import {
  ConnectionState,
  DisconnectReason,
  type LocalTrack,
  type RemoteParticipant,
  Room,
  RoomEvent,
  type TextStreamReader,
  Track,
  TrackEvent,
} from 'livekit-client';
import type {
  ConversationEventMap,
  ConversationListener,
  ConversationState,
  EndReason,
  MicrophoneStatus,
  TranscriptLine,
} from './conversation-events.ts';
import type { EventHub } from './event-hub.ts';
import { MICROPHONE_WORDS, whyNoMicrophone } from './microphone.ts';
import {
  CHAT_TOPIC,
  EVENT_TOPIC,
  HEARS_ATTRIBUTE,
  INTERRUPT_METHOD,
  type RoomMessage,
  readMessage,
  STATE_ATTRIBUTE,
  TRANSCRIPTION_TOPIC,
} from './read-room.ts';
import type { Ticket } from './source/conversation-source.ts';
import { createSpeechRecogniser, type SpeechRecogniser } from './speech-recogniser.ts';

export interface Screen {
  video: HTMLVideoElement;
  /** The sound's elements are put here. */
  container: HTMLElement;
}

const ENDINGS: Partial<Record<DisconnectReason, EndReason>> = {
  [DisconnectReason.CLIENT_INITIATED]: 'hung_up',
  [DisconnectReason.DUPLICATE_IDENTITY]: 'opened_elsewhere',
};

/** A running conversation with its media, transcript and controls. `startConversation` creates one. */
export class Conversation {
  /** The service's id of it. */
  readonly id: string;
  /** What answers, where the service says so; `builtin` is the offline demo. */
  readonly engine: string | undefined;
  readonly #room = new Room({ adaptiveStream: false, dynacast: false });
  readonly #ticket: Ticket;
  readonly #screen: Screen;
  readonly #hub: EventHub;
  #recogniser: SpeechRecogniser | undefined;
  #serviceHears: boolean;
  #recogniserFailed = false;
  #avatarState: ConversationState = 'initializing';
  #connection: ConversationEventMap['connection']['connection'] = 'connected';
  #toldState: ConversationState | undefined;
  /** Of the microphone alone: whether anything understands it is not in it. */
  #microphone: Exclude<MicrophoneStatus, 'not_understood'> = 'off';
  readonly #watched = new WeakSet<LocalTrack>();
  #switching: Promise<MicrophoneStatus> = Promise.resolve('off');
  #endReason: EndReason | undefined;
  #endDetail: string | undefined;
  #isOver = false;
  /** What the character says now; an interruption cuts it. */
  #characterLine: TranscriptLine | undefined;
  readonly #interruptedLines = new Set<string>();
  #hearingId: string | undefined;

  /** @internal `startConversation` calls it. */
  constructor(ticket: Ticket, screen: Screen, hub: EventHub, recognitionLanguage: string) {
    this.id = ticket.conversationId;
    this.engine = ticket.engine;
    this.#ticket = ticket;
    this.#screen = screen;
    this.#hub = hub;
    this.#serviceHears = ticket.engine !== 'builtin';
    this.#recogniser = this.#serviceHears
      ? undefined
      : createSpeechRecogniser(recognitionLanguage, {
          onInterim: (text) => text && this.#showHeard(text, false),
          onFinal: (text) => this.#heard(text),
          onWorks: () => this.#setRecogniserFailed(false),
          onUnavailable: () => this.#setRecogniserFailed(true),
        });
    this.#listen();
  }

  get state(): ConversationState {
    if (this.#isOver) return 'ended';
    return this.#connection === 'connected' ? this.#avatarState : 'reconnecting';
  }

  get microphone(): MicrophoneStatus {
    // A microphone helps nobody where nothing understands it; that it is gone is told all the same.
    const isUnderstood = this.#serviceHears || (this.#recogniser && !this.#recogniserFailed);
    const isToldAnyway = this.#microphone === 'off' || this.#microphone === 'lost';
    return isUnderstood || isToldAnyway ? this.#microphone : 'not_understood';
  }

  /** Whether the service understands speech; where it does not, the recogniser of the browser may. */
  get serviceHears(): boolean {
    return this.#serviceHears;
  }

  /** @returns ends the listening */
  on<K extends keyof ConversationEventMap>(name: K, listener: ConversationListener<K>): () => void {
    return this.#hub.on(name, listener);
  }

  /** @internal */
  async connect(): Promise<void> {
    await this.#room.connect(this.#ticket.serverUrl, this.#ticket.accessToken);
    this.#hub.emit('soundBlocked', { blocked: !this.#room.canPlaybackAudio });
    for (const participant of this.#room.remoteParticipants.values()) this.#readState(participant);
  }

  /** Says something by typing. @throws Error when the connection is lost */
  async sendText(text: string): Promise<void> {
    const words = text.trim();
    if (words === '') return;
    const line = { id: crypto.randomUUID(), author: 'user' as const, final: true };
    this.#emitLine({ ...line, text: words });
    try {
      await this.#room.localParticipant.sendText(words, { topic: CHAT_TOPIC });
    } catch (error) {
      this.#emitLine({ ...line, text: '' });
      throw error;
    }
  }

  /** Stops the avatar in mid-sentence. @throws Error when it cannot be told */
  async interrupt(): Promise<void> {
    const avatar = [...this.#room.remoteParticipants.values()].find((one) => one.attributes[STATE_ATTRIBUTE]);
    if (!avatar) return;
    await this.#room.localParticipant.performRpc({
      destinationIdentity: avatar.identity,
      method: INTERRUPT_METHOD,
      payload: '',
    });
  }

  /** Opens or mutes the microphone; the event `microphone` tells why where that does not work. */
  setMicrophone(on: boolean): Promise<MicrophoneStatus> {
    // One after the other: the browser may be asking the user still.
    this.#switching = this.#switching.then(() => this.#switchMicrophone(on));
    return this.#switching;
  }

  /** Microphones or loudspeakers; their names are empty until the user has allowed a microphone. */
  listDevices(kind: 'audioinput' | 'audiooutput'): Promise<MediaDeviceInfo[]> {
    return navigator.mediaDevices ? Room.getLocalDevices(kind, false) : Promise.resolve([]);
  }

  /** @throws Error when the browser cannot use it */
  async useDevice(kind: 'audioinput' | 'audiooutput', deviceId: string): Promise<void> {
    await this.#room.switchActiveDevice(kind, deviceId);
    // A microphone that was lost stays shut until it is opened.
    if (kind !== 'audioinput' || this.#microphone !== 'lost') return;
    // The recogniser may understand another one.
    this.#recogniserFailed = false;
    await this.setMicrophone(true);
  }

  activeDevice(kind: 'audioinput' | 'audiooutput'): string | undefined {
    return this.#room.getActiveDevice(kind);
  }

  /** Starts audio playback that the browser has blocked; call it in the handler of a click. */
  async playSound(): Promise<void> {
    await this.#room.startAudio();
  }

  /** Hangs up. */
  async end(): Promise<void> {
    if (this.#isOver) return;
    this.#endReason ??= 'hung_up';
    // A room that was not joined yet emits no event, and one that reconnects emits it late.
    this.#finish('hung_up');
    await this.#room.disconnect();
    // The service detects the end itself; an error would not help a user who has left.
    await this.#ticket.stop().catch(() => undefined);
  }

  /** Never rejects. */
  async #switchMicrophone(on: boolean): Promise<MicrophoneStatus> {
    if (this.#isOver) return this.microphone;
    if (!navigator.mediaDevices) return this.#setMicrophoneStatus('insecure');
    try {
      if (on && !this.#room.localParticipant.getTrackPublication(Track.Source.Microphone))
        await this.#openMicrophone();
      else await this.#room.localParticipant.setMicrophoneEnabled(on);
    } catch (error) {
      return this.#isOver ? this.microphone : this.#setMicrophoneStatus(whyNoMicrophone(error));
    }
    if (this.#isOver) return this.microphone;
    if (!on) {
      this.#recogniser?.stop();
      return this.#setMicrophoneStatus('muted');
    }
    this.#setMicrophoneStatus('on');
    this.#recogniser?.start();
    return this.microphone;
  }

  /** Who hangs up before allowing the microphone must not be listened to afterwards. */
  async #openMicrophone(): Promise<void> {
    const { localParticipant } = this.#room;
    const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
    const [track] = await localParticipant.createTracks({ audio });
    try {
      if (!this.#isOver) await localParticipant.publishTrack(track!);
    } finally {
      if (this.#isOver || !localParticipant.getTrackPublication(Track.Source.Microphone)) track!.stop();
    }
  }

  /** The offline demo understands speech where its operator has installed a model, and says so when it is in the room. */
  #learnThatAgentHears(): void {
    if (this.#serviceHears) return;
    this.#serviceHears = true;
    this.#recogniser?.stop();
    this.#recogniser = undefined;
    if (this.#microphone !== 'off') this.#setMicrophoneStatus(this.#microphone);
  }

  #setRecogniserFailed(failed: boolean): void {
    if (failed === this.#recogniserFailed) return;
    this.#recogniserFailed = failed;
    this.#setMicrophoneStatus(this.#microphone);
  }

  #listen(): void {
    const room = this.#room;
    const { video, container } = this.#screen;
    room.on(RoomEvent.TrackSubscribed, (track) => {
      if (track.kind === Track.Kind.Video) {
        track.attach(video);
        this.#awaitPicture(video);
      } else {
        container.append(track.attach());
      }
    });
    room.on(RoomEvent.TrackUnsubscribed, (track) => {
      for (const element of track.detach()) if (element !== video) element.remove();
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
    room.on(RoomEvent.ConnectionStateChanged, (state) => {
      if (state === ConnectionState.SignalReconnecting) this.#setConnection('unsteady');
      if (state === ConnectionState.Reconnecting) this.#setConnection('lost');
      if (state === ConnectionState.Connected) this.#setConnection('connected');
    });
    room.on(RoomEvent.LocalTrackPublished, ({ source, track }) => {
      if (source === Track.Source.Microphone && track) this.#watchMicrophone(track);
    });
    room.on(RoomEvent.MediaDevicesChanged, () => this.#hub.emit('devices', { changed: true }));
    room.on(RoomEvent.Disconnected, (reason) => void this.#onDisconnected(reason));
    room.registerTextStreamHandler(TRANSCRIPTION_TOPIC, (reader, sender) => {
      void this.#readTranscription(reader, sender.identity);
    });
  }

  /** A headset that is pulled out ends its track; LiveKit's client tries the next microphone, and mutes where that fails. */
  #watchMicrophone(track: LocalTrack): void {
    // After a reconnection it is published again.
    if (this.#watched.has(track)) return;
    this.#watched.add(track);
    let lost: string | undefined;
    let name = track.mediaStreamTrack.label;
    const tell = (replacedBy: string | undefined) => {
      if (lost === undefined) return;
      const gone = lost;
      lost = undefined;
      this.#hub.emit('microphoneLost', { name: gone, replacedBy });
    };
    track.on(TrackEvent.Ended, () => {
      lost = name;
    });
    track.on(TrackEvent.Restarted, () => {
      name = track.mediaStreamTrack.label;
      tell(name);
    });
    track.on(TrackEvent.Muted, () => {
      if (lost === undefined) return;
      this.#recogniser?.stop();
      this.#setMicrophoneStatus('lost');
      tell(undefined);
    });
  }

  #awaitPicture(video: HTMLVideoElement): void {
    const tell = () => this.#hub.emit('picture', { width: video.videoWidth, height: video.videoHeight });
    if ('requestVideoFrameCallback' in video) video.requestVideoFrameCallback(tell);
    else (video as HTMLVideoElement).addEventListener('playing', tell, { once: true });
  }

  async #readTranscription(reader: TextStreamReader, sender: string): Promise<void> {
    const attributes = reader.info.attributes ?? {};
    const line = {
      id: attributes['lk.segment_id'] ?? reader.info.id,
      author: this.#isOwnSpeech(attributes['lk.transcribed_track_id'], sender)
        ? ('user' as const)
        : ('character' as const),
    };
    let text = '';
    try {
      for await (const chunk of reader) {
        text += chunk;
        this.#emitLine({ ...line, text, final: false });
      }
    } catch {
      // The room ended in the middle of a sentence: what has come of it stays.
      return;
    }
    this.#emitLine({ ...line, text, final: attributes['lk.transcription_final'] === 'true' });
  }

  /** Transcripts of what we said are sent by the avatar too: the track they belong to is ours. */
  #isOwnSpeech(trackId: string | undefined, sender: string): boolean {
    const local = this.#room.localParticipant;
    if (sender === local.identity) return true;
    return [...local.trackPublications.values()].some((publication) => publication.trackSid === trackId);
  }

  #emitLine(line: Omit<TranscriptLine, 'interrupted'>): void {
    const whole = { ...line, interrupted: this.#interruptedLines.has(line.id) };
    if (line.author === 'character') this.#characterLine = whole;
    this.#hub.emit('transcript', whole);
  }

  #readState(participant: RemoteParticipant): void {
    if (participant.attributes[HEARS_ATTRIBUTE] === 'true') this.#learnThatAgentHears();
    const state = participant.attributes[STATE_ATTRIBUTE] as ConversationState | undefined;
    if (!state) return;
    // The character begins to speak: what it said before was heard to its end.
    if (state === 'speaking' && this.#avatarState !== 'speaking') this.#characterLine = undefined;
    this.#avatarState = state;
    this.#tellState();
  }

  #setConnection(connection: 'connected' | 'unsteady' | 'lost'): void {
    if (this.#connection === connection) return;
    this.#connection = connection;
    this.#hub.emit('connection', { connection });
    this.#tellState();
  }

  #tellState(): void {
    const { state } = this;
    if (state === this.#toldState) return;
    this.#toldState = state;
    this.#hub.emit('state', { state });
  }

  #setMicrophoneStatus(status: Exclude<MicrophoneStatus, 'not_understood'>): MicrophoneStatus {
    this.#microphone = status;
    const told = this.microphone;
    this.#hub.emit('microphone', { status: told, message: MICROPHONE_WORDS[told] });
    return told;
  }

  #onMessage(message: RoomMessage): void {
    switch (message.type) {
      case 'turn':
        this.#hub.emit('latency', { latencyMs: message.latencyMs, engineMs: message.engineMs });
        break;
      case 'interrupted':
        if (this.#characterLine) {
          this.#interruptedLines.add(this.#characterLine.id);
          this.#emitLine(this.#characterLine);
        }
        break;
      case 'warning':
        if (message.code === 'ending_soon')
          this.#hub.emit('endingSoon', { secondsLeft: message.secondsLeft ?? 30 });
        else this.#hub.emit('warning', { code: message.code, message: message.message });
        break;
      case 'ended':
        this.#endReason ??= message.reason;
        this.#endDetail ??= message.detail;
        void this.#room.disconnect();
        break;
    }
  }

  /** What the browser's recogniser is hearing; what comes of it replaces it. */
  #showHeard(text: string, final: boolean): void {
    this.#hearingId ??= crypto.randomUUID();
    this.#emitLine({ id: this.#hearingId, author: 'user', text, final });
    if (final) this.#hearingId = undefined;
  }

  #heard(text: string): void {
    // While the avatar speaks the recogniser may be hearing the avatar: only what breaks in (the service then turns
    // the state to listening) or what is said in silence counts.
    const counts = text !== '' && this.#avatarState !== 'speaking';
    this.#showHeard(counts ? text : '', true);
    if (!counts) return;
    this.#room.localParticipant.sendText(text, { topic: CHAT_TOPIC }).catch(() => {
      this.#hub.emit('warning', { code: 'not_sent', message: 'What you said could not be sent.' });
    });
  }

  async #onDisconnected(reason: DisconnectReason | undefined): Promise<void> {
    if (this.#isOver) return;
    if (this.#endReason) return this.#finish(this.#endReason);
    const known = reason === undefined ? undefined : ENDINGS[reason];
    if (known) return this.#finish(known);
    // An avatar that broke, or had not arrived yet, could not tell why it is over; the service may know.
    const recorded = await this.#ticket.endReason().catch(() => undefined);
    const closed = reason === DisconnectReason.ROOM_DELETED ? 'stopped' : 'connection_lost';
    this.#finish((recorded as EndReason | undefined) ?? closed);
  }

  #finish(reason: EndReason): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const line = this.#characterLine;
    if (line && !line.final && this.#avatarState === 'speaking') {
      this.#interruptedLines.add(line.id);
      this.#emitLine(line);
    }
    this.#recogniser?.stop();
    for (const { track } of this.#room.localParticipant.trackPublications.values()) track?.stop();
    this.#tellState();
    this.#hub.emit('ended', { reason, detail: this.#endDetail });
  }
}
