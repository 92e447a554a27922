/** Audio is sent in chunks of this many samples (10 ms) at `PLAYOUT_RATE`. */
export const CHUNK_SAMPLES = 480;
/** Length of the source's queue, which a stop has to throw away. A sample that is given now is sent 10 ms after that. */
export const AUDIO_QUEUE_MS = 40;

/** Takes audio, one or more chunks at once. `capture` resolves when the queue has room again: that is what paces the conversation. */
export interface AudioSink {
  capture(pcm: Int16Array<ArrayBuffer>): Promise<void>;
  clear(): void;
}

export interface PictureSize {
  /** Pixels. */
  width: number;
  height: number;
}

/** Takes frames: I420 of this size, and the moment they belong to in microseconds of the media clock. */
export interface VideoSink {
  capture(i420: Uint8Array, timestampUs: bigint, size: PictureSize): void;
}

/** The two tracks of the avatar; they take audio and video before they are published. */
export interface AvatarTracks {
  audio: AudioSink;
  video: VideoSink;
  close(): Promise<void>;
}

/** I420. */
export function blackPicture(width: number, height: number): Uint8Array {
  const i420 = new Uint8Array((width * height * 3) / 2).fill(128);
  i420.fill(16, 0, width * height);
  return i420;
}
