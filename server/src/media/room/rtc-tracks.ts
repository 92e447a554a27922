import {
  AudioFrame,
  AudioSource,
  LocalAudioTrack,
  LocalVideoTrack,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoFrame,
  VideoSource,
} from '@livekit/rtc-node';
import { AUDIO_QUEUE_MS } from '../avatar/audio-pump.ts';
import { CHUNK_SAMPLES, PLAYOUT_RATE } from '../avatar/playout.ts';
import type { AvatarTracks } from './room-link.ts';

/** Names of LiveKit's avatar protocol. */
const AUDIO_NAME = 'avatar_audio';
const VIDEO_NAME = 'avatar_video';
/** One stream for both tracks: that is what makes receivers keep lips and sound together. */
const STREAM = 'avatar';
/** At 512 × 512; other sizes in proportion to their pixels. */
const VIDEO_BITRATE = 800_000;
/** From here on Opus codes speech without its linear prediction, at half the processor time (and sounds better). */
const AUDIO_BITRATE = 64_000;

/** The avatar's tracks as rtc-node sources. */
export class RtcTracks implements AvatarTracks {
  readonly #audioSource = new AudioSource(PLAYOUT_RATE, 1, AUDIO_QUEUE_MS);
  readonly #videoSource: VideoSource;
  readonly #fps: number;
  readonly #pixels: number;
  readonly audioTrack: LocalAudioTrack;
  readonly videoTrack: LocalVideoTrack;

  constructor({ width, height, fps }: { width: number; height: number; fps: number }) {
    this.#fps = fps;
    this.#pixels = width * height;
    this.#videoSource = new VideoSource(width, height);
    this.audioTrack = LocalAudioTrack.createAudioTrack(AUDIO_NAME, this.#audioSource);
    this.videoTrack = LocalVideoTrack.createVideoTrack(VIDEO_NAME, this.#videoSource);
  }

  /** rtc-node reads the whole buffer behind the samples: they must be alone in it. */
  readonly audio = {
    capture: (pcm: Int16Array<ArrayBuffer>) =>
      this.#audioSource.captureFrame(new AudioFrame(pcm, PLAYOUT_RATE, 1, CHUNK_SAMPLES)),
    clear: () => this.#audioSource.clearQueue(),
  };

  readonly video = {
    capture: (i420: Uint8Array, timestampUs: bigint) => {
      const { width, height } = this.#videoSource;
      this.#videoSource.captureFrame(new VideoFrame(i420, width, height, VideoBufferType.I420), timestampUs);
    },
  };

  get audioOptions(): TrackPublishOptions {
    return new TrackPublishOptions({
      source: TrackSource.SOURCE_MICROPHONE,
      stream: STREAM,
      dtx: false,
      red: false,
      audioEncoding: { maxBitrate: BigInt(AUDIO_BITRATE) },
    });
  }

  get videoOptions(): TrackPublishOptions {
    const maxBitrate = BigInt(Math.round((VIDEO_BITRATE * this.#pixels) / (512 * 512)));
    return new TrackPublishOptions({
      source: TrackSource.SOURCE_CAMERA,
      stream: STREAM,
      simulcast: false,
      videoEncoding: { maxBitrate, maxFramerate: this.#fps },
    });
  }

  async close(): Promise<void> {
    await Promise.all([this.audioTrack.close(false), this.videoTrack.close(false)]);
    await Promise.all([this.#audioSource.close(), this.#videoSource.close()]);
  }
}
