import type { ConversationEventMap } from '../conversation-events.ts';
import type { Texts } from './texts/en.ts';

/** What the element shows of a conversation that is over: why it ended, and what was said. */
export class OverView {
  readonly #root: ShadowRoot;
  readonly #texts: Texts;

  constructor(root: ShadowRoot, texts: Texts) {
    this.#root = root;
    this.#texts = texts;
  }

  show({ reason, missing }: ConversationEventMap['ended']): void {
    const { endings, missing: notCome } = this.#texts;
    this.#find('over-reason').textContent =
      (missing && notCome[missing]) ?? endings[reason] ?? reason.replaceAll('_', ' ');
    const transcript = this.#find('transcript');
    this.#find('over-transcript').append(transcript);
    for (const id of ['over-transcript', 'download']) this.#find(id).hidden = !transcript.firstChild;
    // A list that is moved is at its beginning again.
    transcript.scrollTop = transcript.scrollHeight;
  }

  #find(id: string): HTMLElement {
    return this.#root.getElementById(id)!;
  }
}
