import { fill } from '../language.ts';
import type { Texts } from './texts/en.ts';

/** Who can be called, by name and poster; it covers the stage until the picture comes. */
export class Veil {
  readonly #element: HTMLElement;
  readonly #root: ShadowRoot;
  readonly #texts: Texts;

  /** @param element its attributes `name` and `poster` say who it is */
  constructor(element: HTMLElement, root: ShadowRoot, texts: Texts) {
    this.#element = element;
    this.#root = root;
    this.#texts = texts;
  }

  get name(): string {
    return this.#element.getAttribute('name') || this.#texts.avatar;
  }

  show(isCalling: boolean): void {
    const name = this.#element.getAttribute('name') ?? '';
    const poster = this.#element.getAttribute('poster');
    this.#find('launcher-text').textContent = name ? fill(this.#texts.talk, { name }) : this.#texts.start;
    this.#find('head-name').textContent = this.name;
    if (poster) this.#element.style.setProperty('--poster', `url(${JSON.stringify(poster)})`);
    this.#find('veil-text').textContent = isCalling ? fill(this.#texts.calling, { name: this.name }) : name;
  }

  /** Shows that somebody who did not come is called once more. */
  callAgain(): void {
    this.#find('veil-text').textContent = fill(this.#texts.callingAgain, { name: this.name });
  }

  cover(isCovered: boolean): void {
    this.#find('veil').hidden = !isCovered;
  }

  #find(id: string): HTMLElement {
    return this.#root.getElementById(id)!;
  }
}
