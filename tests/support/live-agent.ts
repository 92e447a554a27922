import { type AudioFrame, Room, RoomEvent, TrackKind } from '@livekit/rtc-node';
import { poll } from './poll.ts';
import { loudness } from './providers/speech-sound.ts';
import { readSound } from './read-track.ts';

/** Mean absolute value above which a frame counts as audible, not as codec noise. */
const AUDIBLE = 200;

export interface PlaybackFinished {
  playback_position: number;
  interrupted: boolean;
  synchronized_transcript: string | null;
}

/** A caller's own agent that drives the avatar over LiveKit's avatar data-stream protocol. */
export class LiveAgent {
  readonly room = new Room();
  readonly started: number[] = [];
  readonly finished: PlaybackFinished[] = [];
  /** How long audio of each other participant was audible. */
  readonly heardMs = new Map<string, number>();
  readonly #avatar: string;

  constructor(avatar: string) {
    this.#avatar = avatar;
  }

  async join(url: string, token: string): Promise<void> {
    this.room.on(RoomEvent.TrackSubscribed, (track, _, { identity }) => {
      if (track.kind === TrackKind.KIND_AUDIO)
        readSound(this.room, track, 24_000, (frame) => this.#hear(frame, identity));
    });
    await this.room.connect(url, token, { autoSubscribe: true, dynacast: false });
    const local = this.room.localParticipant!;
    local.registerRpcMethod('lk.playback_started', async () => {
      this.started.push(performance.now());
      return 'ok';
    });
    local.registerRpcMethod('lk.playback_finished', async ({ payload }) => {
      this.finished.push(JSON.parse(payload));
      return 'ok';
    });
  }

  /** Waits for the avatar's video, as agents do before they send speech. */
  async avatarReady(): Promise<void> {
    const tracks = () => this.room.remoteParticipants.get(this.#avatar)?.trackPublications.size ?? 0;
    await poll("the avatar's tracks", tracks, (count) => count >= 2);
  }

  /** Sends one segment, faster than real time. */
  async say(pcm: Int16Array, sampleRate: number): Promise<void> {
    const writer = await this.room.localParticipant!.streamBytes({
      topic: 'lk.audio_stream',
      name: `AUDIO_${Date.now()}`,
      destinationIdentities: [this.#avatar],
      attributes: { sample_rate: String(sampleRate), num_channels: '1' },
    });
    const step = sampleRate / 10;
    for (let at = 0; at < pcm.length; at += step) {
      const chunk = pcm.slice(at, at + step);
      await writer.write(new Uint8Array(chunk.buffer));
    }
    await writer.close();
  }

  clear(): Promise<string> {
    return this.room.localParticipant!.performRpc({
      destinationIdentity: this.#avatar,
      method: 'lk.clear_buffer',
      payload: '',
    });
  }

  async leave(): Promise<void> {
    await this.room.disconnect();
  }

  #hear({ data, samplesPerChannel }: AudioFrame, identity: string): void {
    if (loudness(data) < AUDIBLE) return;
    this.heardMs.set(identity, (this.heardMs.get(identity) ?? 0) + samplesPerChannel / 24);
  }
}
