import { AudioSource } from '@livekit/rtc-node';
import { PLAYOUT_RATE } from '../../audio/sample-rates.ts';
import { AUDIO_QUEUE_MS } from './avatar-tracks.ts';

/**
 * The audio sources of one process. Each has a thread that runs as long as a track uses it, and rtc-node keeps the
 * tracks of a room that its server has ended (0.13.35, native part 0.12.80,
 * https://github.com/livekit/rust-sdks/issues/1443). So the next conversation reuses the source of such a track.
 */
export class AudioSources {
  readonly #reusable: AudioSource[] = [];

  acquire(): AudioSource {
    return this.#reusable.pop() ?? new AudioSource(PLAYOUT_RATE, 1, AUDIO_QUEUE_MS);
  }

  /** Call this only when the source's room is gone, so that later audio cannot be heard there. */
  release(source: AudioSource): void {
    source.clearQueue();
    this.#reusable.push(source);
  }
}
