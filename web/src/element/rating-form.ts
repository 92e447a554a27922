import type { Conversation } from '../conversation.ts';
import type { Texts } from './texts/en.ts';

/** The form with which users rate a finished conversation: thumbs, and an optional comment. */
export function createRatingForm(root: ShadowRoot, texts: Texts, onError: (message: string) => void) {
  const form = root.querySelector<HTMLFormElement>('#rate')!;
  const commentRow = form.querySelector<HTMLElement>('#rate-comment')!;
  const thumbs = [...form.querySelectorAll<HTMLButtonElement>('button[value]')];
  const comment = form.querySelector('input')!;
  const prompt = form.querySelector('p')!;
  let rate: Conversation['rate'];
  let rating: 'up' | 'down' | undefined;

  function show(isCommentShown: boolean): void {
    for (const thumb of thumbs) thumb.ariaPressed = String(thumb.value === rating);
    commentRow.hidden = !isCommentShown;
  }

  async function send(isLast: boolean): Promise<void> {
    if (!rate || !rating) return;
    try {
      await rate(rating, comment.value.trim());
      prompt.textContent = texts.ratingThanks;
      show(!isLast);
      if (!isLast) comment.focus();
    } catch {
      onError(texts.notSent);
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
      prompt.textContent = texts.rate;
      show(false);
    },
  };
}
