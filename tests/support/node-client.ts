import {
  AudioFrame,
  AudioSource,
  type DisconnectReason,
  LocalAudioTrack,
  type LocalTrackPublication,
  LocalVideoTrack,
  Room,
  RoomEvent,
  TrackKind,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoCodec,
  VideoFrame,
  VideoSource,
} from '@livekit/rtc-node';
import { inTime } from './deadlines.ts';
import { readPictures, readSound } from './read-track.ts';

export interface ReceivedData {
  readonly from: string;
  readonly topic: string;
  readonly text: string;
}

const FRAME_MS = 40;
const SAMPLE_RATE = 48_000;
const CHUNK_SAMPLES = 480;

/** A participant using `@livekit/rtc-node`: publishes moving video and a tone, and counts what it receives. */
export class NodeClient {
  readonly room = new Room();
  readonly data: ReceivedData[] = [];
  readonly events: string[] = [];
  /** Decoded frames by publisher. */
  readonly frames = new Map<string, number>();
  readonly sizes = new Map<string, string>();
  /** Loudest sample heard, 0 to 1, by publisher. */
  readonly loudness = new Map<string, number>();
  disconnectReason: DisconnectReason | undefined;
  #running = true;

  static async connect(
    url: string,
    token: string,
    autoSubscribe = true,
    dynacast = false,
  ): Promise<NodeClient> {
    const client = new NodeClient();
    client.#listen();
    await inTime('a Node client to join', client.room.connect(url, token, { autoSubscribe, dynacast }));
    return client;
  }

  async publishPicture(
    options: {
      codec?: 'VP8' | 'H264';
      simulcast?: boolean;
      width?: number;
      height?: number;
      maxBitrate?: bigint;
    } = {},
  ): Promise<LocalTrackPublication> {
    const { codec = 'VP8', simulcast = false, width = 320, height = 240, maxBitrate = 600_000n } = options;
    const source = new VideoSource(width, height);
    const track = LocalVideoTrack.createVideoTrack('picture', source);
    const publication = await this.room.localParticipant!.publishTrack(
      track,
      new TrackPublishOptions({
        source: TrackSource.SOURCE_CAMERA,
        simulcast,
        videoCodec: VideoCodec[codec],
        // Without an explicit frame rate, the encoder is limited oddly.
        videoEncoding: { maxBitrate, maxFramerate: 25 },
      }),
    );
    void this.#paint(source, width, height);
    return publication;
  }

  /** @param red whether each packet repeats the ones before it */
  async publishTone({ red = false } = {}): Promise<LocalTrackPublication> {
    const source = new AudioSource(SAMPLE_RATE, 1, 40);
    const track = LocalAudioTrack.createAudioTrack('tone', source);
    const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE, dtx: false, red });
    const publication = await this.room.localParticipant!.publishTrack(track, options);
    void this.#hum(source);
    return publication;
  }

  /** Returns how often this client's encoders were asked for a key frame. */
  async keyFramesAskedFor(): Promise<number> {
    const { publisherStats } = await this.room.getRtcStats();
    const counts = publisherStats.map(({ stats }) =>
      stats.case === 'outboundRtp' ? (stats.value.outbound?.pliCount ?? 0) : 0,
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Whether its published video is encoded: with dynacast, not while nobody receives it. */
  async encodesVideo(): Promise<boolean> {
    const { publisherStats } = await this.room.getRtcStats();
    return publisherStats.some(
      ({ stats }) =>
        stats.case === 'outboundRtp' && stats.value.stream?.kind === 'video' && stats.value.outbound?.active,
    );
  }

  async close(): Promise<void> {
    this.#running = false;
    await inTime('a Node client to leave', this.room.disconnect());
  }

  #listen(): void {
    const note = (event: string) => this.events.push(event);
    this.room
      .on(RoomEvent.TrackSubscribed, (track, publication, participant) => {
        note(`subscribed ${participant.identity} ${publication.name}`);
        if (track.kind === TrackKind.KIND_VIDEO)
          readPictures(this.room, track, (frame) => this.#see(frame, participant.identity));
        else readSound(this.room, track, SAMPLE_RATE, (frame) => this.#hear(frame, participant.identity));
      })
      .on(RoomEvent.TrackUnsubscribed, (_, publication, participant) =>
        note(`unsubscribed ${participant.identity} ${publication.name}`),
      )
      .on(RoomEvent.TrackMuted, (publication, participant) =>
        note(`muted ${participant.identity} ${publication.name}`),
      )
      .on(RoomEvent.TrackUnmuted, (publication, participant) =>
        note(`unmuted ${participant.identity} ${publication.name}`),
      )
      .on(RoomEvent.ParticipantConnected, (participant) => note(`connected ${participant.identity}`))
      .on(RoomEvent.ParticipantDisconnected, (participant) => note(`disconnected ${participant.identity}`))
      .on(RoomEvent.ParticipantAttributesChanged, (changed, participant) =>
        note(`attributes ${participant.identity} ${JSON.stringify(changed)}`),
      )
      .on(RoomEvent.ParticipantMetadataChanged, (metadata, participant) =>
        note(`metadata ${participant.identity} ${metadata}`),
      )
      .on(RoomEvent.RoomMetadataChanged, (metadata) => note(`room metadata ${metadata}`))
      .on(RoomEvent.ActiveSpeakersChanged, (speakers) =>
        note(`speakers ${speakers.map((speaker) => speaker.identity).join(',')}`),
      )
      .on(RoomEvent.Reconnecting, () => note('reconnecting'))
      .on(RoomEvent.Reconnected, () => note('reconnected'))
      .on(RoomEvent.Disconnected, (reason) => {
        this.disconnectReason = reason;
        note('disconnected');
      })
      .on(RoomEvent.DataReceived, (payload, participant, _kind, topic) => {
        const text = new TextDecoder().decode(payload);
        this.data.push({ from: participant?.identity ?? '', topic: topic ?? '', text });
      });
  }

  #see(frame: VideoFrame, identity: string): void {
    this.frames.set(identity, (this.frames.get(identity) ?? 0) + 1);
    this.sizes.set(identity, `${frame.width}x${frame.height}`);
  }

  #hear({ data }: AudioFrame, identity: string): void {
    let loudest = this.loudness.get(identity) ?? 0;
    for (const sample of data) loudest = Math.max(loudest, Math.abs(sample) / 32_768);
    this.loudness.set(identity, loudest);
  }

  async #paint(source: VideoSource, width: number, height: number): Promise<void> {
    const picture = new Uint8Array((width * height * 3) / 2).fill(128);
    const startedAt = performance.now();
    for (let count = 0; this.#running; count++) {
      for (let y = 0; y < height; y++) picture.fill((y + count * 4) & 255, y * width, (y + 1) * width);
      source.captureFrame(new VideoFrame(picture, width, height, VideoBufferType.I420));
      const waitMs = startedAt + (count + 1) * FRAME_MS - performance.now();
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, waitMs)));
    }
  }

  async #hum(source: AudioSource): Promise<void> {
    let phase = 0;
    while (this.#running) {
      const samples = new Int16Array(CHUNK_SAMPLES);
      for (let index = 0; index < CHUNK_SAMPLES; index++) {
        samples[index] = 8_000 * Math.sin(phase);
        phase += (2 * Math.PI * 440) / SAMPLE_RATE;
      }
      // Waits while 40 ms are queued: this back-pressure paces the loop.
      await source.captureFrame(new AudioFrame(samples, SAMPLE_RATE, 1, CHUNK_SAMPLES));
    }
  }
}
