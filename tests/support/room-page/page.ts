import {
  BackupCodecPolicy,
  ConnectionState,
  type DisconnectReason,
  LocalVideoTrack,
  LogLevel,
  type RemoteTrack,
  Room,
  RoomEvent,
  type RoomOptions,
  setLogLevel,
  type TextStreamReader,
  Track,
} from 'livekit-client';

/** The state of the page's conversation, for tests to wait for. */
export interface PageState {
  connection: ConnectionState;
  participants: string[];
  disconnectReason: DisconnectReason | undefined;
  /** Decoded frames, by publisher's identity. */
  frames: Record<string, number>;
  sizes: Record<string, string>;
  /** Loudest sample heard, 0 to 1, by publisher's identity. */
  loudness: Record<string, number>;
  /** How often the page detected audio when it checked, by publisher's identity. */
  sounds: Record<string, number>;
  /** Milliseconds without audio, by publisher's identity; absent before the first audio. */
  quietMs: Record<string, number>;
  /** The transcripts (`lk.transcription`), by segment. */
  segments: Record<string, { from: string; text: string; final: boolean }>;
  data: { from: string; topic: string; text: string }[];
  texts: { from: string; text: string }[];
  events: string[];
  speakers: string[];
  /** Number of participants according to the server. */
  participantCount: number;
}

export interface ConnectOptions {
  readonly room?: RoomOptions;
  readonly autoSubscribe?: boolean;
}

/** Peak above which audio counts as audible, not as codec noise. */
const AUDIBLE = 0.01;
const PICTURE_SIDE = 48;

const connections: RTCPeerConnection[] = [];
globalThis.RTCPeerConnection = class extends RTCPeerConnection {
  constructor(configuration?: RTCConfiguration) {
    super(configuration);
    connections.push(this);
  }
};

let room = new Room();
const soundAt: Record<string, number> = {};
const state: PageState = emptyState();

function emptyState(): PageState {
  return {
    connection: ConnectionState.Disconnected,
    participants: [],
    disconnectReason: undefined,
    frames: {},
    sizes: {},
    loudness: {},
    sounds: {},
    quietMs: {},
    segments: {},
    data: [],
    texts: [],
    events: [],
    speakers: [],
    participantCount: 0,
  };
}

function watchVideo(track: RemoteTrack, identity: string): void {
  const element = track.attach() as HTMLVideoElement;
  element.muted = true;
  document.body.append(element);
  const count = (_now: number, frame: VideoFrameCallbackMetadata) => {
    state.frames[identity] = (state.frames[identity] ?? 0) + 1;
    state.sizes[identity] = `${frame.width}x${frame.height}`;
    element.requestVideoFrameCallback(count);
  };
  element.requestVideoFrameCallback(count);
}

function watchAudio(track: RemoteTrack, identity: string): void {
  document.body.append(track.attach());
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(new MediaStream([track.mediaStreamTrack])).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  const listen = async (): Promise<number> => {
    // Without a sound card Firefox runs no audio graph, so the level that its decoder reports is used.
    if (context.state !== 'running') return decodedLevel(track);
    analyser.getFloatTimeDomainData(samples);
    return samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  };
  const note = (loudest: number) => {
    state.loudness[identity] = Math.max(state.loudness[identity] ?? 0, loudest);
    if (loudest <= AUDIBLE) return;
    soundAt[identity] = performance.now();
    state.sounds[identity] = (state.sounds[identity] ?? 0) + 1;
  };
  const timer = setInterval(() => void listen().then(note), 50);
  track.mediaStreamTrack.addEventListener('ended', () => clearInterval(timer));
}

async function decodedLevel(track: RemoteTrack): Promise<number> {
  let level = 0;
  (await track.getRTCStatsReport())?.forEach((entry: { type: string; audioLevel?: number }) => {
    if (entry.type === 'inbound-rtp') level = entry.audioLevel ?? 0;
  });
  return level;
}

async function readSegment(reader: TextStreamReader, from: string): Promise<void> {
  const { attributes = {} } = reader.info;
  const id = attributes['lk.segment_id'] ?? reader.info.id;
  let text = '';
  for await (const piece of reader) {
    text += piece;
    state.segments[id] = { from, text, final: attributes['lk.transcription_final'] === 'true' };
  }
}

