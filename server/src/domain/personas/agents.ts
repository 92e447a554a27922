import type { AgentVoice, CreateAgent, OnBackchannel, Provider, TurnTaking } from '@visavis/contracts';
import type { Clock } from '../clock.ts';
import type { EngineChoice } from '../conversations/live-ports.ts';
import type { KnowledgeBases } from '../knowledge-bases/knowledge-bases.ts';
import type { ModelServers } from '../model-servers/model-servers.ts';
import { type Owned, type OwnedFields, type OwnedStore, ownedResources } from '../owned.ts';
import { referenceId, textOrNone } from '../references.ts';
import type { Tools } from '../tools/tools.ts';
import type { Brains } from './brains.ts';
import { requireHearable, requireOffered } from './provider-offer.ts';
import { checkTemplate } from './template.ts';
import { readTurnTaking } from './turn-taking.ts';
import type { Voices } from './voices.ts';

export interface Agent extends Owned {
  provider: Provider;
  /** Nobody has chosen the provider: the conversation uses whichever the service has when it starts. */
  anyProvider: boolean;
  name: string | null;
  /** A model of the contract, or another one that the operator allowed when the agent was last changed. */
  model: string | null;
  voice: AgentVoice | null;
  instructions: string | null;
  greetingMsg: string | null;
  apologyMsg: string | null;
  waitMsgs: readonly string[] | null;
  /** Id of an agent hosted by the provider. */
  remoteId: string | null;
  search: boolean;
  emotions: boolean;
  memory: boolean;
  onBackchannel: OnBackchannel;
  /** `null` means the values of the patience `normal`. */
  turnTaking: TurnTaking | null;
  /** `false` if its avatar has only audio. */
  video: boolean;
  /** ISO 639-1. */
  language: string | null;
  voiceId: string | null;
  brainId: string | null;
  knowledgeBaseId: string | null;
  llmServerId: string | null;
  ttsServerId: string | null;
  sttServerId: string | null;
  toolIds: readonly string[];
}

export type Agents = ReturnType<typeof createAgents>;

export function createAgents(needs: {
  store: OwnedStore<Agent>;
  voices: Voices;
  brains: Brains;
  knowledgeBases: Pick<KnowledgeBases, 'resolveReference'>;
  tools: Pick<Tools, 'resolveReferences'>;
  modelServers: Pick<ModelServers, 'requireUsable'>;
  engines: Pick<EngineChoice, 'offers' | 'furtherModels'>;
  clock: Clock;
}) {
  const { store, voices, brains, knowledgeBases, tools, modelServers, engines, clock } = needs;
  const agents = ownedResources('agent', 'agt', store, clock);

  /** Validates the fields. Returns the ids of the tools. */
  async function check(organizationId: string, fields: CreateAgent): Promise<string[]> {
    checkTemplate(fields.instructions, 'instructions');
    checkTemplate(fields.greetingMsg, 'greetingMsg');
    requireOffered(engines, 'model', fields.provider, fields.model, 'model');
    requireOffered(engines, 'voice', fields.provider, fields.voice, 'voice');
    if (fields.voiceId) {
      const { identity } = await voices.resolveReference(organizationId, fields.voiceId, 'voiceId');
      if (!fields.voice) requireHearable(engines, fields.provider, identity, 'voiceId');
    }
    if (fields.brainId) await brains.resolveReference(organizationId, fields.brainId, 'brainId');
    if (fields.knowledgeBaseId) {
      await knowledgeBases.resolveReference(organizationId, fields.knowledgeBaseId, 'knowledgeBaseId');
    }
    await modelServers.requireUsable(organizationId, fields);
    return (await tools.resolveReferences(organizationId, fields.tools, 'tools')) ?? [];
  }

  return {
    ...agents,
    create: async (organizationId: string, fields: CreateAgent) => {
      const toolIds = await check(organizationId, fields);
      return agents.add(organizationId, { ...agentFields(fields), toolIds });
    },
    /** Omitted fields are unset. */
    replace: async (organizationId: string, id: string, fields: CreateAgent) => {
      const toolIds = await check(organizationId, fields);
      return agents.change(organizationId, id, { ...agentFields(fields), toolIds });
    },
  };
}

/** Returns the fields of an agent, with their defaults; the caller adds the ids of its tools. */
export function agentFields(fields: CreateAgent): Omit<OwnedFields<Agent>, 'toolIds'> {
  return {
    provider: fields.provider,
    anyProvider: fields.anyProvider ?? false,
    name: fields.name ?? null,
    model: fields.model ?? null,
    voice: fields.voice ?? null,
    instructions: fields.instructions ?? null,
    greetingMsg: textOrNone(fields.greetingMsg),
    apologyMsg: textOrNone(fields.apologyMsg),
    waitMsgs: fields.waitMsgs?.length ? fields.waitMsgs : null,
    remoteId: fields.remoteId ?? null,
    search: fields.search ?? false,
    emotions: fields.emotions ?? false,
    memory: fields.memory ?? false,
    onBackchannel: fields.onBackchannel ?? 'ignore',
    turnTaking: readTurnTaking(fields.turnTaking, 'turnTaking'),
    video: fields.video ?? true,
    language: fields.language ?? null,
    voiceId: fields.voiceId ?? null,
    brainId: fields.brainId ?? null,
    knowledgeBaseId: fields.knowledgeBaseId ?? null,
    llmServerId: fields.llmServerId ?? null,
    ttsServerId: fields.ttsServerId ?? null,
    sttServerId: fields.sttServerId ?? null,
    client: referenceId(fields.client) ?? null,
  };
}
