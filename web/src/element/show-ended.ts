import type { ConversationEventMap } from '../conversation-events.ts';
import type { Texts } from './texts/en.ts';

/** Shows why a conversation ended, and its transcript. */
export function showEnded(root: ShadowRoot, texts: Texts, ended: ConversationEventMap['ended']): void {
  const { reason, missing } = ended;
  const find = (id: string) => root.getElementById(id)!;
  find('over-reason').textContent =
    (missing && texts.missing[missing]) ?? texts.endings[reason] ?? reason.replaceAll('_', ' ');
  const transcript = find('transcript');
  find('over-transcript').append(transcript);
  for (const id of ['over-transcript', 'download']) find(id).hidden = !transcript.firstChild;
  // Moving the list resets its scroll position.
  transcript.scrollTop = transcript.scrollHeight;
}
