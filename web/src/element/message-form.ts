import { fill } from '../language.ts';
import type { Texts } from './texts/en.ts';

/** Maximum length of a message in characters, as the service limits it. */
const MAX_LENGTH = 10_000;

/**
 * The form with the text field.
 * @param language of the texts, a BCP 47 tag
 * @param send returns undefined if there is no conversation
 * @param notice tells the user why a text was not sent
 */
export function createMessageForm(
  root: ShadowRoot,
  texts: Texts,
  language: string,
  send: (text: string) => Promise<void> | undefined,
  notice: (message: string) => void,
) {
  const form = root.getElementById('say') as HTMLFormElement;
  const field = root.getElementById('text') as HTMLInputElement;
  const format = (characters: number) => characters.toLocaleString(language);
  /** Whether the user was typing when the connection was lost: they get the focus back afterwards. */
  let wasTyping = false;
  form.onsubmit = (event) => {
    event.preventDefault();
    const text = field.value.trim();
    const isTooLong = text.length > MAX_LENGTH;
    if (isTooLong) notice(fill(texts.tooLong, { length: format(text.length), most: format(MAX_LENGTH) }));
    const sending = text === '' || isTooLong ? undefined : send(text);
    if (!sending) return;
    field.value = '';
    sending.catch(() => {
      notice(texts.notSent);
      // Restores the text, so that the user need not type it again.
      if (field.value === '') field.value = text;
    });
  };
  return {
    setEnabled(enabled: boolean): void {
      const isTyping = () => form.contains(root.activeElement);
      const isInterrupted = !enabled && (isTyping() || wasTyping);
      for (const control of form.elements)
        (control as HTMLInputElement | HTMLButtonElement).disabled = !enabled;
      // A disabled field may lose the focus.
      if (enabled && wasTyping && (isTyping() || document.activeElement === document.body)) field.focus();
      wasTyping = isInterrupted;
    },
    /** Focuses the field, except on a phone, where the keyboard would cover the face. */
    focus(): void {
      if (matchMedia('(hover: hover)').matches) field.focus();
    },
  };
}
