import { type Static, Type } from 'typebox';
import { SPEECH_APIS, SPEECH_FORMATS } from './resources/model-server.ts';

/** The face to draw: a built-in person, or a picture. The worker chooses the renderer. */
export const FacePlan = Type.Union([
  Type.Object({ identity: Type.String() }),
  Type.Object({
    /** Base64 of a PNG, JPEG or WebP picture. */
    image: Type.String(),
    /** Landmarks in picture coordinates, 0..1 from the top left. If absent, they are detected in the picture. */
    rig: Type.Optional(Type.Record(Type.String(), Type.Tuple([Type.Number(), Type.Number()]))),
    /** Base64 of the faces detected in the picture, so that detection does not delay the conversation. */
    mesh: Type.Optional(Type.String({ maxLength: 32_768 })),
  }),
]);
export type FacePlan = Static<typeof FacePlan>;

/** `builtin`, `pipeline`, or the provider whose engine it is. */
export const EngineName = Type.String({ pattern: '^[a-z][a-z0-9_-]*$' });
export type EngineName = Static<typeof EngineName>;
/** Replaces the engine's name if the caller's own agent answers. */
export const REMOTE_ENGINE = 'remote';

/** A sentence that a consumer said in an earlier conversation, in their own words. */
export const RecalledMemory = Type.Object({
  content: Type.String(),
  /** ISO 8601. */
  saidAt: Type.String(),
});
export type RecalledMemory = Static<typeof RecalledMemory>;

/** A tool of the organization, as the model receives it. Its address and secrets stay with the service. */
export const ToolPlan = Type.Object({
  id: Type.String(),
  name: Type.String(),
  description: Type.String(),
  /** JSON Schema of an object. */
  parameters: Type.Record(Type.String(), Type.Unknown()),
  timeoutMs: Type.Integer(),
});
export type ToolPlan = Static<typeof ToolPlan>;

/** Additional settings of an agent that is configured at its provider. */
export const RemoteAgentPlan = Type.Object({
  /** Whether the agent's own instructions are used, because the caller gave none. */
  keepsInstructions: Type.Boolean(),
  /** The caller's context for this conversation. */
  context: Type.Optional(Type.String()),
  /** Values for the variables in the agent's own texts. */
  variables: Type.Optional(
    Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  ),
  /** The consumer's identity. */
  userId: Type.Optional(Type.String()),
});
export type RemoteAgentPlan = Static<typeof RemoteAgentPlan>;

/** The silences that end a user's turn, in milliseconds: a turn that sounds finished, and any turn. */
export const TurnTakingPlan = Type.Object({ minSilenceMs: Type.Integer(), maxSilenceMs: Type.Integer() });
export type TurnTakingPlan = Static<typeof TurnTakingPlan>;

const server = {
  /** The display name, for error messages. */
  name: Type.String(),
  baseUrl: Type.String(),
  model: Type.String(),
  apiKey: Type.Optional(Type.String()),
  /** If absent, OpenAI's. */
  api: Type.Optional(Type.Enum(SPEECH_APIS)),
  voice: Type.Optional(Type.String()),
  format: Type.Optional(Type.Enum(SPEECH_FORMATS)),
  reasoningEffort: Type.Optional(Type.String()),
  /** The organization that owns the server. Set if the server must be on the public internet. */
  publicFor: Type.Optional(Type.String()),
  /** Replaces the limits in the settings, in milliseconds: until the first piece of an answer, between two, and of all. */
  patience: Type.Optional(
    Type.Object({
      firstMs: Type.Optional(Type.Integer()),
      nextMs: Type.Optional(Type.Integer()),
      wholeMs: Type.Optional(Type.Integer()),
    }),
  ),
};
/** A server of the organization that replaces the one in the settings, and the one that takes over if it fails. */
export const ServerPlan = Type.Object({ ...server, fallback: Type.Optional(Type.Object(server)) });
export type ServerPlan = Static<typeof ServerPlan>;

