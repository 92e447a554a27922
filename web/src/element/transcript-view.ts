import type { TranscriptLine } from '../conversation-events.ts';

/** The running transcript: one item a line, replaced while it is spoken. */
export class TranscriptView {
  readonly #list: HTMLElement;
  readonly #items = new Map<string, HTMLLIElement>();
  /** Read out by screen readers: whole lines of the character, for the list changes with every word. */
  readonly #heard: HTMLElement;
  readonly #interrupted: string;

  constructor(list: HTMLElement, heard: HTMLElement, interrupted: string) {
    this.#list = list;
    this.#heard = heard;
    this.#interrupted = interrupted;
    heard.textContent = '';
    list.replaceChildren();
  }

  /** Everything that was said, a paragraph a line, each with who said it. */
  #asText(names: Record<TranscriptLine['author'], string>): string {
    const lines = [...this.#items.values()].map((item) => {
      const name = names[item.classList.contains('user') ? 'user' : 'character'];
      const cut = item.classList.contains('cut') ? ` — ${this.#interrupted}` : '';
      return `${name}: ${item.textContent}${cut}\n`;
    });
    return lines.join('\n');
  }

  /** Hands it to the visitor as a file. */
  download(names: Record<TranscriptLine['author'], string>): void {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([this.#asText(names)], { type: 'text/plain' }));
    link.download = `${new Date().toISOString().slice(0, 10)}.txt`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  put(line: TranscriptLine): void {
    let item = this.#items.get(line.id);
    if (line.text === '') {
      item?.remove();
      this.#items.delete(line.id);
      return;
    }
    if (!item) {
      item = document.createElement('li');
      item.dataset.cut = this.#interrupted;
      this.#items.set(line.id, item);
      this.#list.append(item);
    }
    item.className = line.author;
    item.classList.toggle('cut', line.interrupted);
    item.classList.toggle('interim', line.author === 'user' && !line.final);
    item.textContent = line.text;
    if (line.final && line.author === 'character') this.#heard.textContent = line.text;
    this.#list.scrollTop = this.#list.scrollHeight;
  }
}
