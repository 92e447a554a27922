import type * as contract from '@visavis/contracts';
import type { FeedItem, RecordedConversation } from '../../domain/conversations/conversation.ts';
import type { Links } from '../plugins/links.ts';
import { presentSession, presentState, presentTimeline, presentTranscript } from './conversations.ts';
import { withoutEmpty } from './present.ts';

/**
 * Returns the fields of a conversation that may be read with a client token, which an end user has. They are listed
 * explicitly, so that a new field is not exposed by accident.
 */
export function presentPassSession(recorded: RecordedConversation, links: Links): contract.PassSession {
  const session = presentSession(recorded, links);
  const { id, name, host, avatarId, client, maxDuration, consumerIdentity, room, transcript } = session;
  return withoutEmpty({
    id,
    name,
    host,
    avatar: session.avatar && presentPassAvatar(session.avatar),
    avatarId,
    client,
    maxDuration,
    consumerIdentity,
    room,
    transcript,
    ...presentPassState(recorded.conversation),
    createdAt: session.createdAt,
    updatedAt: session.updatedAt,
  });
}

/** Returns the response to a start: it repeats what the request itself sent, as the specification requires. */
export function presentStartedPass(
  recorded: RecordedConversation,
  links: Links,
): contract.StartedPassSession['session'] {
  const session = presentPassSession(recorded, links);
  const { agentId, promptCtx, promptTemplateVars } = recorded.conversation;
  return withoutEmpty({
    ...session,
    organizationId: '',
    avatar: session.avatar && { ...session.avatar, organizationId: '' },
    agentId,
    additionalCtx: promptCtx,
    templateVars: promptTemplateVars,
  });
}

function presentPassAvatar(avatar: contract.Avatar): contract.PassSession['avatar'] {
  const { id, identity, name, description, thumbnailUrl, client, createdAt, updatedAt } = avatar;
  return withoutEmpty({ id, identity, name, description, thumbnailUrl, client, createdAt, updatedAt });
}

/** Returns the state without the end detail, which may quote a provider. */
function presentPassState(conversation: RecordedConversation['conversation']) {
  const state = presentState(conversation);
  const { status, endReason, startedAt, joinedAt, endedAt, endsAt, engine, avatarIdentity } = state;
  return { status, endReason, startedAt, joinedAt, endedAt, endsAt, engine, avatarIdentity };
}

/**
 * Types of timeline entries that a user may read: what that user saw and heard. The other entries are about the agent:
 * its model, its tools and their results, and a provider's own words.
 */
export const SEEN_BY_USERS: readonly contract.TimelineType[] = [
  'avatar_joined',
  'consumer_joined',
  'first_frame',
  'greeting',
  'interruption',
  'emotion',
  'reconnected',
  'consumer_left',
];

/** Returns an item of the feed as client tokens may read it; `undefined` if they may not. */
export function presentItemForClientToken(item: FeedItem): object | undefined {
  switch (item.kind) {
    case 'timeline':
      return SEEN_BY_USERS.includes(item.row.type) ? presentTimeline(item.row) : undefined;
    case 'transcript':
      return presentTranscript(item.row);
    case 'status':
      return { id: item.conversation.id, ...withoutEmpty(presentPassState(item.conversation)) };
  }
}
