export type { Conversation } from './conversation.ts';
export { ConversationError } from './conversation-error.ts';
export {
  CONVERSATION_EVENTS,
  type ConversationEventMap,
  type ConversationHandlers,
  type ConversationListener,
  type ConversationState,
  type EndReason,
  type Hearing,
  type MicrophoneStatus,
  type TranscriptLine,
} from './conversation-events.ts';
export type {
  ConversationSource,
  EmbedSource,
  PassSource,
  SessionSource,
  StartedSession,
} from './source/conversation-source.ts';
export { type StartOptions, startConversation } from './start-conversation.ts';
