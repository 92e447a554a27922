import { type Static, Type } from 'typebox';
import { ConversationEvent, EndReason } from './conversation-events.ts';
import { ConversationPlan, EngineName } from './plan.ts';

/** A passage found in a knowledge base. `score` grows with relevance and is comparable only within one answer. */
export const FoundPassage = Type.Object({
  documentId: Type.String(),
  documentName: Type.String(),
  text: Type.String(),
  score: Type.Number(),
});
export type FoundPassage = Static<typeof FoundPassage>;

/** The result of a tool call, or its failure, as text for the model. */
export const ToolAnswer = Type.Object({ output: Type.String(), failed: Type.Boolean() });
export type ToolAnswer = Static<typeof ToolAnswer>;

/** The part of a conversation's future plan that an avatar needs to wait in its room. */
export const WaitingRoom = Type.Object({
  room: Type.Pick(ConversationPlan.properties.room, ['url', 'token']),
  video: ConversationPlan.properties.video,
});
export type WaitingRoom = Static<typeof WaitingRoom>;

/** Messages from the service to a worker. */
export const WorkerCommand = Type.Union([
  Type.Object({ type: Type.Literal('start'), plan: ConversationPlan }),
  /** Join the empty room of a conversation that may start later, and wait there as its avatar. */
  Type.Object({
    type: Type.Literal('prepare'),
    conversationId: Type.String(),
    ...WaitingRoom.properties,
  }),
  /** The conversation will not start here: leave its room. */
  Type.Object({ type: Type.Literal('discard'), conversationId: Type.String() }),
  Type.Object({
    type: Type.Literal('stop'),
    conversationId: Type.String(),
    reason: EndReason,
    /** The cause, for operators. */
    detail: Type.Optional(Type.String()),
  }),
  /** All memories of the consumer were erased, or only the one with this content. */
  Type.Object({
    type: Type.Literal('forget'),
    conversationId: Type.String(),
    content: Type.Optional(Type.String()),
  }),
  /** The service is shutting down: the conversation may continue for at most `secondsLeft`. */
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
  /**
   * Limits frame rate and frame size of all conversations until the next such message. `scale` multiplies width and
   * height. `savesInSilence`: whether silent avatars send only the `idleFps` of their plan.
   */
  Type.Object({
    type: Type.Literal('pictures'),
    maxFps: Type.Number({ minimum: 1 }),
    scale: Type.Number({ minimum: 0.1, maximum: 1 }),
    savesInSilence: Type.Boolean(),
  }),
  /** End every conversation with the reason `shutdown`, then exit. */
  Type.Object({ type: Type.Literal('shutdown') }),
]);
export type WorkerCommand = Static<typeof WorkerCommand>;

/** A call of a tool by a conversation's model. */
export const ToolRequest = Type.Object({
  toolId: Type.String(),
  arguments: Type.Record(Type.String(), Type.Unknown()),
  /** ISO 639-1 code of the language that the consumer clearly speaks, if known. */
  language: Type.Optional(Type.String()),
});
export type ToolRequest = Static<typeof ToolRequest>;

/** Conversation ids, up to the maximum capacity of a worker. */
const ConversationIds = Type.Array(Type.String({ maxLength: 64 }), { maxItems: 65_536 });

/** Messages from a worker to the service. */
export const WorkerReport = Type.Union([
  Type.Object({
    type: Type.Literal('ready'),
    pid: Type.Integer(),
    /** Processor time of one frame of a built-in face, as measured when the worker started. */
    pictureMs: Type.Optional(Type.Number()),
  }),
  Type.Object({
    type: Type.Literal('event'),
    conversationId: Type.String(),
    event: ConversationEvent,
  }),
  /** Whether the avatar waits in the room of this conversation. If not `present`, it does not, or no longer. */
  Type.Object({
    type: Type.Literal('waiting'),
    conversationId: Type.String(),
    present: Type.Boolean(),
  }),
  /** Sent every few seconds; a conversation that is no longer listed has lost its worker. */
  Type.Object({
    type: Type.Literal('heartbeat'),
    conversationIds: ConversationIds,
    residentBytes: Type.Integer({ minimum: 0 }),
    /** The number of conversations that the worker can run at once, if it has changed since registration. */
    capacity: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_536 })),
  }),
  /** Sent every second while conversations run, and once after the last: frames and cost since the previous message. */
  Type.Object({
    type: Type.Literal('load'),
    conversations: Type.Integer(),
    /** The number of frames that were due, and of those that were late. */
    picturesDue: Type.Integer(),
    picturesLate: Type.Integer(),
    /** Processor time of the whole process, and the elapsed time. */
    processorMs: Type.Number(),
    elapsedMs: Type.Number(),
  }),
  Type.Object({
    type: Type.Literal('search_knowledge'),
    requestId: Type.Integer(),
    conversationId: Type.String(),
    query: Type.String(),
    take: Type.Integer({ minimum: 1, maximum: 100 }),
  }),
  Type.Object({
    type: Type.Literal('call_tool'),
    requestId: Type.Integer(),
    conversationId: Type.String(),
    ...ToolRequest.properties,
  }),
  /** The answer is no longer needed. */
  Type.Object({ type: Type.Literal('cancel'), requestId: Type.Integer() }),
  /** The worker accepts no more conversations and expects `shutdown` when the last one has ended. */
  Type.Object({ type: Type.Literal('leaving') }),
]);
export type WorkerReport = Static<typeof WorkerReport>;

/** The path at which workers on other machines connect with a WebSocket whose text frames are JSON messages. */
export const WORKERS_PATH = '/workers';

/** The query parameters with which such a worker registers. */
export const WorkerRegistration = Type.Object({
  /** The version of its package. It must equal the service's, because plans and messages change between versions. */
  version: Type.String({ maxLength: 64 }),
  /** A name for the log. */
  name: Type.String({ pattern: '^[\\w.-]{1,64}$' }),
  /** The number of conversations that it can run at once. */
  capacity: Type.Integer({ minimum: 1, maximum: 65_536 }),
  /** The engines configured on its machine. */
  engines: Type.Array(EngineName, { maxItems: 16 }),
});
export type WorkerRegistration = Static<typeof WorkerRegistration>;
