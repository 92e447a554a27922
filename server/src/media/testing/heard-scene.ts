import { MICROPHONE_RATE } from '../../audio/sample-rates.ts';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import { Hearing } from '../hearing/hearing.ts';
import type { SentAudio } from '../speaking/audio-pump.ts';
import {
  FRAME_MS,
  PIECE,
  ScriptedHearing,
  type ScriptedHearingOptions,
  type Sound,
} from './scripted-hearing.ts';

const AVATAR = PIECE.map(() => 500);

/** A microphone whose audio the test describes, processed by the real `Hearing` on a fake clock. */
export class HeardScene extends ScriptedHearing {
  readonly clock = new FakeClock();
  readonly hearing: Hearing;
  readonly events: string[] = [];
  readonly said: string[] = [];
  readonly expected: (string | undefined)[] = [];
  readonly words: { text: string; final: boolean; language?: string }[] = [];
  readonly errors: Error[] = [];
  readonly because: string[] = [];
  #sent: SentAudio[] = [];
  #isHeld = false;

  constructor({ language, ...options }: ScriptedHearingOptions & { language?: string } = {}) {
    super(options);
    this.hearing = new Hearing({
      clock: this.clock,
      hearingDeps: this.hearingDeps,
      takeSentAudio: () => this.#sent.splice(0),
      hold: (isHeld) => {
        this.#isHeld = isHeld;
        this.#happened(isHeld ? 'held' : 'released');
      },
      onSpeechStarted: ({ because }) => this.#happened('started', because),
      onSpeechEnded: (trailingMs, { because }) =>
        this.#happened(`ended ${Math.round(trailingMs)} ms ago`, because),
      words: options.recognizer && {
        language,
        onWords: ({ itemId: _itemId, ...words }) => this.words.push(words),
        onError: (error) => this.errors.push(error),
        onExpected: (text) => this.expected.push(text),
        onEnded: (text, failed) => this.said.push(failed ? `(failed) ${text}` : text),
      },
    });
  }

  /** Feeds audio of this length, `playing` while the avatar is heard. Returns the resulting events, without times. */
  async hear(ms: number, sound: Sound, playing = false): Promise<string[]> {
    const before = this.events.length;
    for (let heardMs = 0; heardMs + FRAME_MS <= ms; heardMs += FRAME_MS) {
      if (playing && !this.#isHeld)
        this.#sent.push({ pcm: AVATAR, sampleRate: MICROPHONE_RATE, sentAt: this.clock.now() });
      await this.clock.advance(FRAME_MS);
      this.feed(sound, (pcm) => this.hearing.push(pcm));
    }
    await this.settle();
    return this.events.slice(before).map((event) => event.split(' ')[0]!);
  }

  settle(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }

  #happened(event: string, because?: string): void {
    this.events.push(event);
    if (because !== undefined) this.because.push(because);
  }
}
