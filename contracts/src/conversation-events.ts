import { type Static, Type } from 'typebox';

export const EndReason = Type.Enum([
  'stopped',
  'consumer_left',
  'max_duration',
  'never_joined',
  'idle',
  'provider_error',
  'avatar_error',
  'host_unreachable',
  'shutdown',
  'crashed',
  'quota',
]);
export type EndReason = Static<typeof EndReason>;

export const TimelineType = Type.Enum([
  'created',
  'avatar_joined',
  'consumer_joined',
  'first_frame',
  'greeting',
  'turn',
  'interruption',
  'tool_call',
  'tool_result',
  'emotion',
  'warning',
  'error',
  'reconnected',
  'consumer_left',
  'ended',
]);
export type TimelineType = Static<typeof TimelineType>;

/** Milliseconds since the epoch, up to the maximum of a `Date`. */
const Instant = Type.Number({ minimum: 0, maximum: 8.64e15 });

/** An event of a conversation, as its worker reports it. `at` is milliseconds since the epoch. */
export const ConversationEvent = Type.Union([
  Type.Object({
    kind: Type.Literal('timeline'),
    at: Instant,
    type: TimelineType,
    author: Type.Enum(['system', 'user', 'character']),
    /** Plain text, or JSON for measured entries such as `turn`. */
    content: Type.String(),
  }),
  Type.Object({
    kind: Type.Literal('transcript'),
    at: Instant,
    /** When it was said, if earlier: a user's words are known only afterwards. */
    said: Type.Optional(Type.Object({ startedAt: Instant, endedAt: Instant })),
    /** An event with the same id replaces the entry: it grows while it is spoken and is cut at an interruption. */
    entryId: Type.String(),
    author: Type.Enum(['user', 'character']),
    content: Type.String(),
    final: Type.Boolean(),
  }),
  Type.Object({ kind: Type.Literal('joined'), at: Instant }),
  /** A provider failed; the conversation may continue nevertheless. Counted, not stored. */
  Type.Object({
    kind: Type.Literal('fault'),
    at: Instant,
    /** The provider that failed: a vendor, or a part of a pipeline such as `stt`. */
    provider: Type.String(),
    /** Kind of the failure: `auth`, `quota`, `timeout`, … */
    fault: Type.String(),
    /** How long nothing had arrived from the provider, in milliseconds, if measured. */
    waitedMs: Type.Optional(Type.Number()),
  }),
  Type.Object({
    kind: Type.Literal('ended'),
    at: Instant,
    reason: EndReason,
    /** The cause, for operators; never a secret. */
    detail: Type.Optional(Type.String()),
    /** The avatar is still leaving the room, which can take seconds on a busy machine: keep the room until then. */
    isLeaving: Type.Optional(Type.Boolean()),
  }),
]);
export type ConversationEvent = Static<typeof ConversationEvent>;