const api = {
  async connect(url: string, token: string, options: ConnectOptions = {}): Promise<void> {
    setLogLevel(LogLevel.silent);
    Object.assign(state, emptyState());
    for (const identity of Object.keys(soundAt)) delete soundAt[identity];
    room = new Room(options.room);
    const note = (event: string) => state.events.push(event);
    room
      .on(RoomEvent.ConnectionStateChanged, (connection) => {
        state.connection = connection;
      })
      .on(RoomEvent.Reconnecting, () => note('reconnecting'))
      .on(RoomEvent.SignalReconnecting, () => note('signalReconnecting'))
      .on(RoomEvent.Reconnected, () => note('reconnected'))
      .on(RoomEvent.Disconnected, (reason) => {
        state.disconnectReason = reason;
        note('disconnected');
      })
      .on(RoomEvent.TrackSubscribed, (track, publication, participant) => {
        note(`subscribed ${participant.identity} ${publication.source}`);
        if (track.kind === Track.Kind.Video) watchVideo(track, participant.identity);
        else watchAudio(track, participant.identity);
      })
      .on(RoomEvent.TrackUnsubscribed, (track, publication, participant) => {
        note(`unsubscribed ${participant.identity} ${publication.source}`);
        for (const element of track.detach()) element.remove();
      })
      .on(RoomEvent.TrackSubscriptionFailed, (_sid, participant) => note(`failed ${participant.identity}`))
      .on(RoomEvent.TrackMuted, (publication, participant) =>
        note(`muted ${participant.identity} ${publication.source}`),
      )
      .on(RoomEvent.TrackUnmuted, (publication, participant) =>
        note(`unmuted ${participant.identity} ${publication.source}`),
      )
      .on(RoomEvent.LocalTrackUnpublished, (publication) => note(`unpublished ${publication.source}`))
      .on(RoomEvent.ParticipantPermissionsChanged, (_, participant) =>
        note(`permissions ${participant.identity}`),
      )
      .on(RoomEvent.ParticipantAttributesChanged, (changed, participant) =>
        note(`attributes ${participant.identity} ${JSON.stringify(changed)}`),
      )
      .on(RoomEvent.ParticipantNameChanged, (name, participant) =>
        note(`name ${participant.identity} ${name}`),
      )
      .on(RoomEvent.ParticipantMetadataChanged, (_, participant) =>
        note(`metadata ${participant.identity} ${participant.metadata}`),
      )
      .on(RoomEvent.TrackSubscriptionPermissionChanged, (publication, status, participant) =>
        note(`subscription ${status} ${participant.identity} ${publication.source}`),
      )
      .on(RoomEvent.RoomMetadataChanged, (metadata) => note(`metadata ${metadata}`))
      .on(RoomEvent.ActiveSpeakersChanged, (speakers) => {
        state.speakers = speakers.map((speaker) => speaker.identity);
      })
      .on(RoomEvent.ConnectionQualityChanged, (quality, participant) =>
        note(`quality ${participant.identity} ${quality}`),
      )
      .on(RoomEvent.DataReceived, (payload, participant, _kind, topic) => {
        const text = new TextDecoder().decode(payload);
        state.data.push({ from: participant?.identity ?? '', topic: topic ?? '', text });
      });
    room.registerTextStreamHandler('chat', (reader, sender) => {
      void reader.readAll().then((text) => state.texts.push({ from: sender.identity, text }));
    });
    room.registerTextStreamHandler('lk.transcription', (reader, sender) => {
      void readSegment(reader, sender.identity);
    });
    room.registerRpcMethod('echo', (call) => Promise.resolve(`${call.callerIdentity}: ${call.payload}`));
    await room.connect(url, token, { autoSubscribe: options.autoSubscribe ?? true });
  },
  async disconnect(): Promise<void> {
    await room.disconnect();
    document.body.replaceChildren();
  },
  state(): PageState {
    state.participants = [...room.remoteParticipants.keys()];
    state.participantCount = room.numParticipants;
    for (const [identity, at] of Object.entries(soundAt)) state.quietMs[identity] = performance.now() - at;
    return state;
  },
  async publishMicrophone(): Promise<void> {
    await room.localParticipant.setMicrophoneEnabled(true);
  },
  /** @param regression whether all subscribers get the backup codec when one of them needs it */
  async publishCamera(
    simulcast: boolean,
    videoCodec?: 'h264' | 'vp9' | 'av1',
    regression = false,
  ): Promise<void> {
    const tracks = await room.localParticipant.createTracks({
      video: { resolution: { width: 1280, height: 720 } },
    });
    const codec = videoCodec === undefined ? {} : { videoCodec };
    const policy = regression ? { backupCodecPolicy: BackupCodecPolicy.REGRESSION } : {};
    // On a busy machine there are fewer frames, not smaller ones: tests identify the layers by their sizes.
    const degradationPreference = 'maintain-resolution';
    const options = { simulcast, degradationPreference, ...codec, ...policy } as const;
    await room.localParticipant.publishTrack(tracks[0]!, options);
  },
  /** Makes this browser decode video in one codec only. Must be called before `connect`. */
  decodeOnly(codec: 'VP8'): void {
    const known = RTCRtpReceiver.getCapabilities('video')!.codecs.filter(
      ({ mimeType }) => mimeType === `video/${codec}` || mimeType === 'video/rtx',
    );
    const limit = (transceiver: RTCRtpTransceiver) => {
      if (transceiver.receiver.track.kind === 'video') transceiver.setCodecPreferences(known);
    };
    globalThis.RTCPeerConnection = class extends RTCPeerConnection {
      override addTransceiver(...args: Parameters<RTCPeerConnection['addTransceiver']>): RTCRtpTransceiver {
        const transceiver = super.addTransceiver(...args);
        limit(transceiver);
        return transceiver;
      }

      // The other side has sent an offer: its sections became transceivers without a call from the page.
      override createAnswer(): Promise<RTCSessionDescriptionInit & undefined> {
        for (const transceiver of this.getTransceivers()) limit(transceiver);
        return super.createAnswer() as Promise<RTCSessionDescriptionInit & undefined>;
      }
    };
  },
  /** Returns the codecs of the video that this page receives, as its decoders see them. */
  async receivedCodecs(): Promise<string[]> {
    const codecs = new Set<string>();
    for (const participant of room.remoteParticipants.values()) {
      for (const { track } of participant.videoTrackPublications.values()) {
        const report = await track?.getRTCStatsReport();
        report?.forEach((entry: { type: string; codecId?: string; framesDecoded?: number }) => {
          if (entry.type !== 'inbound-rtp' || !(Number(entry.framesDecoded) > 0)) return;
          const codec = report.get(entry.codecId ?? '') as { mimeType?: string } | undefined;
          codecs.add(codec?.mimeType ?? '');
        });
      }
    }
    return [...codecs];
  },
  /** Returns the codecs of the layers that this page currently encodes. */
  async sentCodecs(): Promise<string[]> {
    const codecs = new Set<string>();
    for (const { track } of room.localParticipant.videoTrackPublications.values()) {
      if (!(track instanceof LocalVideoTrack)) continue;
      const senders = [track.sender, ...[...track.simulcastCodecs.values()].map(({ sender }) => sender)];
      for (const sender of senders) {
        const report = await sender?.getStats();
        report?.forEach((entry: { type: string; codecId?: string; active?: boolean }) => {
          if (entry.type !== 'outbound-rtp' || entry.active !== true) return;
          const codec = report.get(entry.codecId ?? '') as { mimeType?: string } | undefined;
          if (codec?.mimeType !== undefined) codecs.add(codec.mimeType);
        });
      }
    }
    return [...codecs];
  },
  /** Returns the negotiated format of the page's microphone. */
  microphoneFormat(): string | undefined {
    const microphone = room.localParticipant.getTrackPublication(Track.Source.Microphone)?.audioTrack;
    return microphone?.sender?.getParameters().codecs[0]?.mimeType;
  },
  /** Returns the size of a participant's audio packets, in bytes; 0 before the first. */
  async soundPacketBytes(identity: string): Promise<number> {
    const [publication] = room.remoteParticipants.get(identity)?.audioTrackPublications.values() ?? [];
    const report = await publication?.track?.getRTCStatsReport();
    let mean = 0;
    report?.forEach((entry: { type: string; bytesReceived?: number; packetsReceived?: number }) => {
      if (entry.type === 'inbound-rtp' && (entry.packetsReceived ?? 0) > 50)
        mean = (entry.bytesReceived ?? 0) / entry.packetsReceived!;
    });
    return mean;
  },
  /** Publishes moving video as a screen, because sharing a real one needs a person. */
  async publishScreen(): Promise<void> {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d')!;
    setInterval(() => {
      context.fillStyle = `hsl(${performance.now() % 360} 50% 50%)`;
      context.fillRect(0, 0, canvas.width, canvas.height);
    }, 100);
    const [track] = canvas.captureStream(10).getVideoTracks();
    await room.localParticipant.publishTrack(track!, { source: Track.Source.ScreenShare });
  },
  /** Returns the server's latest description on each open connection. */
  serverDescriptions(): string[] {
    const open = connections.filter(({ connectionState }) => connectionState !== 'closed');
    return open.flatMap(({ currentRemoteDescription }) => currentRemoteDescription?.sdp ?? []);
  },
  async muteMicrophone(muted: boolean): Promise<void> {
    await room.localParticipant.setMicrophoneEnabled(!muted);
  },
  async unpublishAll(): Promise<void> {
    for (const publication of room.localParticipant.trackPublications.values()) {
      if (publication.track !== undefined) await room.localParticipant.unpublishTrack(publication.track);
    }
  },
  /** Returns the current frame of the only video as the brightness of 48 x 48 points, 0 to 255, row by row. */
  picture(): number[] {
    const canvas = new OffscreenCanvas(PICTURE_SIDE, PICTURE_SIDE);
    const context = canvas.getContext('2d')!;
    context.drawImage(document.querySelector('video')!, 0, 0, PICTURE_SIDE, PICTURE_SIDE);
    const { data } = context.getImageData(0, 0, PICTURE_SIDE, PICTURE_SIDE);
    return Array.from({ length: PICTURE_SIDE ** 2 }, (_, n) =>
      Math.round((data[n * 4]! + data[n * 4 + 1]! + data[n * 4 + 2]!) / 3),
    );
  },
  /** Requests a simulcast layer of every remote video: 0 is the smallest, 2 the largest. */
  wantQuality(quality: number): void {
    for (const participant of room.remoteParticipants.values()) {
      for (const publication of participant.videoTrackPublications.values())
        publication.setVideoQuality(quality);
    }
  },
  /** Enables or disables tracks: a disabled one stays subscribed, but is not sent. */
  setEnabled(identity: string, enabled: boolean): void {
    const participant = room.remoteParticipants.get(identity);
    for (const publication of participant?.trackPublications.values() ?? []) publication.setEnabled(enabled);
  },
  /** Returns which simulcast layers of the page's camera are being encoded, the smallest first. */
  encodedLayers(): boolean[] {
    const camera = room.localParticipant.getTrackPublication(Track.Source.Camera)?.videoTrack;
    return camera?.sender?.getParameters().encodings.map(({ active }) => active === true) ?? [];
  },
  /** Lets only these participants receive the page's tracks; everybody if null. */
  allowOnly(identities: string[] | null): void {
    const permissions = identities?.map((participantIdentity) => ({ participantIdentity, allowAll: true }));
    room.localParticipant.setTrackSubscriptionPermissions(identities === null, permissions);
  },
  setSubscribed(identity: string, subscribed: boolean): void {
    const participant = room.remoteParticipants.get(identity);
    for (const publication of participant?.trackPublications.values() ?? [])
      publication.setSubscribed(subscribed);
  },
  /** Calls an RPC method of the participant with the attribute `lk.agent.state`. */
  async callAgent(method: string, payload: string): Promise<string> {
    const agent = [...room.remoteParticipants.values()].find((each) => each.attributes['lk.agent.state']);
    if (!agent) throw new Error('no agent is here');
    return room.localParticipant.performRpc({ destinationIdentity: agent.identity, method, payload });
  },

  async sendData(text: string, topic: string, reliable: boolean, to: string[]): Promise<void> {
    const payload = new TextEncoder().encode(text);
    await room.localParticipant.publishData(payload, { reliable, topic, destinationIdentities: to });
  },
  async sendText(text: string, topic = 'chat'): Promise<void> {
    await room.localParticipant.sendText(text, { topic });
  },
  async rpc(identity: string, payload: string): Promise<string> {
    return room.localParticipant.performRpc({ destinationIdentity: identity, method: 'echo', payload });
  },
  /** Returns the number of retransmitted packets in both directions. */
  async repeatedPackets(): Promise<{ received: number; sent: number }> {
    const repeated = { received: 0, sent: 0 };
    for (const participant of [room.localParticipant, ...room.remoteParticipants.values()]) {
      for (const { track } of participant.trackPublications.values()) {
        (await track?.getRTCStatsReport())?.forEach((entry: Record<string, number>) => {
          repeated.received += entry.retransmittedPacketsReceived ?? 0;
          repeated.sent += entry.retransmittedPacketsSent ?? 0;
        });
      }
    }
    return repeated;
  },
  /** Returns the transport protocols that the received media actually uses. */
  async mediaProtocols(): Promise<string[]> {
    const protocols = new Set<string>();
    for (const participant of room.remoteParticipants.values()) {
      for (const { track } of participant.trackPublications.values()) {
        const entries: Record<string, unknown>[] = [];
        (await track?.getRTCStatsReport())?.forEach((entry) => {
          entries.push(entry as Record<string, unknown>);
        });
        const transport = entries.find((entry) => entry.type === 'transport');
        const pair = entries.find((entry) => entry.id === transport?.selectedCandidatePairId);
        const candidate = entries.find((entry) => entry.id === pair?.localCandidateId);
        protocols.add(String(candidate?.protocol));
      }
    }
    return [...protocols];
  },
  async setAttributes(attributes: Record<string, string>): Promise<void> {
    await room.localParticipant.setAttributes(attributes);
  },
  async setNameAndMetadata(name: string, metadata: string): Promise<void> {
    await room.localParticipant.setName(name);
    await room.localParticipant.setMetadata(metadata);
  },
  async simulate(scenario: 'signal-reconnect' | 'full-reconnect'): Promise<void> {
    await room.simulateScenario(scenario);
  },
};

export type PageApi = typeof api;

declare global {
  interface Window {
    visavisPage: PageApi;
  }
}

window.visavisPage = api;
