import type { Agent, Avatar, BodyOf, Operation } from '@visavis/client';
import { limitsOf } from './limits.ts';
import { NO_PERSON, type PersonFields } from './person-fields.ts';
import { api } from './session.ts';

type AgentBody = BodyOf<Operation<'post', '/v1/agents'>>;

/** The fields of one form for an avatar and its agent. */
export interface Persona extends PersonFields {
  provider: 'openai' | 'gemini' | 'elevenlabs';
  remoteId: string;
  emotions: boolean;
  /** A short remark stops it. */
  stopsOnBackchannel: boolean;
  /** ISO 639-1; empty: whatever is spoken. */
  language: string;
}

export const NEW_PERSONA: Persona = {
  ...NO_PERSON,
  provider: 'gemini',
  remoteId: '',
  emotions: true,
  stopsOnBackchannel: false,
  language: '',
};

export function readPersona({ name, description, identity, agent }: Avatar): Persona {
  return {
    ...NEW_PERSONA,
    name,
    description,
    identity,
    provider: agent?.provider ?? 'gemini',
    voice: agent?.voice ?? '',
    remoteId: agent?.remoteId ?? '',
    instructions: agent?.instructions ?? '',
    greeting: agent?.greetingMsg ?? '',
    knowledgeBaseId: agent?.knowledgeBaseId ?? '',
    toolIds: agent?.tools.map(({ id }) => id) ?? [],
    search: agent?.search ?? false,
    emotions: agent?.emotions ?? true,
    memory: agent?.memory ?? false,
    stopsOnBackchannel: agent?.onBackchannel === 'stop',
    language: agent?.language ?? '',
  };
}

/**
 * Saves both. An agent that speaks for other avatars, too, stays as it is: this avatar gets one of its own.
 * @param before absent for a new avatar
 * @param isShared whether the agent of `before` speaks for others
 */
export async function savePersona(
  persona: Persona,
  before: Avatar | undefined,
  isShared: boolean,
): Promise<Avatar> {
  const own = before?.agent && !isShared ? before.agent : undefined;
  const agent = await saveAgent(persona, before?.agent, own);
  const body = {
    name: persona.name,
    description: persona.description,
    agentId: agent.id,
    ...(persona.picture
      ? {
          refImage: persona.picture,
          ...(persona.rig && { rig: persona.rig }),
          ...(before && { identity: persona.identity }),
        }
      : { identity: persona.identity }),
    ...(before?.client && { client: before.client }),
  };
  if (before) return api.put('/v1/avatars/{id}', { path: { id: before.id }, body });
  try {
    return await api.post('/v1/avatars', { body });
  } catch (error) {
    // An agent that was created for a failed avatar is deleted again.
    await api.delete('/v1/agents/{id}', { path: { id: agent.id } }).catch(() => undefined);
    throw error;
  }
}

async function saveAgent(
  persona: Persona,
  before: Agent | undefined,
  own: Agent | undefined,
): Promise<Agent> {
  const body = {
    provider: persona.provider,
    name: persona.name.slice(0, limitsOf('agent', 'name').maxLength),
    ...(persona.voice && persona.provider !== 'elevenlabs' && { voice: persona.voice }),
    ...(before?.model && before.provider === persona.provider && { model: before.model }),
    ...(persona.provider === 'elevenlabs' && persona.remoteId && { remoteId: persona.remoteId }),
    ...(persona.instructions && { instructions: persona.instructions }),
    ...(persona.greeting && { greetingMsg: persona.greeting }),
    ...(persona.knowledgeBaseId && { knowledgeBaseId: persona.knowledgeBaseId }),
    ...(before?.brainId && { brainId: before.brainId }),
    ...(before?.voiceId && persona.provider !== 'elevenlabs' && { voiceId: before.voiceId }),
    tools: persona.toolIds.map((id) => ({ id })),
    search: persona.search,
    emotions: persona.emotions,
    memory: persona.memory,
    onBackchannel: persona.stopsOnBackchannel ? 'stop' : 'ignore',
    ...(persona.language && { language: persona.language }),
  } as AgentBody;
  if (own) return api.put('/v1/agents/{id}', { path: { id: own.id }, body });
  return api.post('/v1/agents', { body });
}
