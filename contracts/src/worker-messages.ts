import { type Static, Type } from 'typebox';
import { ConversationEvent, EndReason } from './conversation-events.ts';
import { ConversationPlan, EngineName } from './plan.ts';

/** A passage found in a knowledge base. `score` grows with relevance and compares only within one answer. */
export const FoundPassage = Type.Object({
  documentId: Type.String(),
  documentName: Type.String(),
  text: Type.String(),
  score: Type.Number(),
});
export type FoundPassage = Static<typeof FoundPassage>;

/** What came of a call of an organization's tool, in words for the model; of a failure, too. */
export const ToolAnswer = Type.Object({ output: Type.String(), failed: Type.Boolean() });
export type ToolAnswer = Static<typeof ToolAnswer>;

/** Service → worker. */
export const WorkerCommand = Type.Union([
  Type.Object({ type: Type.Literal('start'), plan: ConversationPlan }),
  Type.Object({ type: Type.Literal('stop'), conversationId: Type.String(), reason: EndReason }),
  /** The consumer's memories are erased, or the one with this content. */
  Type.Object({
    type: Type.Literal('forget'),
    conversationId: Type.String(),
    content: Type.Optional(Type.String()),
  }),
  /** The service has been asked to end: the conversation may go on for so long, and no longer. */
  Type.Object({
    type: Type.Literal('ending_soon'),
    conversationId: Type.String(),
    secondsLeft: Type.Number({ minimum: 0 }),
  }),
  Type.Object({
    type: Type.Literal('answer'),
    requestId: Type.Integer(),
    passages: Type.Optional(Type.Array(FoundPassage)),
    tool: Type.Optional(ToolAnswer),
    error: Type.Optional(Type.String()),
  }),
  /** No conversation sends more or larger pictures than this, until it is told otherwise; `scale` of width and height. */
  Type.Object({
    type: Type.Literal('pictures'),
    maxFps: Type.Number({ minimum: 1 }),
    scale: Type.Number({ minimum: 0.1, maximum: 1 }),
  }),
  /** End every conversation with `shutdown`, then exit. */
  Type.Object({ type: Type.Literal('shutdown') }),
]);
export type WorkerCommand = Static<typeof WorkerCommand>;

/** Worker → service. */
export const WorkerReport = Type.Union([
  Type.Object({
    type: Type.Literal('ready'),
    pid: Type.Integer(),
    /** Processor time of one picture of a built-in face, as measured while it came up. */
    pictureMs: Type.Optional(Type.Number()),
  }),
  Type.Object({
    type: Type.Literal('event'),
    conversationId: Type.String(),
    event: ConversationEvent,
  }),
  /** Sent every few seconds; a conversation that is no longer named has lost its worker. */
  Type.Object({
    type: Type.Literal('heartbeat'),
    conversationIds: Type.Array(Type.String()),
    residentBytes: Type.Integer(),
    /** Conversations that it bears at once, where that is not what it said when it came. */
    capacity: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_536 })),
  }),
  /** Sent every second while conversations are there, and once after the last: what they did since the one before. */
  Type.Object({
    type: Type.Literal('load'),
    conversations: Type.Integer(),
    /** Pictures that were due, and those of them that were not ready in time. */
    picturesDue: Type.Integer(),
    picturesLate: Type.Integer(),
    /** Processor time of the whole process, and the time that passed. */
    processorMs: Type.Number(),
    elapsedMs: Type.Number(),
  }),
  Type.Object({
    type: Type.Literal('search_knowledge'),
    requestId: Type.Integer(),
    conversationId: Type.String(),
    query: Type.String(),
    take: Type.Integer(),
  }),
  Type.Object({
    type: Type.Literal('call_tool'),
    requestId: Type.Integer(),
    conversationId: Type.String(),
    toolId: Type.String(),
    arguments: Type.Record(Type.String(), Type.Unknown()),
  }),
  /** Nobody waits for the answer any more. */
  Type.Object({ type: Type.Literal('cancel'), requestId: Type.Integer() }),
  /** It takes no more conversations, and wants a `shutdown` when the last has ended. */
  Type.Object({ type: Type.Literal('leaving') }),
]);
export type WorkerReport = Static<typeof WorkerReport>;

/** Where workers on other machines come to the service, as a WebSocket whose text frames are messages in JSON. */
export const WORKERS_PATH = '/workers';

/** What such a worker says of itself, in the query of its request. */
export const WorkerRegistration = Type.Object({
  /** Of its package: plans and messages are those of one version. */
  version: Type.String({ maxLength: 64 }),
  /** For people who read the log. */
  name: Type.String({ pattern: '^[\\w.-]{1,64}$' }),
  /** Conversations at once. */
  capacity: Type.Integer({ minimum: 1, maximum: 65_536 }),
  /** That are configured where it runs. */
  engines: Type.Array(EngineName, { maxItems: 16 }),
});
export type WorkerRegistration = Static<typeof WorkerRegistration>;
