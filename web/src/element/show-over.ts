import type { ConversationEventMap } from '../conversation-events.ts';
import type { Texts } from './texts/en.ts';

/** Shows of a conversation that is over why it ended, and what was said. */
export function showOver(root: ShadowRoot, texts: Texts, ended: ConversationEventMap['ended']): void {
  const { reason, missing } = ended;
  const find = (id: string) => root.getElementById(id)!;
  find('over-reason').textContent =
    (missing && texts.missing[missing]) ?? texts.endings[reason] ?? reason.replaceAll('_', ' ');
  const transcript = find('transcript');
  find('over-transcript').append(transcript);
  for (const id of ['over-transcript', 'download']) find(id).hidden = !transcript.firstChild;
  // A list that is moved is at its beginning again.
  transcript.scrollTop = transcript.scrollHeight;
}
