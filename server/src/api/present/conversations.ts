import type * as contract from '@visavis/contracts';
import {
  type Conversation,
  endsAt,
  type TimelineRow,
  type TranscriptRow,
} from '../../domain/conversations/conversation.ts';
import type { PersonaSnapshot } from '../../domain/conversations/persona-snapshot.ts';
import type { RecordedConversation } from '../../domain/conversations/recorded-conversation.ts';
import { characterIdentity } from '../../domain/personas/characters.ts';
import type { Services } from '../../domain/services.ts';
import type { Links } from '../plugins/links.ts';
import { presentAgent, presentAvatar, presentCharacter } from './personas.ts';
import { presentOwned, withoutEmpty } from './present.ts';

export async function presentConversations(
  { documents }: Pick<Services, 'documents'>,
  recorded: readonly RecordedConversation[],
  links: Links,
): Promise<contract.Conversation[]> {
  const held = await documents.ofKnowledgeBases(
    recorded.flatMap(({ persona }) => persona.knowledgeBase?.id ?? []),
  );
  return recorded.map(({ conversation, persona, transcript, timeline, isTruncated }) => {
    const { name, charge, chargeBySecond, maxSeconds, characterId, avatarId, room, serverUrl } = conversation;
    const { remoteAgentName, remoteAgentIdentity, consumerName, consumerIdentity } = conversation;
    const { character, face, voice, brain, knowledgeBase } = persona;
    const knowledge = { knowledgeBase, documents: knowledgeBase && held.get(knowledgeBase.id) };
    return withoutEmpty({
      name,
      charge,
      chargeBySecond,
      maxSeconds,
      characterId: characterId ?? avatarId,
      character:
        character && face && presentCharacter(character, { face, voice, brain, ...knowledge }, links),
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

export function presentSession(
  { conversation, persona, transcript, isTruncated }: RecordedConversation,
  links: Links,
): contract.Session {
  const { name, provider, freemium, serverUrl, agentId, knowledgeBaseId, room } = conversation;
  const { remoteAgentIdentity, remoteAgentName, consumerIdentity, consumerName } = conversation;
  return withoutEmpty({
    freemium,
    name,
    provider,
    host: { serverUrl },
    avatar: presentSessionAvatar(persona, links),
    avatarId: conversation.avatarId ?? conversation.characterId,
    agentId,
    agent: persona.agent && presentAgent(persona.agent),
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

/** In `/v1` a character is shown as an avatar. */
function presentSessionAvatar(
  { avatar, linkedAgent, character }: PersonaSnapshot,
  links: Links,
): contract.Avatar | undefined {
  if (avatar) return presentAvatar(avatar, linkedAgent, links);
  if (!character) return undefined;
  return withoutEmpty({
    identity: characterIdentity(character),
    name: character.name,
    description: character.description ?? '',
    thumbnailUrl: links.faceImage(character.faceId, 'thumbnail'),
    ...presentOwned(character),
  });
}

export function presentState(conversation: Conversation) {
  const { status, endReason, endDetail, startedAt, joinedAt, endedAt, engine, avatarIdentity } = conversation;
  return {
    status,
    endReason,
    endDetail,
    startedAt: startedAt.toISOString(),
    joinedAt: joinedAt?.toISOString(),
    endedAt: endedAt?.toISOString(),
    endsAt: endsAt(conversation).toISOString(),
    engine,
    avatarIdentity,
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
