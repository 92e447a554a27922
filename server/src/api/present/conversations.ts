import * as contract from '@visavis/contracts';
import { Compile } from 'typebox/schema';
import {
  type Conversation,
  endsAt,
  type PersonaSnapshot,
  type RecordedConversation,
  type TimelineRow,
  type TranscriptRow,
} from '../../domain/conversations/conversation.ts';
import { characterIdentity } from '../../domain/personas/characters.ts';
import type { Services } from '../../domain/services.ts';
import type { Links } from '../plugins/links.ts';
import { DOCUMENTS_WITHIN, presentKnowledgeBase } from './knowledge.ts';
import { presentAgent, presentAvatar, presentCharacter } from './personas.ts';
import { presentOwned, timeOf, withoutEmpty } from './present.ts';

export async function presentConversations(
  { documents }: Pick<Services, 'documents'>,
  recorded: readonly RecordedConversation[],
  links: Links,
): Promise<contract.Conversation[]> {
  const documentsByBase = await documents.newestOf(
    recorded.flatMap(({ persona }) => persona.knowledgeBase?.id ?? []),
    DOCUMENTS_WITHIN,
  );
  return recorded.map(({ conversation, persona, transcript, timeline, isTruncated }) => {
    const { name, charge, chargeBySecond, maxSeconds, characterId, avatarId, room, serverUrl } = conversation;
    const { remoteAgentName, remoteAgentIdentity, consumerName, consumerIdentity } = conversation;
    const { character, face, voice, brain, knowledgeBase } = persona;
    const knowledge = { knowledgeBase, documents: knowledgeBase && documentsByBase.get(knowledgeBase.id) };
    return withoutEmpty({
      name,
      charge,
      chargeBySecond,
      maxSeconds,
      characterId: characterId ?? avatarId,
      character:
        character && face && presentCharacter(character, { face, voice, brain, ...knowledge }, links),
      agentId: conversation.agentId,
      room,
      serverUrl,
      remoteAgentName,
      remoteAgentIdentity,
      consumerName,
      consumerIdentity,
      embedId: conversation.embedId,
      rating: conversation.rating,
      ratingComment: conversation.ratingComment,
      promptCtx: conversation.promptCtx,
      promptTemplateVars: conversation.promptTemplateVars,
      turnTaking: conversation.turnTaking,
      video: conversation.video,
      transcript: transcript.map(presentTranscript),
      timeline: timeline.map(presentTimeline),
      isTruncated: isTruncated || null,
      ...presentState(conversation),
      ...presentOwned(conversation),
    });
  });
}

/** Removes the agent's knowledge and instructions, for members who may read only what was said. */
export function withoutAgent(conversation: contract.Conversation): contract.Conversation {
  const { character: _character, promptCtx: _promptCtx, promptTemplateVars: _vars, ...rest } = conversation;
  return rest;
}

export async function presentSessions(
  { documents }: Pick<Services, 'documents'>,
  recorded: readonly RecordedConversation[],
  links: Links,
): Promise<contract.Session[]> {
  const documentsByBase = await documents.newestOf(
    recorded.flatMap(({ persona }) => persona.searched?.id ?? []),
    DOCUMENTS_WITHIN,
  );
  return recorded.map((each) => {
    const { searched } = each.persona;
    const knowledgeBase = searched && presentKnowledgeBase(searched, documentsByBase.get(searched.id) ?? []);
    return { ...presentSession(each, links), ...(knowledgeBase && { knowledgeBase }) };
  });
}

export async function presentOneSession(
  services: Pick<Services, 'documents'>,
  recorded: RecordedConversation,
  links: Links,
): Promise<contract.Session> {
  return (await presentSessions(services, [recorded], links))[0]!;
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
    turnTaking: conversation.turnTaking,
    video: conversation.video,
    transcript: {
      entries: transcript.map(presentTranscript),
      transcription: transcript.map(({ author, content, recordedAt }) => ({
        text: content,
        received_at: timeOf(recordedAt),
        identity: (author === 'user' ? consumerIdentity : conversation.avatarIdentity) ?? author,
      })),
    },
    isTruncated: isTruncated || null,
    ...presentState(conversation),
    ...presentOwned(conversation),
  });
}

/** `/v1` shows a character as an avatar. */
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
  endedAt,
}: TranscriptRow): contract.TranscriptEntry => ({
  id: entryId,
  author,
  content,
  recordedAt: timeOf(recordedAt),
  ...(endedAt && { endedAt: timeOf(endedAt) }),
});

export const presentTimeline = ({
  type,
  author,
  content,
  recordedAt,
}: TimelineRow): contract.TimelineEntry => {
  const data = contract.MEASURED_ENTRIES.includes(type) && readData(content);
  return { type, recordedAt: timeOf(recordedAt), author, content, ...(data && { data }) };
};

const timelineData = Compile(contract.TimelineData);

/** Returns the data of a timeline entry; `undefined` if the worker truncated it because of its length. */
function readData(content: string): contract.TimelineEntry['data'] {
  try {
    const { userEndedAt, ...fields } = JSON.parse(content) as Record<string, unknown>;
    // Workers report milliseconds since the epoch.
    const read =
      typeof userEndedAt === 'number'
        ? { userEndedAt: new Date(userEndedAt).toISOString(), ...fields }
        : fields;
    return timelineData.Check(read) ? read : undefined;
  } catch {
    return undefined;
  }
}

function participant(identity: string | null, name: string | null) {
  return identity === null ? null : withoutEmpty({ identity, name });
}
