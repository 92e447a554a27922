import { IdParams } from '@visavis/contracts';
import { Type } from 'typebox';
import type { FeedItem } from '../../../domain/conversations/conversation-feed.ts';
import { invalid } from '../../../domain/errors.ts';
import { grantKey } from '../../../domain/organizations/client-tokens.ts';
import type { Endpoint } from '../../api-app.ts';
import type { StreamedEvent } from '../../plugins/event-streams.ts';
import { presentState, presentTimeline, presentTranscript } from '../../present/conversations.ts';
import { withoutEmpty } from '../../present/present.ts';

const DESCRIPTION = `Server-sent events, from the beginning and then as they happen, until the conversation has ended:

- \`timeline\`: a TimelineEntry.
- \`transcript\`: a TranscriptEntry. One that grows, or is cut by an interruption, comes again with the same \`id\`.
- \`status\`: \`id\`, \`status\` and the times; one with a terminal status is the last but for a few last words.
- \`dropped\`: the reader was too slow; \`reason\` says so.

The \`id\` of an event grows within its conversation. Send the last one as \`Last-Event-ID\` to go on behind it; 204 says
that there will be nothing more. What has changed several times meanwhile comes once, as it is now. Comments are
heartbeats. A client token may follow what was started with it.`;

export const followConversation: Endpoint = (app, { conversations }) => {
  app.get(
    '/conversations/:id/events',
    {
      // No HEAD route: it would follow the conversation without a reader.
      exposeHeadRoute: false,
      config: { access: 'api_key_or_client_token', streams: true },
      schema: {
        operationId: 'followConversation',
        tags: ['conversations'],
        summary: 'Follow conversation',
        description: DESCRIPTION,
        params: IdParams,
        headers: Type.Object({
          'last-event-id': Type.Optional(
            Type.String({ maxLength: 100, description: 'The id of the last event that was seen.' }),
          ),
        }),
        response: {
          200: {
            description: 'The events.',
            content: { 'text/event-stream': { schema: Type.String() } },
          },
          204: Type.Null({ description: 'The conversation has ended and all its events were sent.' }),
        },
      },
    },
    async (request, reply) => {
      const after = readLastEventId(request.headers['last-event-id']);
      const { organization, grantIfAny: grant } = request;
      const stream = app.openEventStream(organization.id, reply);
      try {
        const feed = await conversations.follow(organization.id, request.params.id, {
          after,
          passGrant: grant && grantKey(grant),
          signal: stream.signal,
        });
        if (feed) return stream.send(present(feed));
        stream.discard();
        return reply.code(204).send(null);
      } catch (error) {
        stream.discard();
        throw error;
      }
    },
  );
};

const LARGEST = 2 ** 31 - 1;

function readLastEventId(text: string | undefined): number {
  if (text === undefined || text === '') return 0;
  const id = Number(text);
  if (!/^\d+$/.test(text) || id > LARGEST)
    throw invalid('header.last-event-id', 'must be the id of an event');
  return id;
}

async function* present(feed: AsyncIterable<FeedItem[]>): AsyncGenerator<StreamedEvent[]> {
  for await (const items of feed) {
    yield items.map((item) => ({ id: item.revision, event: item.kind, data: presentItem(item) }));
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
