import type { Line } from './conversation.ts';

/** The running transcript: one item a line, replaced while it is spoken. */
export class TranscriptView {
  readonly #list: HTMLElement;
  readonly #items = new Map<string, HTMLLIElement>();
  #lastOfCharacter: HTMLLIElement | undefined;

  constructor(list: HTMLElement) {
    this.#list = list;
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
