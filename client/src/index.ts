export type { AnswerOf, BodyOf, Method, Operation, PathOf } from './calls.ts';
export type { ClientOptions, Credential, Secret } from './client-options.ts';
export { createVisavisClient, type VisavisClient } from './create-client.ts';
export { type ErrorCode, type InputFault, VisavisApiError, VisavisConnectionError } from './errors.ts';
export type { ConversationEvent, ConversationState, FollowOptions } from './follow-conversation.ts';
export type * from './generated/api.ts';
export type { DocumentContent } from './upload-document.ts';
export { type SignedMessage, VisavisSignatureError, verifyWebhook } from './verify-webhook.ts';
