'use client';

export type {
  Conversation,
  ConversationEventMap,
  ConversationSource,
  ConversationState,
  EndReason,
  Hearing,
  MicrophoneStatus,
  TranscriptLine,
} from '@visavis/web';
export { ConversationError } from '@visavis/web';
export { AvatarVideo } from './avatar-video.tsx';
export { ConversationProvider, type ConversationProviderProps } from './conversation-provider.tsx';
export type { ConversationOptions, ConversationPhase, ConversationSnapshot } from './conversation-store.ts';
export {
  type ConversationActions,
  type UsedConversation,
  useConversation,
  useTranscript,
} from './use-conversation.ts';
export { type UsedDevices, useDevices } from './use-devices.ts';
export { type UsedLevel, useLevel } from './use-level.ts';
export { VisavisAvatar, type VisavisAvatarProps } from './visavis-avatar.tsx';
