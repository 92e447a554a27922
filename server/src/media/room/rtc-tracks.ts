import {
  AudioFrame,
  type AudioSource,
  LocalAudioTrack,
  LocalVideoTrack,
  TrackPublishOptions,
  TrackSource,
  VideoBufferType,
  VideoFrame,
  VideoSource,
} from '@livekit/rtc-node';
import { PLAYOUT_RATE } from '../../audio/sample-rates.ts';
import type { AudioSources } from './audio-sources.ts';
import type { AvatarTracks, FrameSize } from './avatar-tracks.ts';

/** Names of LiveKit's avatar protocol. */
const AUDIO_NAME = 'avatar_audio';
const VIDEO_NAME = 'avatar_video';
/** One stream for both tracks makes receivers synchronize audio and video. */
const STREAM = 'avatar';
/** Bits per second at 512 × 512; for other sizes it is proportional to the number of pixels. */
const VIDEO_BITRATE = 800_000;
/**
 * From this bit rate on, Opus encodes speech without linear prediction, at half the CPU time (and with better sound).
 */
const AUDIO_BITRATE = 64_000;

/** The avatar's tracks as rtc-node sources. */
export class RtcTracks implements AvatarTracks {
  readonly #sources: AudioSources;
  readonly #size: { width: number; height: number; fps: number };
  /** Created on first use: it has a thread, which uses a little CPU time for as long as there is audio to wait for. */
  #audioOutput: { source: AudioSource; track: LocalAudioTrack } | undefined;
  /** Created on first use: the avatar may have no video. */
  #videoOutput: { source: VideoSource; track: LocalVideoTrack } | undefined;
  #roomEnded = false;
  #closed = false;

  constructor(size: { width: number; height: number; fps: number }, sources: AudioSources) {
    this.#sources = sources;
    this.#size = size;
  }

  get videoTrack(): LocalVideoTrack {
    return this.#openVideo().track;
  }

  #openVideo(): { source: VideoSource; track: LocalVideoTrack } {
    if (!this.#videoOutput) {
      const source = new VideoSource(this.#size.width, this.#size.height);
      this.#videoOutput = { source, track: LocalVideoTrack.createVideoTrack(VIDEO_NAME, source) };
    }
    return this.#videoOutput;
  }

  get audioTrack(): LocalAudioTrack {
    return this.#openAudio().track;
  }

  #openAudio(): { source: AudioSource; track: LocalAudioTrack } {
    if (!this.#audioOutput) {
      const source = this.#sources.acquire();
      this.#audioOutput = { source, track: LocalAudioTrack.createAudioTrack(AUDIO_NAME, source) };
    }
    return this.#audioOutput;
  }

  /** rtc-node reads the whole buffer behind the samples, so it must contain nothing else. */
  readonly audio = {
    capture: async (pcm: Int16Array<ArrayBuffer>) => {
      // The source may serve another conversation by now.
      if (this.#closed) throw new Error('the tracks are closed');
      await this.#openAudio().source.captureFrame(new AudioFrame(pcm, PLAYOUT_RATE, 1, pcm.length));
    },
    clear: () => {
      if (!this.#closed) this.#audioOutput?.source.clearQueue();
    },
  };

  readonly video = {
    // The source takes frames of any size; its own size is only the one that it announces.
    capture: (i420: Uint8Array, timestampUs: bigint, { width, height }: FrameSize) => {
      if (this.#closed) throw new Error('the tracks are closed');
      const frame = new VideoFrame(i420, width, height, VideoBufferType.I420);
      this.#openVideo().source.captureFrame(frame, timestampUs);
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
    const { width, height, fps: maxFramerate } = this.#size;
    const maxBitrate = BigInt(Math.round((VIDEO_BITRATE * width * height) / (512 * 512)));
    return new TrackPublishOptions({
      source: TrackSource.SOURCE_CAMERA,
      stream: STREAM,
      simulcast: false,
      videoEncoding: { maxBitrate, maxFramerate },
    });
  }

  /** The server has ended the room of the tracks: later audio and video reach no participant. */
  roomEnded(): void {
    this.#roomEnded = true;
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    const audioOutput = this.#audioOutput;
    const videoOutput = this.#videoOutput;
    await Promise.all([audioOutput?.track.close(false), videoOutput?.track.close(false)]);
    await videoOutput?.source.close();
    if (this.#roomEnded && audioOutput) this.#sources.release(audioOutput.source);
    else await audioOutput?.source.close();
  }
}
