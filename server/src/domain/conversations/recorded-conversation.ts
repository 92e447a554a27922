import type { Conversation, TimelineRow, TranscriptRow } from './conversation.ts';
import type { PersonaSnapshot } from './persona-snapshot.ts';

/** A conversation with what was said and what happened in it. */
export interface RecordedConversation {
  conversation: Conversation;
  persona: PersonaSnapshot;
  transcript: TranscriptRow[];
  timeline: TimelineRow[];
  /** Whether there is more of either than is shown here. */
  isTruncated: boolean;
}