/** The engine of a hosted conversation and its settings. */
export const EnginePlan = Type.Object({
  name: EngineName,
  model: Type.Optional(Type.String()),
  voice: Type.Optional(Type.String()),
  /** The avatar's display name. */
  avatarName: Type.Optional(Type.String()),
  /** Guidance for the voice, such as tone and rhythm. */
  voiceInstructions: Type.Optional(Type.String()),
  /** The organization's own key for the engine's provider. If absent, the operator's. */
  apiKey: Type.Optional(Type.String()),
  /** An agent id at the provider (ElevenLabs). */
  remoteId: Type.Optional(Type.String()),
  /** The settings of that agent. */
  remote: Type.Optional(RemoteAgentPlan),
  instructions: Type.String(),
  greeting: Type.Optional(Type.String()),
  /** The sentence to say if no answer arrives. If absent, a standard text in the conversation's language. */
  apology: Type.Optional(Type.String()),
  /** The sentences to say, in turn, if an answer takes a while. If absent, standard texts. */
  waitMsgs: Type.Optional(Type.Array(Type.String())),
  search: Type.Boolean(),
  emotions: Type.Boolean(),
  memory: Type.Boolean(),
  /** Whether a short remark ("mm-hm") interrupts the avatar. If absent, it continues. */
  stopsOnBackchannel: Type.Optional(Type.Boolean()),
  /** If absent, the values of the patience `normal`. */
  turnTaking: Type.Optional(TurnTakingPlan),
  /** ISO 639-1 code of the only language spoken. If absent, the language is detected. */
  language: Type.Optional(Type.String()),
  servers: Type.Optional(
    Type.Object({
      llm: Type.Optional(ServerPlan),
      tts: Type.Optional(ServerPlan),
      stt: Type.Optional(ServerPlan),
    }),
  ),
  /** Sentences that the consumer said in earlier conversations, oldest first. Absent if `memory` is false. */
  memories: Type.Optional(Type.Array(RecalledMemory)),
});
export type EnginePlan = Static<typeof EnginePlan>;

export const ParticipantPlan = Type.Object({ identity: Type.String(), name: Type.Optional(Type.String()) });
export type ParticipantPlan = Static<typeof ParticipantPlan>;

/**
 * Everything that a worker needs to run one conversation, resolved once at its start. A worker asks the service only
 * for knowledge and tool calls.
 */
export const ConversationPlan = Type.Object({
  conversationId: Type.String(),
  organizationId: Type.String(),
  /** `hosted`: our engine speaks. `remote_agent`: the caller's agent sends speech over the avatar protocol. */
  mode: Type.Enum(['hosted', 'remote_agent']),
  room: Type.Object({
    name: Type.String(),
    /** WebSocket URL for the worker, or a path relative to the address at which the worker reaches the service. */
    url: Type.String(),
    /** Join token of the avatar. */
    token: Type.String(),
    avatarIdentity: Type.String(),
    /** Present if the room is on the caller's own server: whether that server may be in a private network. */
    host: Type.Optional(Type.Object({ privateAddresses: Type.Boolean() })),
  }),
  /** Absent only in `remote_agent` mode: any participant except the agent is then a consumer. */
  consumer: Type.Optional(ParticipantPlan),
  /** Present only in `remote_agent` mode. */
  remoteAgent: Type.Optional(ParticipantPlan),
  face: FacePlan,
  video: Type.Object({
    width: Type.Integer(),
    height: Type.Integer(),
    fps: Type.Integer(),
    /** Frames per second while nothing is said. */
    idleFps: Type.Number(),
  }),
  /** Whether the avatar has only a voice: no face is drawn, and no video is sent. */
  voiceOnly: Type.Optional(Type.Boolean()),
  /** Present only in `hosted` mode. */
  engine: Type.Optional(EnginePlan),
  knowledgeBaseId: Type.Optional(Type.String()),
  tools: Type.Optional(Type.Array(ToolPlan)),
  limits: Type.Object({
    /** Seconds from the consumer's join to the end of the conversation. */
    maxSeconds: Type.Number(),
    joinTimeoutMs: Type.Number(),
    reconnectGraceMs: Type.Number(),
    /** Silence of both sides after which the conversation ends with the reason `idle`. */
    idleTimeoutMs: Type.Number(),
    /** How long before the end the agent is asked to finish and the client is warned. */
    wrapUpMs: Type.Number(),
    /** How long the avatar may continue its sentence after the end. */
    finishSentenceMs: Type.Number(),
  }),
});
export type ConversationPlan = Static<typeof ConversationPlan>;
