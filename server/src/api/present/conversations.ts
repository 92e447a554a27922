import type * as contract from '@visavis/contracts';
import {
  type Conversation,
  endsAt,
  type TimelineRow,
  type TranscriptRow,
} from '../../domain/conversations/conversation.ts';
import type { RecordedConversation } from '../../domain/conversations/conversations.ts';
import type { Agent } from '../../domain/personas/agents.ts';
import type { Avatar } from '../../domain/personas/avatars.ts';
import type { Character } from '../../domain/personas/characters.ts';
import type { Services } from '../../domain/services.ts';
import type { Links } from '../plugins/links.ts';
import { presentAgent, presentAvatar, presentCharacter } from './personas.ts';
import { presentOwned, withoutEmpty } from './present.ts';

/** Everything that conversations name and that their views show, read in a few statements for a whole page. */
interface Named {
  avatars: Map<string, Avatar>;
  agents: Map<string, Agent>;
  characters: Map<string, Character>;
}

async function readNamed(services: Services, organizationId: string, rows: Conversation[]): Promise<Named> {
  const [avatars, characters] = await Promise.all([
    services.avatars.getMany(
      organizationId,
      rows.map((row) => row.avatarId),
    ),
    services.characters.getMany(
      organizationId,
      rows.map((row) => row.characterId),
    ),
  ]);
  const agentIds = [
    ...rows.map((row) => row.agentId),
    ...[...avatars.values()].map((avatar) => avatar.agentId),
  ];
  return { avatars, characters, agents: await services.agents.getMany(organizationId, agentIds) };
}

export async function presentConversations(
  services: Services,
  organizationId: string,
  recorded: readonly RecordedConversation[],
): Promise<contract.Conversation[]> {
  const characters = await services.characters.getMany(
    organizationId,
    recorded.map(({ conversation }) => conversation.characterId),
  );
  return recorded.map(({ conversation, transcript, timeline, isTruncated }) => {
    const { name, charge, chargeBySecond, maxSeconds, characterId, avatarId, room, serverUrl } = conversation;
    const { remoteAgentName, remoteAgentIdentity, consumerName, consumerIdentity } = conversation;
    const character = characterId ? characters.get(characterId) : undefined;
    return withoutEmpty({
      name,
      charge,
      chargeBySecond,
      maxSeconds,
      characterId: characterId ?? avatarId,
      character: character && presentCharacter(character),
      room,
      serverUrl,
      remoteAgentName,
      remoteAgentIdentity,
      consumerName,
      consumerIdentity,
      embedId: conversation.embedId,
      promptCtx: conversation.promptCtx,
      promptTemplateVars: conversation.promptTemplateVars,
      transcript: transcript.map(presentTranscript),
      timeline: timeline.map(presentTimeline),
      isTruncated: isTruncated || null,
      ...presentState(conversation),
      ...presentOwned(conversation),
    });
  });
}

export async function presentSessions(
  services: Services,
  organizationId: string,
  recorded: readonly RecordedConversation[],
  links: Links,
): Promise<contract.Session[]> {
  const named = await readNamed(
    services,
    organizationId,
    recorded.map(({ conversation }) => conversation),
  );
  return recorded.map((one) => presentSession(one, named, links));
}

function presentSession(
  { conversation, transcript, isTruncated }: RecordedConversation,
  named: Named,
  links: Links,
) {
  const { name, provider, freemium, serverUrl, agentId, knowledgeBaseId, room } = conversation;
  const agent = agentId ? named.agents.get(agentId) : undefined;
  const { remoteAgentIdentity, remoteAgentName, consumerIdentity, consumerName } = conversation;
  return withoutEmpty({
    freemium,
    name,
    provider,
    host: { serverUrl },
    avatar: presentSessionAvatar(conversation, named, links),
    avatarId: conversation.avatarId ?? conversation.characterId,
    agentId,
    agent: agent && presentAgent(agent),
    knowledgeBaseId,
    knowledgeBase: knowledgeBaseId ? { id: knowledgeBaseId } : null,
    maxDuration: conversation.maxSeconds,
    additionalCtx: conversation.promptCtx,
    templateVars: conversation.promptTemplateVars,
    consumerIdentity: participant(consumerIdentity, consumerName),
    remoteAgentIdentity: participant(remoteAgentIdentity, remoteAgentName),
    room,
    transcript: { entries: transcript.map(presentTranscript) },
    isTruncated: isTruncated || null,
    ...presentState(conversation),
    ...presentOwned(conversation),
  });
}

/** The avatar as it is now; one that has been deleted since is left out. A character shows itself as an avatar. */
function presentSessionAvatar(
  { avatarId, characterId }: Conversation,
  named: Named,
  links: Links,
): contract.Avatar | undefined {
  const avatar = avatarId ? named.avatars.get(avatarId) : undefined;
  if (avatar) {
    const agent = avatar.agentId ? named.agents.get(avatar.agentId) : undefined;
    return presentAvatar(avatar, agent, links);
  }
  const character = characterId ? named.characters.get(characterId) : undefined;
  if (!character) return undefined;
  return withoutEmpty({
    identity: character.id,
    name: character.name,
    description: character.description ?? '',
    thumbnailUrl: links.faceImage(character.faceId, 'thumbnail'),
    ...presentOwned(character),
  });
}

export function presentState(conversation: Conversation) {
  const { status, endReason, endDetail, startedAt, joinedAt, endedAt, engine } = conversation;
  return {
    status,
    endReason,
    endDetail,
    startedAt: startedAt.toISOString(),
    joinedAt: joinedAt?.toISOString(),
    endedAt: endedAt?.toISOString(),
    endsAt: endsAt(conversation).toISOString(),
    engine,
  };
}

export const presentTranscript = ({
  entryId,
  author,
  content,
  recordedAt,
}: TranscriptRow): contract.TranscriptEntry => ({
  id: entryId,
  author,
  content,
  recordedAt: recordedAt.toISOString(),
});

export const presentTimeline = ({
  type,
  author,
  content,
  recordedAt,
}: TimelineRow): contract.TimelineEntry => ({
  type,
  recordedAt: recordedAt.toISOString(),
  author,
  content,
});

function participant(identity: string | null, name: string | null) {
  return identity === null ? null : withoutEmpty({ identity, name });
}
