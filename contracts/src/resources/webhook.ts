import { type Static, Type } from 'typebox';
import {
  Body,
  Client,
  DateTime,
  Id,
  OptionalEnum,
  OptionalText,
  READ_ONLY,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  UpdateBody,
} from './common.ts';
import { Conversation, TranscriptEntry } from './conversation.ts';
import { KnowledgeBaseDocument } from './knowledge-base.ts';

/**
 * A closed list. `transcript.completed` is sent when the transcript of a conversation is complete, if it has any text.
 */
export const EVENT_TYPES = [
  'conversation.started',
  'conversation.joined',
  'conversation.ended',
  'conversation.failed',
  'transcript.completed',
  'document.indexed',
  'document.failed',
  'usage.threshold',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

const WEBHOOK_URL_LENGTH = 2_000;

const webhook = {
  id: Id('Identifier of the webhook.', 'whk_01k3m6v2q8e4tb9p0x7yz5wnhd'),
  organizationId: Type.String(),
  client: Type.Optional(Type.String({ description: 'It gets the events of this client only.' })),
  url: Type.String(),
  description: Type.Optional(Type.String()),
  eventTypes: Type.Array(Type.Enum(EVENT_TYPES)),
  enabled: Type.Boolean(),
  disabledReason: Type.Optional(Type.String({ description: 'Why the service has disabled it.' })),
  previousSecretExpiresAt: Type.Optional(
    DateTime('Until when deliveries are signed with the secret before the last rotation as well.'),
  ),
  createdAt: DateTime('When it was created.'),
  updatedAt: DateTime('When it last changed.'),
};
export const Webhook = Resource('Webhook', webhook, 'An address that events are sent to.');
export type Webhook = Static<typeof Webhook>;

export const WebhookWithSecret = Resource('WebhookWithSecret', {
  ...webhook,
  secret: Type.String({
    description: 'Verifies the signatures (Standard Webhooks). Shown only in this answer.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
  }),
});
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

const url = RequiredText(WEBHOOK_URL_LENGTH, 'An https address that a POST is sent to.');
const eventTypes = Type.Array(Type.Enum(EVENT_TYPES), {
  minItems: 1,
  uniqueItems: true,
  description: 'The event types that it gets.',
});
const optional = {
  description: OptionalText(TEXT_LIMITS.description, 'What it is for.'),
  client: Client,
};
export const CreateWebhook = Body({ url, eventTypes, ...optional });
export type CreateWebhook = Static<typeof CreateWebhook>;
export const UpdateWebhook = UpdateBody(
  {
    url: Type.Optional(url),
    eventTypes: Type.Optional(eventTypes),
    enabled: Type.Optional(Type.Boolean({ description: '`true` enables a disabled webhook again.' })),
    ...optional,
  },
  [...READ_ONLY, 'disabledReason', 'previousSecretExpiresAt'],
);
export type UpdateWebhook = Static<typeof UpdateWebhook>;

export const TestWebhook = Body({
  eventType: OptionalEnum(EVENT_TYPES, 'The event type of the example; the webhook’s first one if absent.'),
});
export type TestWebhook = Static<typeof TestWebhook>;

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'dropped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const DeliveryAttempt = Resource('DeliveryAttempt', {
  at: DateTime('When it was begun.'),
  durationMs: Type.Number(),
  status: Type.Optional(Type.Number({ description: 'HTTP status of the answer, where there was one.' })),
  error: Type.Optional(Type.String({ description: 'Why it does not count as delivered.' })),
});
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

export const Delivery = Resource(
  'Delivery',
  {
    id: Id('Identifier of the delivery.', 'dlv_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    organizationId: Type.String(),
    webhookId: Type.String(),
    eventId: Type.String({
      description:
        'The `webhook-id` of the message; the same for every delivery of one event, replays included.',
    }),
    eventType: Type.Enum(EVENT_TYPES),
    status: Type.Enum(DELIVERY_STATUSES, {
      description: '`dropped`: there was nothing to send, for instance an empty transcript.',
    }),
    attempts: Type.Array(DeliveryAttempt),
    nextAttemptAt: Type.Optional(DateTime('When the next attempt is made.')),
    payload: Type.Optional(
      Type.String({
        description:
          'The body as it is sent and signed; absent where it is longer than 64 KiB, and until it is made.',
      }),
    ),
    createdAt: DateTime('When it was created.'),
    updatedAt: DateTime('When it last changed.'),
  },
  'The delivery of an event to a webhook. The newest 200 finished ones are kept.',
);
export type Delivery = Static<typeof Delivery>;

export const DeliveryParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100 }),
  delivery: Type.String({ minLength: 1, maxLength: 100 }),
});

const envelope = (title: string, types: readonly EventType[], data: Parameters<typeof Type.Array>[0]) =>
  Resource(title, {
    type: Type.Enum([...types]),
    timestamp: DateTime('When it happened.'),
    test: Type.Optional(Type.Boolean({ description: 'Present if the event is an example.' })),
    data,
  });

const {
  transcript: _transcript,
  timeline: _timeline,
  character: _character,
  ...conversation
} = Conversation.properties;
const EventConversation = Resource('EventConversation', conversation, 'A conversation without its records.');

/** The bodies of webhook messages, by the name of the group of events. */
export const WEBHOOK_MESSAGES = {
  conversation: envelope(
    'ConversationMessage',
    ['conversation.started', 'conversation.joined', 'conversation.ended', 'conversation.failed'],
    EventConversation,
  ),
  transcript: envelope(
    'TranscriptMessage',
    ['transcript.completed'],
    Resource('EventTranscript', {
      conversationId: Type.String(),
      client: Type.Optional(Type.String()),
      entries: Type.Array(TranscriptEntry),
    }),
  ),
  document: envelope('DocumentMessage', ['document.indexed', 'document.failed'], KnowledgeBaseDocument),
  usage: envelope(
    'UsageMessage',
    ['usage.threshold'],
    Resource('EventUsage', {
      percent: Type.Number({ description: 'Which threshold was reached: 80 or 100.' }),
      seconds: Type.Number({ description: 'Seconds used in the billing cycle.' }),
      monthlySeconds: Type.Number({ description: 'Seconds that the organization may use in it.' }),
      cycleStart: DateTime('When the billing cycle began.'),
      cycleEnd: DateTime('When it ends.'),
    }),
  ),
} as const;
