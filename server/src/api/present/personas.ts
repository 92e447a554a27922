import type * as contract from '@visavis/contracts';
import type { KnowledgeBase, KnowledgeDocument } from '../../domain/knowledge-bases/document.ts';
import type { Agent } from '../../domain/personas/agents.ts';
import type { Avatar } from '../../domain/personas/avatars.ts';
import type { Brain } from '../../domain/personas/brains.ts';
import { type Character, characterIdentity, characterProvider } from '../../domain/personas/characters.ts';
import type { Face } from '../../domain/personas/face.ts';
import type { Voice } from '../../domain/personas/voices.ts';
import type { Links } from '../plugins/links.ts';
import { presentKnowledgeBase } from './knowledge.ts';
import { presentOwned, withoutEmpty } from './present.ts';

export function presentVoice(voice: Voice): contract.Voice {
  return withoutEmpty({ identity: voice.identity, instructions: voice.instructions, ...presentOwned(voice) });
}

export function presentBrain(brain: Brain): contract.Brain {
  const { instructions, greetingMessage, model } = brain;
  return withoutEmpty({
    instructions,
    greetingMessage: greetingMessage ?? '',
    model,
    ...presentOwned(brain),
  });
}

export function presentFace(face: Face, links: Links): contract.Face {
  return withoutEmpty({
    identity: face.identity,
    builtIn: face.builtIn,
    description: face.description,
    thumbnailUrl: links.faceImage(face.id, 'thumbnail'),
    referenceImgUrl: links.faceImage(face.id, 'reference'),
    rig: face.rig,
    ...presentOwned(face),
  });
}

/** The resources that make up a character. */
export interface CharacterPieces {
  face: Face;
  voice?: Voice | undefined;
  brain?: Brain | undefined;
  knowledgeBase?: KnowledgeBase | undefined;
  documents?: readonly KnowledgeDocument[] | undefined;
}

export function presentCharacter(
  character: Character,
  { face, voice, brain, knowledgeBase, documents = [] }: CharacterPieces,
  links: Links,
): contract.Character {
  const { name, description, faceId, voiceId, brainId, knowledgeBaseId, elevenlabsAgentId } = character;
  const { search, memory, toolIds } = character;
  return withoutEmpty({
    name,
    description,
    livekitIdentity: characterIdentity(character),
    provider: characterProvider(character),
    faceId,
    face: presentFace(face, links),
    voiceId,
    voice: voice && presentVoice(voice),
    brainId,
    brain: brain && presentBrain(brain),
    knowledgeBaseId,
    knowledgeBase: knowledgeBase && presentKnowledgeBase(knowledgeBase, documents),
    elevenlabsAgentId,
    search,
    memory,
    tools: presentReferences(toolIds),
    ...presentOwned(character),
  });
}

export function presentAgent(agent: Agent): contract.Agent {
  return withoutEmpty({
    provider: agent.provider,
    // Absent in snapshots from releases without this field.
    anyProvider: agent.anyProvider ?? false,
    name: agent.name,
    // A model allowed by the operator is in this service's schema (plugins/extend-schema-enums.ts), not in the type.
    model: agent.model as contract.Model | null,
    voice: agent.voice,
    instructions: agent.instructions,
    greetingMsg: agent.greetingMsg ?? '',
    apologyMsg: agent.apologyMsg,
    waitMsgs: agent.waitMsgs && [...agent.waitMsgs],
    remoteId: agent.remoteId,
    search: agent.search,
    emotions: agent.emotions,
    memory: agent.memory,
    // Default for snapshots from releases without this field.
    onBackchannel: agent.onBackchannel ?? 'ignore',
    turnTaking: agent.turnTaking ?? { patience: 'normal' as const },
    video: agent.video ?? true,
    language: agent.language,
    voiceId: agent.voiceId,
    brainId: agent.brainId,
    knowledgeBaseId: agent.knowledgeBaseId,
    llmServerId: agent.llmServerId,
    ttsServerId: agent.ttsServerId,
    sttServerId: agent.sttServerId,
    tools: presentReferences(agent.toolIds),
    ...presentOwned(agent),
  });
}

const presentReferences = (ids: readonly string[]) => ids.map((id) => ({ id }));

export function presentAvatar(avatar: Avatar, agent: Agent | undefined, links: Links): contract.Avatar {
  const { identity, name, description, agentId } = avatar;
  return withoutEmpty({
    identity,
    name,
    description,
    thumbnailUrl: links.faceImage(avatar.faceId, 'thumbnail'),
    agentId: agentId ? { id: agentId } : null,
    agent: agent ? presentAgent(agent) : null,
    ...presentOwned(avatar),
  });
}
