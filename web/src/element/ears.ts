import type { Texts } from './texts/en.ts';

/** A level that is more than the noise of a room: -40 dB of full scale. */
const LOUD = 0.4;
/**
 * Numbers of levels, ten a second: `SPOKEN` loud ones are more than a cough, and `PATIENCE` quiet ones after
 * them should have brought words.
 */
const SPOKEN = 5;
const PATIENCE = 40;
/** Silence after which a cough is forgotten. */
const APART = 10;

/** The line that says who hears the visitor, how loud it is, and whether it was understood. */
export class Ears {
  readonly #texts: Texts;
  readonly #meter: HTMLMeterElement;
  readonly #line: HTMLElement;
  /** Name of the recogniser; undefined while nothing listens. */
  #listener: string | undefined;
  #loud = 0;
  #quiet = 0;

  constructor(root: ShadowRoot, texts: Texts) {
    this.#texts = texts;
    this.#meter = root.getElementById('level') as HTMLMeterElement;
    this.#line = root.getElementById('hint')!;
  }

  /** `listener`: the name of the recogniser; where it is undefined, `told` says why nothing recognises speech. */
  show(listener: string | undefined, told: string): void {
    this.#meter.hidden = listener === undefined;
    if (listener !== undefined && listener === this.#listener) return;
    this.#listener = listener;
    this.#forget();
    this.#say(listener === undefined ? told : `${this.#texts.recognition}: ${listener}`);
  }

  /** `level` of the microphone, 0 to 1; `counts`: it is the visitor's turn. */
  hear(level: number, counts: boolean): void {
    this.#meter.value = level;
    if (!counts || this.#listener === undefined) this.#forget();
    else if (level > LOUD) {
      this.#loud++;
      this.#quiet = 0;
    } else {
      this.#quiet++;
      const wasSpoken = this.#loud >= SPOKEN;
      if (this.#quiet < (wasSpoken ? PATIENCE : APART)) return;
      this.#forget();
      if (wasSpoken) this.#say(this.#texts.notUnderstood);
    }
  }

  /** Words of the visitor have arrived. */
  understood(): void {
    this.#forget();
    if (this.#listener !== undefined)
      this.#say(`${this.#texts.understood} ${this.#texts.recognition}: ${this.#listener}`);
  }

  #forget(): void {
    this.#loud = 0;
    this.#quiet = 0;
  }

  #say(text: string): void {
    // The same words again would be read out again.
    if (this.#line.textContent !== text) this.#line.textContent = text;
  }
}
