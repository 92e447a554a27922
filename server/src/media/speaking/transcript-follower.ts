import type { Clock } from '../../lib/clock.ts';
import type { AvatarRunner } from './avatar-runner.ts';
import type { Transcript } from './transcript.ts';

/** How often the transcript is updated to what was played. */
const PROGRESS_MS = 60;

/** Writes the words of an utterance into the transcript as they are played. */
export class TranscriptFollower {
  readonly #clock: Clock;
  readonly #runner: AvatarRunner;
  readonly #transcript: Transcript;
  #isFollowing = false;

  constructor(clock: Clock, runner: AvatarRunner, transcript: Transcript) {
    this.#clock = clock;
    this.#runner = runner;
    this.#transcript = transcript;
  }

  /** Follows the audio until it ends. */
  follow(): void {
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    this.#clock.after(PROGRESS_MS, () => {
      this.#isFollowing = false;
      for (const { utteranceId, heardText } of this.#runner.heardSoFar()) {
        this.#transcript.heard(utteranceId, heardText);
      }
      if (this.#runner.busy) this.follow();
    });
  }
}
