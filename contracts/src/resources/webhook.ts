import { type Static, Type } from 'typebox';
import {
  Amount,
  Body,
  DateTime,
  Flag,
  Id,
  MaybeAmount,
  MaybeFlag,
  MaybeText,
  MaybeTime,
  OptionalEnum,
  OptionalText,
  OrganizationId,
  OwnClient,
  READ_ONLY,
  RequiredText,
  Resource,
  TEXT_LIMITS,
  Text,
  TIMESTAMPS,
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
  organizationId: OrganizationId,
  client: MaybeText('Only events of this client are sent. If absent, those of all clients are.'),
  url: Text('URL to which events are sent.'),
  description: MaybeText('Purpose of the webhook.'),
  eventTypes: Type.Array(Type.Enum(EVENT_TYPES), { description: 'Types of events that are sent.' }),
  enabled: Flag('Whether events are sent.'),
  disabledReason: MaybeText('Why the service disabled the webhook. Absent if it did not.'),
  previousSecretExpiresAt: MaybeTime(
    'Until when messages are also signed with the previous secret. Absent if there is none.',
  ),
  ...TIMESTAMPS,
};
export const Webhook = Resource('Webhook', webhook, 'A URL of yours to which the service sends events.');
export type Webhook = Static<typeof Webhook>;

export const WebhookWithSecret = Resource('WebhookWithSecret', {
  ...webhook,
  secret: Type.String({
    description:
      'Secret with which you verify the signatures of messages (Standard Webhooks). It is returned only in this response.',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo='],
  }),
});
export type WebhookWithSecret = Static<typeof WebhookWithSecret>;

const url = RequiredText(WEBHOOK_URL_LENGTH, 'https URL to which each event is sent as a `POST`.');
const eventTypes = Type.Array(Type.Enum(EVENT_TYPES), {
  minItems: 1,
  uniqueItems: true,
  description: 'Types of events to send.',
});
const optional = {
  description: OptionalText(TEXT_LIMITS.description, 'Purpose of the webhook.'),
  client: OptionalText(
    TEXT_LIMITS.client,
    'Send only events of this client. Default: the events of all clients are sent.',
  ),
};
export const CreateWebhook = Body({ url, eventTypes, ...optional });
export type CreateWebhook = Static<typeof CreateWebhook>;
export const UpdateWebhook = UpdateBody(
  {
    url: Type.Optional(url),
    eventTypes: Type.Optional(eventTypes),
    enabled: MaybeFlag('Whether events are sent. `true` enables a disabled webhook again.'),
    ...optional,
  },
  [...READ_ONLY, 'disabledReason', 'previousSecretExpiresAt'],
);
export type UpdateWebhook = Static<typeof UpdateWebhook>;

export const TestWebhook = Body({
  eventType: OptionalEnum(
    EVENT_TYPES,
    'Type of the example event. Default: the first event type of the webhook.',
  ),
});
export type TestWebhook = Static<typeof TestWebhook>;

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'dropped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

export const DeliveryAttempt = Resource('DeliveryAttempt', {
  at: DateTime('When the attempt started.'),
  durationMs: Amount('Duration of the attempt in milliseconds.'),
  status: MaybeAmount('HTTP status of the response. Absent if there was none.'),
  error: MaybeText('Why the attempt failed. Absent if it succeeded.'),
});
export type DeliveryAttempt = Static<typeof DeliveryAttempt>;

export const Delivery = Resource(
  'Delivery',
  {
    id: Id('Identifier of the delivery.', 'dlv_01k3m6v2q8e4tb9p0x7yz5wnhd'),
    organizationId: OrganizationId,
    webhookId: Text('Id of the webhook.'),
    eventId: Text(
      'Identifier of the event, sent as `webhook-id`. It is the same for all deliveries of one event, including replays.',
    ),
    eventType: Type.Enum(EVENT_TYPES, { description: 'Type of the event.' }),
    status: Type.Enum(DELIVERY_STATUSES, {
      description:
        'State of the delivery. `dropped`: there was nothing to send, for instance because the transcript is empty.',
    }),
    attempts: Type.Array(DeliveryAttempt, { description: 'Attempts so far, oldest first.' }),
    nextAttemptAt: MaybeTime('When the next attempt is made. Absent if there is none.'),
    payload: MaybeText(
      'Body of the message, exactly as it is sent and signed. Absent until it is created, and if it is longer than 64 KiB.',
    ),
    ...TIMESTAMPS,
  },
  'The delivery of an event to a webhook. The newest 200 finished deliveries of each webhook are kept.',
);
export type Delivery = Static<typeof Delivery>;

export const DeliveryParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the webhook.' }),
  delivery: Type.String({ minLength: 1, maxLength: 100, description: 'Id of the delivery.' }),
});

const envelope = (title: string, types: readonly EventType[], data: Parameters<typeof Type.Array>[0]) =>
  Resource(title, {
    type: Type.Enum([...types], { description: 'Type of the event.' }),
    timestamp: DateTime('When the event happened.'),
    test: MaybeFlag('`true` for an example event. Absent otherwise.'),
    data,
  });

const {
  transcript: _transcript,
  timeline: _timeline,
  character: _character,
  ...conversation
} = Conversation.properties;
const EventConversation = Resource(
  'EventConversation',
  conversation,
  'A conversation without its character, transcript and timeline.',
);

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
      conversationId: Text('Id of the conversation.'),
      client: OwnClient,
      entries: Type.Array(TranscriptEntry, { description: 'The complete transcript, oldest first.' }),
    }),
  ),
  document: envelope('DocumentMessage', ['document.indexed', 'document.failed'], KnowledgeBaseDocument),
  usage: envelope(
    'UsageMessage',
    ['usage.threshold'],
    Resource('EventUsage', {
      percent: Amount('Threshold that was reached: 80 or 100 percent of `monthlySeconds`.'),
      seconds: Amount('Seconds used in the billing cycle.'),
      monthlySeconds: Amount('Maximum seconds that the organization can use in a billing cycle.'),
      cycleStart: DateTime('Start of the billing cycle.'),
      cycleEnd: DateTime('End of the billing cycle.'),
    }),
  ),
} as const;
