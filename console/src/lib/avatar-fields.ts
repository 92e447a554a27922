import type { Agent, Avatar, BodyOf, Operation } from '@visavis/client';
import { bodyOf, limitsOf, readFields } from './forms.ts';
import { NO_PERSON, type PersonFields } from './person-fields.ts';
import type { PROVIDERS } from './providers.ts';
import { api } from './session.ts';

type AgentBody = BodyOf<Operation<'post', '/v1/agents'>>;

/** The fields of the avatar form: those of the avatar and of its agent. */
export interface AvatarFields extends PersonFields {
  /** Whether no provider is chosen, so that the service picks one. */
  anyProvider: boolean;
  provider: keyof typeof PROVIDERS;
  /** ISO 639-1; empty: the language that the user speaks. */
  language: string;
}

const AGENT_DEFAULTS: Pick<AvatarFields, 'anyProvider' | 'provider' | 'language'> = {
  anyProvider: true,
  // The contract requires a provider; with `anyProvider`, the form shows the service's default instead.
  provider: 'gemini',
  language: '',
};
export const newAvatarFields = (): AvatarFields => ({
  ...readFields('avatar'),
  ...readFields('agent'),
  ...readFields('turnTaking', { patience: 'normal' }),
  ...NO_PERSON,
  ...AGENT_DEFAULTS,
  emotions: true,
  video: true,
});

export function readAvatarFields(avatar: Avatar): AvatarFields {
  const { name, identity, agent } = avatar;
  return {
    ...newAvatarFields(),
    ...readFields('avatar', avatar),
    ...(agent && { ...readFields('agent', agent), ...readFields('turnTaking', agent.turnTaking) }),
    name,
    identity,
    anyProvider: agent?.anyProvider ?? AGENT_DEFAULTS.anyProvider,
    provider: agent?.provider ?? AGENT_DEFAULTS.provider,
    language: agent?.language ?? AGENT_DEFAULTS.language,
    voice: agent?.voice ?? '',
    knowledgeBaseId: agent?.knowledgeBaseId ?? '',
    toolIds: agent?.tools.map(({ id }) => id) ?? [],
  };
}

/**
 * Saves the avatar and its agent. An agent that other avatars use as well is not changed: this avatar gets its own.
 * @param before absent for a new avatar
 * @param isShared whether other avatars use the agent of `before` as well
 */
export async function saveAvatar(
  fields: AvatarFields,
  before: Avatar | undefined,
  isShared: boolean,
  signal: AbortSignal,
): Promise<Avatar> {
  const ownAgent = before?.agent && !isShared ? before.agent : undefined;
  // The upload of a picture may be cancelled or refused: the agent is not changed before it has succeeded.
  const isAgentSavedLast = ownAgent !== undefined && fields.picture !== undefined;
  const agent = isAgentSavedLast ? ownAgent : await saveAgent(fields, before?.agent, ownAgent);
  const { identity: _, ...plain } = bodyOf('avatar', fields);
  const body = {
    ...plain,
    name: fields.name,
    agentId: agent.id,
    ...(fields.picture
      ? {
          refImage: fields.picture,
          ...(fields.rig && { rig: fields.rig }),
          ...(before && { identity: fields.identity }),
        }
      : { identity: fields.identity }),
    ...(before?.client && { client: before.client }),
  };
  try {
    const saved = before
      ? await api.put('/v1/avatars/{id}', { path: { id: before.id }, body, signal })
      : await api.post('/v1/avatars', { body, signal });
    if (isAgentSavedLast) await saveAgent(fields, ownAgent, ownAgent);
    return saved;
  } catch (error) {
    // Deletes the agent that was created for the avatar that could not be saved.
    if (!ownAgent) await api.delete('/v1/agents/{id}', { path: { id: agent.id } }).catch(() => undefined);
    throw error;
  }
}

async function saveAgent(
  fields: AvatarFields,
  before: Agent | undefined,
  ownAgent: Agent | undefined,
): Promise<Agent> {
  const isAgentAtProvider = !fields.anyProvider && fields.provider === 'elevenlabs';
  const body = {
    ...bodyOf('agent', fields),
    turnTaking: bodyOf('turnTaking', fields),
    anyProvider: fields.anyProvider,
    name: fields.name.slice(0, limitsOf('agent', 'name').maxLength),
    ...(before?.model && before.provider === fields.provider && { model: before.model }),
    // Clears the fields that only another kind of provider uses.
    ...(isAgentAtProvider ? { voice: null } : { remoteId: null }),
    ...(before?.brainId && { brainId: before.brainId }),
    ...(before?.voiceId && !isAgentAtProvider && { voiceId: before.voiceId }),
    tools: fields.toolIds.map((id) => ({ id })),
  } as AgentBody;
  if (ownAgent) return api.put('/v1/agents/{id}', { path: { id: ownAgent.id }, body });
  return api.post('/v1/agents', { body });
}
