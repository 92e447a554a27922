/** Long enough to read the end of a sentence that is over. */
const STAYS_MS = 4000;
const MAX_LENGTH = 140;

/** Shows the avatar's words on its video. */
export class Caption {
  readonly #line: HTMLElement;
  #isWanted = false;
  #isSpoken = false;
  #leaving: ReturnType<typeof setTimeout> | undefined;

  constructor(line: HTMLElement) {
    this.#line = line;
  }

  /** @returns whether captions are wanted now */
  toggle(): boolean {
    this.#isWanted = !this.#isWanted;
    this.#show();
    return this.#isWanted;
  }

  put(text: string): void {
    // The last words are enough: the whole is in the transcript.
    this.#line.textContent =
      text.length > MAX_LENGTH ? `…${text.slice(-MAX_LENGTH).replace(/^\S*\s/, '')}` : text;
    this.#show();
    // Words may arrive before the state does, and after it.
    this.setSpoken(this.#isSpoken);
  }

  setSpoken(isSpoken: boolean): void {
    this.#isSpoken = isSpoken;
    clearTimeout(this.#leaving);
    if (!isSpoken) this.#leaving = setTimeout(() => this.clear(), STAYS_MS);
  }

  clear(): void {
    clearTimeout(this.#leaving);
    this.#line.textContent = '';
    this.#show();
  }

  #show(): void {
    this.#line.hidden = !this.#isWanted || this.#line.textContent === '';
  }
}
