import type { Agent, Avatar, BodyOf, Operation } from '@visavis/client';
import { bodyOf, limitsOf, readFields } from './forms.ts';
import { NO_PERSON, type PersonFields } from './person-fields.ts';
import type { PROVIDERS } from './providers.ts';
import { api } from './session.ts';

type AgentBody = BodyOf<Operation<'post', '/v1/agents'>>;

/** The fields of one form for an avatar and its agent. */
export interface Persona extends PersonFields {
  /** Whether nobody has chosen the provider. */
  anyProvider: boolean;
  provider: keyof typeof PROVIDERS;
  /** ISO 639-1; empty: whatever is spoken. */
  language: string;
}

const NEW: Pick<Persona, 'anyProvider' | 'provider' | 'language'> = {
  anyProvider: true,
  // The contract requires a provider; the form shows the one of the service.
  provider: 'gemini',
  language: '',
};
export const newPersona = (): Persona => ({
  ...readFields('avatar'),
  ...readFields('agent'),
  ...readFields('turnTaking', { patience: 'normal' }),
  ...NO_PERSON,
  ...NEW,
  emotions: true,
  video: true,
});

export function readPersona(avatar: Avatar): Persona {
  const { name, identity, agent } = avatar;
  return {
    ...newPersona(),
    ...readFields('avatar', avatar),
    ...(agent && { ...readFields('agent', agent), ...readFields('turnTaking', agent.turnTaking) }),
    name,
    identity,
    anyProvider: agent?.anyProvider ?? NEW.anyProvider,
    provider: agent?.provider ?? NEW.provider,
    language: agent?.language ?? NEW.language,
    voice: agent?.voice ?? '',
    knowledgeBaseId: agent?.knowledgeBaseId ?? '',
    toolIds: agent?.tools.map(({ id }) => id) ?? [],
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
  signal: AbortSignal,
): Promise<Avatar> {
  const own = before?.agent && !isShared ? before.agent : undefined;
  // Nothing is changed before a picture has come, which may be cancelled or refused.
  const isLater = own !== undefined && persona.picture !== undefined;
  const agent = isLater ? own : await saveAgent(persona, before?.agent, own);
  const { identity: _, ...plain } = bodyOf('avatar', persona);
  const body = {
    ...plain,
    name: persona.name,
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
  try {
    const saved = before
      ? await api.put('/v1/avatars/{id}', { path: { id: before.id }, body, signal })
      : await api.post('/v1/avatars', { body, signal });
    if (isLater) await saveAgent(persona, own, own);
    return saved;
  } catch (error) {
    // An agent that was created for a failed avatar is deleted again.
    if (!own) await api.delete('/v1/agents/{id}', { path: { id: agent.id } }).catch(() => undefined);
    throw error;
  }
}

async function saveAgent(
  persona: Persona,
  before: Agent | undefined,
  own: Agent | undefined,
): Promise<Agent> {
  const isRemote = !persona.anyProvider && persona.provider === 'elevenlabs';
  const body = {
    ...bodyOf('agent', persona),
    turnTaking: bodyOf('turnTaking', persona),
    anyProvider: persona.anyProvider,
    name: persona.name.slice(0, limitsOf('agent', 'name').maxLength),
    ...(before?.model && before.provider === persona.provider && { model: before.model }),
    // Fields that belong to another kind of provider are emptied.
    ...(isRemote ? { voice: null } : { remoteId: null }),
    ...(before?.brainId && { brainId: before.brainId }),
    ...(before?.voiceId && !isRemote && { voiceId: before.voiceId }),
    tools: persona.toolIds.map((id) => ({ id })),
  } as AgentBody;
  if (own) return api.put('/v1/agents/{id}', { path: { id: own.id }, body });
  return api.post('/v1/agents', { body });
}
