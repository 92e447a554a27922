import { voice } from '@livekit/agents';
import { AudioFrame, type Room, RoomEvent, type RpcInvocationData, TrackKind } from '@livekit/rtc-node';

const PLAYBACK_STARTED_RPC = 'lk.playback_started';
const PLAYBACK_FINISHED_RPC = 'lk.playback_finished';
const CLEAR_BUFFER_RPC = 'lk.clear_buffer';
/** How long to wait for an avatar's report after an interruption; without a limit, an agent might wait forever. */
const CLEARED_MS = 3000;

export interface AvatarAudioOutputOptions {
  room: Room;
  avatarIdentity: string;
  sampleRate?: number;
  onWarning: (message: string) => void;
}

/**
 * LiveKit's `DataStreamAudioOutput` with workarounds for faults of version 1.9.0 that leave an agent silent forever: it
 * registers its RPC methods once per process instead of once per room, does not await the RPC that interrupts, and
 * waits indefinitely for an avatar that has left. It also sends the whole buffer of a frame that is only part of it.
 */
export class AvatarAudioOutput extends voice.DataStreamAudioOutput {
  readonly #room: Room;
  readonly #avatarIdentity: string;
  readonly #onWarning: (message: string) => void;
  #startedAt: number | undefined;
  /** Whether the avatar was in the room and has left it. */
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
    // There is no avatar to play it and report that.
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

  /** Reports all segments up to `outstanding` that have not been reported as interrupted. */
  #settle(outstanding: number): void {
    const reported = this.capturedPlayoutSegments - this.pendingPlayoutSegments;
    const playbackPosition = this.#startedAt === undefined ? 0 : (Date.now() - this.#startedAt) / 1000;
    for (let segment = reported; segment < outstanding; segment++) {
      this.#finished({ playbackPosition: segment === reported ? playbackPosition : 0, interrupted: true });
    }
  }

  readonly #listen = (): void => {
    // After the base class, whose handlers know only one room per process.
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
