import { voice } from '@livekit/agents';
import { AudioFrame, type Room, RoomEvent, type RpcInvocationData, TrackKind } from '@livekit/rtc-node';

const PLAYBACK_STARTED_RPC = 'lk.playback_started';
const PLAYBACK_FINISHED_RPC = 'lk.playback_finished';
const CLEAR_BUFFER_RPC = 'lk.clear_buffer';
/** How long to wait for the avatar's report after an interruption; without a limit, an agent might wait forever. */
const CLEAR_TIMEOUT_MS = 3000;

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
  /** Whether the avatar has left the room, or the agent has. */
  #isAvatarGone = false;

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
    room.on(RoomEvent.ConnectionStateChanged, this.#registerRpcMethods);
    room.on(RoomEvent.ParticipantConnected, this.#onParticipantConnected);
    room.on(RoomEvent.ParticipantDisconnected, this.#onParticipantDisconnected);
    room.on(RoomEvent.Disconnected, this.#onDisconnected);
    this.#registerRpcMethods();
  }

  override async captureFrame(frame: AudioFrame): Promise<void> {
    const { data, sampleRate, channels, samplesPerChannel } = frame;
    const ownsBuffer = data.byteLength === data.buffer.byteLength;
    await super.captureFrame(
      ownsBuffer ? frame : new AudioFrame(data.slice(), sampleRate, channels, samplesPerChannel),
    );
  }

  override flush(): void {
    super.flush();
    // No avatar is left to play the segment and report that.
    if (this.#isAvatarGone) this.#reportInterrupted(this.capturedPlayoutSegments);
  }

  override clearBuffer(): void {
    if (this.pendingPlayoutSegments > 0) void this.#requestClear(this.capturedPlayoutSegments);
  }

  /** Stops listening to the room. */
  release(): void {
    this.#room.off(RoomEvent.ConnectionStateChanged, this.#registerRpcMethods);
    this.#room.off(RoomEvent.ParticipantConnected, this.#onParticipantConnected);
    this.#room.off(RoomEvent.ParticipantDisconnected, this.#onParticipantDisconnected);
    this.#room.off(RoomEvent.Disconnected, this.#onDisconnected);
    this.#reportInterrupted(this.capturedPlayoutSegments);
  }

  async #requestClear(count: number): Promise<void> {
    try {
      await this.#room.localParticipant?.performRpc({
        destinationIdentity: this.#avatarIdentity,
        method: CLEAR_BUFFER_RPC,
        payload: '',
      });
      await new Promise((resolve) => {
        setTimeout(resolve, CLEAR_TIMEOUT_MS).unref();
      });
    } catch (error) {
      this.#onWarning(`the avatar could not be interrupted: ${String(error)}`);
    }
    this.#reportInterrupted(count);
  }

  /** Reports the first `count` segments as interrupted, except those that have been reported already. */
  #reportInterrupted(count: number): void {
    const reported = this.capturedPlayoutSegments - this.pendingPlayoutSegments;
    const playbackPosition = this.#startedAt === undefined ? 0 : (Date.now() - this.#startedAt) / 1000;
    for (let segment = reported; segment < count; segment++) {
      this.#report({ playbackPosition: segment === reported ? playbackPosition : 0, interrupted: true });
    }
  }

  readonly #registerRpcMethods = (): void => {
    // After the base class, whose handlers know only one room per process.
    setImmediate(() => {
      const local = this.#room.isConnected ? this.#room.localParticipant : undefined;
      local?.registerRpcMethod(PLAYBACK_STARTED_RPC, async (call) =>
        this.#handleRpc(call, () => {
          this.#startedAt = Date.now();
          this.onPlaybackStarted(this.#startedAt);
        }),
      );
      local?.registerRpcMethod(PLAYBACK_FINISHED_RPC, async (call) =>
        this.#handleRpc(call, () => this.#report(readReport(call.payload))),
      );
    });
  };

  readonly #onParticipantDisconnected = ({ identity }: { identity: string }): void => {
    if (identity !== this.#avatarIdentity) return;
    this.#isAvatarGone = true;
    this.#onWarning('the avatar left the room; the agent can no longer be heard');
    this.#reportInterrupted(this.capturedPlayoutSegments);
  };

  readonly #onParticipantConnected = ({ identity }: { identity: string }): void => {
    if (identity === this.#avatarIdentity) this.#isAvatarGone = false;
  };

  readonly #onDisconnected = (): void => {
    this.#isAvatarGone = true;
    this.#reportInterrupted(this.capturedPlayoutSegments);
  };

  #report(report: voice.PlaybackFinishedEvent): void {
    this.#startedAt = undefined;
    this.onPlaybackFinished(report);
  }

  #handleRpc(call: RpcInvocationData, handle: () => void): 'ok' | 'reject' {
    if (call.callerIdentity !== this.#avatarIdentity) return 'reject';
    handle();
    return 'ok';
  }
}

function readReport(payload: string): voice.PlaybackFinishedEvent {
  const report = JSON.parse(payload) as { playback_position: number; interrupted: boolean };
  return { playbackPosition: report.playback_position, interrupted: report.interrupted };
}
