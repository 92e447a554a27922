/** Audio is sent in chunks of this many samples (10 ms) at `PLAYOUT_RATE`. */
export const CHUNK_SAMPLES = 480;
/** Length of the source's queue, which a stop has to discard. A sample added now is sent 10 ms later than that. */
export const AUDIO_QUEUE_MS = 40;

/** Takes one or more chunks of audio. `capture` resolves when the queue has room, which paces the conversation. */
export interface AudioSink {
  capture(pcm: Int16Array<ArrayBuffer>): Promise<void>;
  clear(): void;
}

export interface FrameSize {
  /** Pixels. */
  width: number;
  height: number;
}

/** Takes frames: I420 of this size, with their time in microseconds of the media clock. */
export interface VideoSink {
  capture(i420: Uint8Array, timestampUs: bigint, size: FrameSize): void;
}

/** The avatar's two tracks. They accept audio and video before they are published. */
export interface AvatarTracks {
  audio: AudioSink;
  video: VideoSink;
  close(): Promise<void>;
}

/** Returns a black I420 frame. */
export function blackFrame(width: number, height: number): Uint8Array {
  const i420 = new Uint8Array((width * height * 3) / 2).fill(128);
  i420.fill(16, 0, width * height);
  return i420;
}
