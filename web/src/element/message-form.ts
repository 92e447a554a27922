import { fill } from '../language.ts';
import type { Texts } from './texts/en.ts';

/** Characters of a message; the service takes no longer one. */
const LONGEST_MESSAGE = 10_000;

/** The field that the user types into. */
export class MessageForm {
  readonly #root: ShadowRoot;
  readonly #form: HTMLFormElement;
  readonly #field: HTMLInputElement;
  /** Whether the user was typing when the connection was lost: they go on once it is back. */
  #wasTyping = false;

  /**
   * @param language of the texts, a BCP 47 tag
   * @param send returns undefined where there is nobody to send it to
   * @param notice tells the user why a text was not sent
   */
  constructor(
    root: ShadowRoot,
    texts: Texts,
    language: string,
    send: (text: string) => Promise<void> | undefined,
    notice: (message: string) => void,
  ) {
    this.#root = root;
    const count = (characters: number) => characters.toLocaleString(language);
    this.#form = root.getElementById('say') as HTMLFormElement;
    this.#field = root.getElementById('text') as HTMLInputElement;
    this.#form.onsubmit = (event) => {
      event.preventDefault();
      const field = this.#field;
      const text = field.value.trim();
      const isTooLong = text.length > LONGEST_MESSAGE;
      if (isTooLong)
        notice(fill(texts.tooLong, { length: count(text.length), most: count(LONGEST_MESSAGE) }));
      const sending = text === '' || isTooLong ? undefined : send(text);
      if (!sending) return;
      field.value = '';
      sending.catch(() => {
        notice(texts.notSent);
        // The text is put back, so that nobody has to type it once more.
        if (field.value === '') field.value = text;
      });
    };
  }

  allow(can: boolean): void {
    const isTyping = () => this.#form.contains(this.#root.activeElement);
    const wasTyping = isTyping();
    for (const field of this.#form.elements) (field as HTMLInputElement | HTMLButtonElement).disabled = !can;
    // A field that cannot be used may lose the focus.
    if (can && this.#wasTyping && (isTyping() || document.activeElement === document.body))
      this.#field.focus();
    this.#wasTyping = !can && (wasTyping || this.#wasTyping);
  }

  /** Focuses the field, but not on a phone, where that would open the keyboard over the face. */
  focus(): void {
    if (matchMedia('(hover: hover)').matches) this.#field.focus();
  }
}
