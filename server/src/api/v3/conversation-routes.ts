import {
  AccessTokens,
  Conversation,
  ConversationErasureReceipt,
  ConversationLatency,
  ConversationsQuery,
  IdParams,
  RateConversation,
  RatedConversation,
  StartConversation,
  StartedConversation,
} from '@visavis/contracts';
import type { RecordedConversation } from '../../domain/conversations/conversation.ts';
import { turnLatencies } from '../../domain/conversations/conversation-metrics.ts';
import { renameErrorFields } from '../../domain/errors.ts';
import { hasPermission } from '../../domain/members/roles.ts';
import { grantKey } from '../../domain/organizations/client-tokens.ts';
import { type Endpoint, operation } from '../api-app.ts';
import { TEXT_BODY_BYTES } from '../body-limits.ts';
import { ownedRoutes } from '../owned-routes.ts';
import { dateOf } from '../page.ts';
import { presentConversations, withoutAgent } from '../present/conversations.ts';
import { withoutEmpty } from '../present/present.ts';
import { presentOrStop } from '../present-or-stop.ts';
import { conversationFieldNames } from '../start-field-names.ts';

export const conversationRoutes: Endpoint = (app, services) => {
  const { conversations, erasure } = services;
  const { list, get } = ownedRoutes(app, {
    names: ['conversation', 'conversations'],
    schema: Conversation,
    permission: 'listen',
    present: async (recorded: readonly RecordedConversation[], { links, signedIn }) => {
      const presented = await presentConversations(services, recorded, links);
      const mayReadAgents = !signedIn || hasPermission(signedIn.member.role, 'read');
      return mayReadAgents ? presented : presented.map(withoutAgent);
    },
  });
  app.post(
    '/conversations',
    operation('api_key', 'conversations', {
      operationId: 'startConversation',
      summary: 'Start conversation',
      description:
        'Starts a conversation in one of three ways: hosted by the service, with your own agent in a room of the service (with ' +
        '`remoteAgent`), or in your own room (with `host` and `remoteAgent`).',
      body: StartConversation,
      response: { 201: StartedConversation },
      bodyLimit: TEXT_BODY_BYTES,
    }),
    async (request, reply) => {
      const { body, organization, links } = request;
      const { recorded, ...tokens } = await renameErrorFields(conversationFieldNames, () =>
        services.conversations.start({
          organizationId: organization.id,
          name: body.name,
          client: body.client ?? null,
          persona: { kind: 'id', id: body.characterId },
          host: body.host ?? undefined,
          remoteAgent: body.remoteAgent ?? undefined,
          consumer: body.consumer ?? undefined,
          // An identity is generated if `consumer` is absent.
          generatesConsumer: true,
          maxSeconds: body.maxSeconds,
          promptCtx: body.promptCtx ?? null,
          turnTaking: body.turnTaking,
          video: body.video,
          variables: body.promptTemplateVars ?? null,
          passGrant: null,
          baseUrl: links.baseUrl,
        }),
      );
      const presenting = presentConversations(services, [recorded], links);
      const [presented] = await presentOrStop(services, recorded, presenting);
      return reply.code(201).send({ conversation: presented!, ...withoutEmpty(tokens) });
    },
  );
  list(
    (organizationId, page, query: ConversationsQuery) => {
      const { from, until, user, status, endReason, character, agent, embed, rating, search } = query;
      const dates = { from: dateOf(from), until: dateOf(until) };
      const filter = { user, status, endReason, character, agent, embed, rating, search, ...dates };
      return conversations.list(organizationId, { ...page, ...withoutEmpty(filter) }, { timelines: true });
    },
    {
      description:
        'Lists conversations, newest first, including running ones, with their transcripts and timelines.',
      querystring: ConversationsQuery,
    },
  );
  get((organizationId, id) => conversations.get(organizationId, id));
  app.get(
    '/conversations/:id/latency',
    operation('api_key', 'conversations', {
      operationId: 'getConversationLatency',
      summary: 'Get latency of a conversation',
      description:
        'Returns statistics of the time that the user waited for answers in the turns so far. The timeline contains the times of ' +
        'each turn; `/metrics` covers all conversations.',
      params: IdParams,
      response: { 200: ConversationLatency },
      flags: { permission: 'listen', isHeavy: true },
    }),
    async (request) => {
      const { conversation, timeline } = await conversations.get(request.organization.id, request.params.id);
      const engine = conversation.engine;
      return withoutEmpty({ conversationId: conversation.id, engine, ...turnLatencies(timeline) });
    },
  );
  app.post(
    '/conversations/:id/stop',
    operation('api_key', 'conversations', {
      operationId: 'stopConversation',
      summary: 'Stop conversation',
      description:
        'Ends the conversation immediately and returns it. Stopping an ended conversation changes nothing.',
      params: IdParams,
      response: { 201: Conversation },
      flags: { storesNothing: true },
    }),
    async (request, reply) => {
      const { id } = request.organization;
      const recorded = await services.conversations.stop(id, request.params.id);
      const [presented] = await presentConversations(services, [recorded], request.links);
      return reply.code(201).send(presented!);
    },
  );
  app.put(
    '/conversations/:id/rating',
    operation('api_key_or_client_token', 'conversations', {
      operationId: 'rateConversation',
      summary: 'Rate conversation',
      description:
        'Stores the rating of the user, during the conversation or later. A new rating replaces the previous one. A client token can ' +
        'rate only conversations that were started with it.',
      params: IdParams,
      body: RateConversation,
      response: { 200: RatedConversation },
    }),
    async (request) => {
      const { body, organization, params, grantIfAny: grant } = request;
      await conversations.rate(organization.id, params.id, body, grant && grantKey(grant));
      const { rating, comment } = body;
      return { conversationId: params.id, rating, ...withoutEmpty({ comment }) };
    },
  );
  app.delete(
    '/conversations/:id',
    operation('api_key', 'conversations', {
      operationId: 'eraseConversation',
      summary: 'Erase conversation',
      description:
        'Permanently erases an ended conversation with its transcript and timeline, webhook deliveries about it, and the memories ' +
        'that the user last stated in it, even if they first stated them in an earlier conversation. Usage stays in the totals, ' +
        'without the identity of the user. No webhook is sent for the erasure. Fails with 409 while the conversation runs: stop it first.',
      params: IdParams,
      response: { 200: ConversationErasureReceipt },
    }),
    async (request) => {
      const receipt = await erasure.eraseConversation(request.organization.id, request.params.id);
      return { ...receipt, erasedAt: receipt.erasedAt.toISOString() };
    },
  );
  app.post(
    '/conversations/:id/access-tokens',
    operation('api_key_or_client_token', 'conversations', {
      operationId: 'renewAccessTokens',
      summary: 'Renew access tokens',
      description:
        'Creates new access tokens for the participants of a running conversation, for clients that have lost theirs, for instance ' +
        'after a reload. Earlier tokens stay valid. Fails with 409 if the conversation has ended or runs in your own room. A client ' +
        'token can renew only the tokens of conversations that were started with it.',
      params: IdParams,
      response: { 201: AccessTokens },
      flags: { storesNothing: true },
    }),
    async (request, reply) => {
      const { organization, grantIfAny: grant } = request;
      const { expiresAt, ...tokens } = await conversations.renewAccess(
        organization.id,
        request.params.id,
        grant && grantKey(grant),
      );
      return reply.code(201).send({ ...withoutEmpty(tokens), expiresAt: expiresAt.toISOString() });
    },
  );
};
