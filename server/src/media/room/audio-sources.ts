import { AudioSource } from '@livekit/rtc-node';
import { AUDIO_QUEUE_MS } from '../avatar/audio-pump.ts';
import { PLAYOUT_RATE } from '../avatar/playout.ts';

/**
 * The sources of sound of one process. Each has a thread, which runs as long as a track uses it, and rtc-node keeps the
 * tracks of a room that its server has ended (0.13.35, native part 0.12.80,
 * https://github.com/livekit/rust-sdks/issues/1443). What fed such a track feeds the next conversation.
 */
export class AudioSources {
  readonly #kept: AudioSource[] = [];

  take(): AudioSource {
    return this.#kept.pop() ?? new AudioSource(PLAYOUT_RATE, 1, AUDIO_QUEUE_MS);
  }

  /** Only where no room is left in which it could be heard. */
  keep(source: AudioSource): void {
    source.clearQueue();
    this.#kept.push(source);
  }
}
