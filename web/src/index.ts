export type { Conversation } from './conversation.ts';
export { ConversationError } from './conversation-error.ts';
export type {
  ConversationEventMap,
  ConversationHandlers,
  ConversationListener,
  ConversationState,
  EndReason,
  Hearing,
  MicrophoneStatus,
  TranscriptLine,
} from './conversation-events.ts';
export type {
  ConversationSource,
  EmbedSource,
  PassSource,
  SessionSource,
  StartedSession,
} from './source/conversation-source.ts';
export { type StartOptions, startConversation } from './start-conversation.ts';
