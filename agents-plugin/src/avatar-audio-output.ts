import { voice } from '@livekit/agents';
import { AudioFrame, type Room, RoomEvent, type RpcInvocationData, TrackKind } from '@livekit/rtc-node';

const PLAYBACK_STARTED_RPC = 'lk.playback_started';
const PLAYBACK_FINISHED_RPC = 'lk.playback_finished';
const CLEAR_BUFFER_RPC = 'lk.clear_buffer';
/** An avatar reports within this after an interruption; without a report an agent would wait for ever. */
const CLEARED_MS = 3000;

export interface AvatarAudioOutputOptions {
  room: Room;
  avatarIdentity: string;
  sampleRate?: number;
  onWarning: (message: string) => void;
}

/**
 * LiveKit's `DataStreamAudioOutput`, with workarounds where version 1.9.0 leaves an agent silent for ever: it registers
 * its RPC methods once a process instead of once a room, does not await the RPC that interrupts, and waits without
 * limit for an avatar that is gone. It also sends the whole buffer behind a frame that is a part of one.
 */
export class AvatarAudioOutput extends voice.DataStreamAudioOutput {
  readonly #room: Room;
  readonly #avatarIdentity: string;
  readonly #onWarning: (message: string) => void;
  #startedAt: number | undefined;
  /** The avatar was in the room and has left it. */
  #gone = false;

  constructor({ room, avatarIdentity, sampleRate, onWarning }: AvatarAudioOutputOptions) {
    super({
      room,
      destinationIdentity: avatarIdentity,
      waitRemoteTrack: TrackKind.KIND_VIDEO,
      waitPlaybackStart: true,
      ...(sampleRate !== undefined && { sampleRate }),
    });
    this.#room = room;
    this.#avatarIdentity = avatarIdentity;
    this.#onWarning = onWarning;
    room.on(RoomEvent.ConnectionStateChanged, this.#listen);
    room.on(RoomEvent.ParticipantConnected, this.#came);
    room.on(RoomEvent.ParticipantDisconnected, this.#left);
    room.on(RoomEvent.Disconnected, this.#disconnected);
    this.#listen();
  }

  override async captureFrame(frame: AudioFrame): Promise<void> {
    const { data, sampleRate, channels, samplesPerChannel } = frame;
    const whole = data.byteLength === data.buffer.byteLength;
    await super.captureFrame(
      whole ? frame : new AudioFrame(data.slice(), sampleRate, channels, samplesPerChannel),
    );
  }

  override flush(): void {
    super.flush();
    // No avatar is there to play and report it.
    if (this.#gone) this.#settle(this.capturedPlayoutSegments);
  }

  override clearBuffer(): void {
    if (this.pendingPlayoutSegments > 0) void this.#clear(this.capturedPlayoutSegments);
  }

  /** Stops listening to the room. */
  release(): void {
    this.#room.off(RoomEvent.ConnectionStateChanged, this.#listen);
    this.#room.off(RoomEvent.ParticipantConnected, this.#came);
    this.#room.off(RoomEvent.ParticipantDisconnected, this.#left);
    this.#room.off(RoomEvent.Disconnected, this.#disconnected);
    this.#settle(this.capturedPlayoutSegments);
  }

  async #clear(outstanding: number): Promise<void> {
    try {
      await this.#room.localParticipant?.performRpc({
        destinationIdentity: this.#avatarIdentity,
        method: CLEAR_BUFFER_RPC,
        payload: '',
      });
      await new Promise((resolve) => {
        setTimeout(resolve, CLEARED_MS).unref();
      });
    } catch (error) {
      this.#onWarning(`the avatar could not be interrupted: ${String(error)}`);
    }
    this.#settle(outstanding);
  }

  /** Segments up to the `outstanding`th that were not reported count as interrupted where they were. */
  #settle(outstanding: number): void {
    const reported = this.capturedPlayoutSegments - this.pendingPlayoutSegments;
    const playbackPosition = this.#startedAt === undefined ? 0 : (Date.now() - this.#startedAt) / 1000;
    for (let segment = reported; segment < outstanding; segment++) {
      this.#finished({ playbackPosition: segment === reported ? playbackPosition : 0, interrupted: true });
    }
  }

  readonly #listen = (): void => {
    // After the base class, whose handlers know only one room of a process.
    setImmediate(() => {
      const local = this.#room.isConnected ? this.#room.localParticipant : undefined;
      local?.registerRpcMethod(PLAYBACK_STARTED_RPC, async (call) =>
        this.#answer(call, () => {
          this.#startedAt = Date.now();
          this.onPlaybackStarted(this.#startedAt);
        }),
      );
      local?.registerRpcMethod(PLAYBACK_FINISHED_RPC, async (call) =>
        this.#answer(call, () => this.#finished(readReport(call.payload))),
      );
    });
  };

  readonly #left = ({ identity }: { identity: string }): void => {
    if (identity !== this.#avatarIdentity) return;
    this.#gone = true;
    this.#onWarning('the avatar left the room; the agent can no longer be heard');
    this.#settle(this.capturedPlayoutSegments);
  };

  readonly #came = ({ identity }: { identity: string }): void => {
    if (identity === this.#avatarIdentity) this.#gone = false;
  };

  readonly #disconnected = (): void => {
    this.#gone = true;
    this.#settle(this.capturedPlayoutSegments);
  };

  #finished(report: voice.PlaybackFinishedEvent): void {
    this.#startedAt = undefined;
    this.onPlaybackFinished(report);
  }

  #answer(call: RpcInvocationData, take: () => void): 'ok' | 'reject' {
    if (call.callerIdentity !== this.#avatarIdentity) return 'reject';
    take();
    return 'ok';
  }
}

function readReport(payload: string): voice.PlaybackFinishedEvent {
  const report = JSON.parse(payload) as { playback_position: number; interrupted: boolean };
  return { playbackPosition: report.playback_position, interrupted: report.interrupted };
}
