import type { Conversation } from '../conversation.ts';
import type { Texts } from './texts/en.ts';

/** The form in which users rate a conversation that is over: thumbs, and a word if they like. */
export class RatingForm {
  readonly #form: HTMLFormElement;
  readonly #texts: Texts;
  readonly #tellFailure: (message: string) => void;
  #rate: Conversation['rate'];
  #rating: 'up' | 'down' | undefined;

  constructor(root: ShadowRoot, texts: Texts, tellFailure: (message: string) => void) {
    this.#form = root.querySelector<HTMLFormElement>('#rate')!;
    this.#texts = texts;
    this.#tellFailure = tellFailure;
    for (const thumb of this.#thumbs)
      thumb.onclick = () => {
        this.#rating = thumb.value as 'up' | 'down';
        void this.#send(false);
      };
    this.#form.onsubmit = (event) => {
      event.preventDefault();
      void this.#send(true);
    };
  }

  /** Asks about this conversation once it is over; about none where nobody would hear the answer. */
  offer(conversation: Conversation | undefined): void {
    this.#rate = conversation?.rate;
    this.#rating = undefined;
    this.#form.hidden = !this.#rate;
    this.#comment.value = '';
    this.#ask.textContent = this.#texts.rate;
    this.#show(false);
  }

  get #thumbs(): HTMLButtonElement[] {
    return [...this.#form.querySelectorAll<HTMLButtonElement>('button[value]')];
  }

  get #comment(): HTMLInputElement {
    return this.#form.querySelector('input')!;
  }

  get #ask(): HTMLElement {
    return this.#form.querySelector('p')!;
  }

  async #send(isLast: boolean): Promise<void> {
    if (!this.#rate || !this.#rating) return;
    try {
      await this.#rate(this.#rating, this.#comment.value.trim());
      this.#ask.textContent = this.#texts.rated;
      this.#show(!isLast);
      if (!isLast) this.#comment.focus();
    } catch {
      this.#tellFailure(this.#texts.notSent);
    }
  }

  #show(hasWord: boolean): void {
    for (const thumb of this.#thumbs) thumb.ariaPressed = String(thumb.value === this.#rating);
    this.#form.querySelector<HTMLElement>('#rate-word')!.hidden = !hasWord;
  }
}
