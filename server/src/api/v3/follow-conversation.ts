import { IdParams } from '@visavis/contracts';
import { Type } from 'typebox';
import type { FeedItem } from '../../domain/conversations/conversation.ts';
import { invalid } from '../../domain/errors.ts';
import { grantKey } from '../../domain/organizations/client-tokens.ts';
import { addressBlock } from '../../lib/address-block.ts';
import { type Endpoint, operation } from '../api-app.ts';
import type { StreamedEvent } from '../plugins/event-streams.ts';
import { presentState, presentTimeline, presentTranscript } from '../present/conversations.ts';
import { presentItemForClientToken, SEEN_BY_USERS } from '../present/for-client-tokens.ts';
import { withoutEmpty } from '../present/present.ts';

const DESCRIPTION = `Streams server-sent events: first those so far, then new ones as they occur, until the conversation has ended.

- \`timeline\`: a TimelineEntry.
- \`transcript\`: a TranscriptEntry. If it grows, or is cut by an interruption, it is sent again with the same \`id\`.
- \`status\`: \`id\`, \`status\` and the times of the conversation. A final status is the last event, except for a few last transcript entries.
- \`dropped\`: the stream ends because the client read too slowly; \`reason\` is \`slow_reader\`.

Event ids increase within a conversation. To resume a stream, send the last id as \`Last-Event-ID\`; 204 means that there are
no more events. An entry that has changed several times meanwhile is sent once, in its current state. Comments are heartbeats.
The stream ends within 30 seconds after its credential is revoked or expires. A client token can follow only conversations
that were started with it, and gets only the timeline entries that its user has seen or heard:
\`${SEEN_BY_USERS.join('`, `')}\`.`;

export const followConversation: Endpoint = (app, { conversations }) => {
  app.get(
    '/conversations/:id/events',
    {
      // No HEAD route: it would follow the conversation without a reader.
      exposeHeadRoute: false,
      ...operation('api_key_or_client_token', 'conversations', {
        operationId: 'followConversation',
        summary: 'Follow conversation',
        description: DESCRIPTION,
        params: IdParams,
        headers: Type.Object({
          'last-event-id': Type.Optional(
            Type.String({
              maxLength: 100,
              description: 'Id of the last event that was received: the stream resumes after it.',
            }),
          ),
        }),
        response: {
          200: {
            description: 'Stream of events.',
            content: { 'text/event-stream': { schema: Type.String() } },
          },
          204: Type.Null({ description: 'The conversation has ended, and there are no more events.' }),
        },
        flags: { permission: 'listen', streams: true },
      }),
    },
    async (request, reply) => {
      const after = readLastEventId(request.headers['last-event-id']);
      const { organization, grantIfAny: grant, signedIn } = request;
      const stream = app.openEventStream(
        {
          organizationId: organization.id,
          ...(grant && { endUser: { user: grant.user, address: addressBlock(request.ip) } }),
          ...(signedIn && { member: signedIn.member.id }),
          authenticate: () => request.authenticateAgain(),
        },
        reply,
      );
      try {
        const feed = await conversations.follow(organization.id, request.params.id, {
          after,
          passGrant: grant && grantKey(grant),
          signal: stream.signal,
        });
        if (feed) return stream.send(present(feed, grant ? presentItemForClientToken : presentItem));
        stream.discard();
        return reply.code(204).send(null);
      } catch (error) {
        stream.discard();
        throw error;
      }
    },
  );
};

const MAX_EVENT_ID = 2 ** 31 - 1;

function readLastEventId(text: string | undefined): number {
  if (text === undefined || text === '') return 0;
  const id = Number(text);
  if (!/^\d+$/.test(text) || id > MAX_EVENT_ID)
    throw invalid('header.last-event-id', 'must be the id of an event');
  return id;
}

async function* present(
  feed: AsyncIterable<FeedItem[]>,
  presentOne: (item: FeedItem) => object | undefined,
): AsyncGenerator<StreamedEvent[]> {
  for await (const items of feed) {
    yield items.flatMap((item) => {
      const data = presentOne(item);
      return data ? { id: item.revision, event: item.kind, data } : [];
    });
  }
}

function presentItem(item: FeedItem): object {
  switch (item.kind) {
    case 'timeline':
      return presentTimeline(item.row);
    case 'transcript':
      return presentTranscript(item.row);
    case 'status':
      return { id: item.conversation.id, ...withoutEmpty(presentState(item.conversation)) };
  }
}
