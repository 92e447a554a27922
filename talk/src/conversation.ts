import {
  ConnectionState,
  DisconnectReason,
  type Participant,
  type RemoteParticipant,
  Room,
  RoomEvent,
  type TextStreamReader,
  Track,
} from 'livekit-client';

export interface Line {
  /** The same id again replaces the line. */
  id: string;
  author: 'user' | 'character';
  text: string;
  final: boolean;
}

/** `unsteady`: the way to the server is gone, sound and picture may still come. `lost`: nothing comes. */
export type Connection = 'connected' | 'unsteady' | 'lost';

export interface ConversationHandlers {
  onVideo(): void;
  onState(state: string): void;
  onLine(line: Line): void;
  onInterrupted(): void;
  onLatency(latencyMs: number): void;
  onNotice(message: string): void;
  /** The connection dropped and is being made again, or is back. */
  onConnection(connection: Connection): void;
  /** The browser refuses to play sound before a gesture. */
  onSoundBlocked(blocked: boolean): void;
  onEnded(reason: string): void;
}

/** One conversation in a LiveKit room: what is seen and heard, said and read. */
export class Conversation {
  readonly #room = new Room({ adaptiveStream: false, dynacast: false });
  readonly #handlers: ConversationHandlers;
  readonly #video: HTMLVideoElement;
  #endReason: string | undefined;
  #over = false;

  constructor(video: HTMLVideoElement, handlers: ConversationHandlers) {
    this.#video = video;
    this.#handlers = handlers;
    this.#listen();
  }

  async connect(serverUrl: string, token: string): Promise<void> {
    await this.#room.connect(serverUrl, token);
    this.#handlers.onSoundBlocked(!this.#room.canPlaybackAudio);
    for (const participant of this.#room.remoteParticipants.values()) this.#readState(participant);
  }

  /** @throws when the browser or the user refuses the microphone. */
  async setMicrophone(on: boolean): Promise<void> {
    await this.#room.localParticipant.setMicrophoneEnabled(on, {
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
    });
  }

  async say(text: string): Promise<void> {
    await this.#room.localParticipant.sendText(text, { topic: 'lk.chat' });
  }

  /** Stops the avatar in mid-sentence. */
  async interrupt(): Promise<void> {
    const avatar = [...this.#room.remoteParticipants.values()].find((p) => p.attributes['lk.agent.state']);
    if (!avatar) return;
    await this.#room.localParticipant.performRpc({
      destinationIdentity: avatar.identity,
      method: 'visavis.interrupt',
      payload: '',
    });
  }

  async unblockSound(): Promise<void> {
    await this.#room.startAudio();
  }

  async leave(): Promise<void> {
    this.#endReason ??= 'hung_up';
    // A room that was not entered yet tells nothing, and one that reconnects takes its time.
    this.#end(undefined);
    await this.#room.disconnect();
  }

  #listen(): void {
    const room = this.#room;
    room.on(RoomEvent.TrackSubscribed, (track) => {
      if (track.kind === Track.Kind.Video) {
        track.attach(this.#video);
        this.#video.requestVideoFrameCallback(() => this.#handlers.onVideo());
      } else {
        document.body.append(track.attach());
      }
    });
    room.on(RoomEvent.TrackUnsubscribed, (track) => {
      for (const element of track.detach()) if (element !== this.#video) element.remove();
    });
    room.on(RoomEvent.ParticipantConnected, (participant) => this.#readState(participant));
    room.on(RoomEvent.ParticipantAttributesChanged, (_changed, participant) => this.#readState(participant));
    room.on(RoomEvent.AudioPlaybackStatusChanged, () =>
      this.#handlers.onSoundBlocked(!room.canPlaybackAudio),
    );
    room.on(RoomEvent.DataReceived, (payload, _participant, _kind, topic) => {
      if (topic === 'visavis.event') this.#onEvent(JSON.parse(new TextDecoder().decode(payload)));
    });
    room.on(RoomEvent.ConnectionStateChanged, (state) => {
      if (state === ConnectionState.SignalReconnecting) this.#handlers.onConnection('unsteady');
      if (state === ConnectionState.Reconnecting) this.#handlers.onConnection('lost');
      if (state === ConnectionState.Connected) this.#handlers.onConnection('connected');
    });
    room.on(RoomEvent.Disconnected, (reason) => this.#end(reason));
    room.registerTextStreamHandler('lk.transcription', (reader, sender) => {
      void this.#readTranscription(reader, sender.identity);
    });
  }

  async #readTranscription(reader: TextStreamReader, sender: string): Promise<void> {
    const attributes = reader.info.attributes ?? {};
    const line: Line = {
      id: attributes['lk.segment_id'] ?? reader.info.id,
      author: this.#isOwnSpeech(attributes['lk.transcribed_track_id'], sender) ? 'user' : 'character',
      text: '',
      final: false,
    };
    try {
      for await (const chunk of reader) {
        line.text += chunk;
        this.#handlers.onLine({ ...line });
      }
    } catch {
      // The room ended in the middle of a sentence: what has come of it stays.
      return;
    }
    this.#handlers.onLine({ ...line, final: attributes['lk.transcription_final'] === 'true' });
  }

  /** Transcripts of what we said are sent by the avatar too: the track they belong to is ours. */
  #isOwnSpeech(trackId: string | undefined, sender: string): boolean {
    const local = this.#room.localParticipant;
    if (sender === local.identity) return true;
    return [...local.trackPublications.values()].some((publication) => publication.trackSid === trackId);
  }

  #readState(participant: Participant | RemoteParticipant): void {
    const state = participant.attributes['lk.agent.state'];
    if (state) this.#handlers.onState(state);
  }

  #onEvent(event: {
    type: string;
    message?: string;
    latencyMs?: number;
    reason?: string;
    detail?: string;
  }): void {
    if (event.type === 'turn' && event.latencyMs !== undefined) this.#handlers.onLatency(event.latencyMs);
    if (event.type === 'interrupted') this.#handlers.onInterrupted();
    if (event.type === 'warning' && event.message) this.#handlers.onNotice(event.message);
    if (event.type === 'ended') {
      this.#endReason ??= event.reason ?? 'stopped';
      void this.#room.disconnect();
    }
  }

  #end(reason: DisconnectReason | undefined): void {
    if (this.#over) return;
    this.#over = true;
    this.#handlers.onEnded(this.#endReason ?? (reason === undefined ? 'unknown' : DisconnectReason[reason]));
  }
}
