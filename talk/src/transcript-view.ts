import type { Line } from './conversation.ts';

/** The running transcript: one item a line, replaced while it is spoken. */
export class TranscriptView {
  readonly #list: HTMLElement;
  readonly #items = new Map<string, HTMLLIElement>();
  /** Read out by screen readers: whole lines of the character, for the list changes with every word. */
  readonly #heard: HTMLElement;
  #lastOfCharacter: HTMLLIElement | undefined;

  constructor(list: HTMLElement, heard: HTMLElement) {
    this.#list = list;
    this.#heard = heard;
    heard.textContent = '';
    list.replaceChildren();
  }

  put(line: Line): void {
    let item = this.#items.get(line.id);
    if (!item) {
      item = document.createElement('li');
      item.className = line.author;
      this.#items.set(line.id, item);
      this.#list.append(item);
    }
    if (line.author === 'character') this.#lastOfCharacter = item;
    item.textContent = line.text;
    if (line.final && line.author === 'character') this.#heard.textContent = line.text;
    this.#list.scrollTop = this.#list.scrollHeight;
  }

  /** The character begins to speak: what it said before was heard to its end. */
  beginUtterance(): void {
    this.#lastOfCharacter = undefined;
  }

  markInterrupted(): void {
    this.#lastOfCharacter?.classList.add('cut');
  }
}
