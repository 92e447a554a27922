import type { Conversation } from '../conversation.ts';
import type { Texts } from './texts/en.ts';

/** The form with which users rate a finished conversation: thumbs, and an optional comment. */
export function createRatingForm(root: ShadowRoot, texts: Texts, tellFailure: (message: string) => void) {
  const form = root.querySelector<HTMLFormElement>('#rate')!;
  const word = form.querySelector<HTMLElement>('#rate-word')!;
  const thumbs = [...form.querySelectorAll<HTMLButtonElement>('button[value]')];
  const comment = form.querySelector('input')!;
  const ask = form.querySelector('p')!;
  let rate: Conversation['rate'];
  let rating: 'up' | 'down' | undefined;

  function show(hasWord: boolean): void {
    for (const thumb of thumbs) thumb.ariaPressed = String(thumb.value === rating);
    word.hidden = !hasWord;
  }

  async function send(isLast: boolean): Promise<void> {
    if (!rate || !rating) return;
    try {
      await rate(rating, comment.value.trim());
      ask.textContent = texts.rated;
      show(!isLast);
      if (!isLast) comment.focus();
    } catch {
      tellFailure(texts.notSent);
    }
  }

  for (const thumb of thumbs)
    thumb.onclick = () => {
      rating = thumb.value as 'up' | 'down';
      void send(false);
    };
  form.onsubmit = (event) => {
    event.preventDefault();
    void send(true);
  };
  return {
    /** Shows the form after the conversation; hides it if the service accepts no rating. */
    offer(conversation: Conversation | undefined): void {
      rate = conversation?.rate;
      rating = undefined;
      form.hidden = !rate;
      comment.value = '';
      ask.textContent = texts.rate;
      show(false);
    },
  };
}
