import { EmbedLook, IdParams, StartedEmbedConversation } from '@visavis/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { endsAt } from '../../domain/conversations/conversation.ts';
import type { Embed } from '../../domain/embeds/embeds.ts';
import { VisitedEmbeds } from '../../domain/embeds/visited-embeds.ts';
import { forbidden, rateLimited, renameErrorFields } from '../../domain/errors.ts';
import { newId } from '../../domain/ids.ts';
import { grantKey } from '../../domain/organizations/client-tokens.ts';
import type { Organization } from '../../domain/organizations/organization.ts';
import { bucketOfAddress } from '../../domain/request-rates.ts';
import type { Services } from '../../domain/services.ts';
import { addressBlock } from '../../lib/address-block.ts';
import { type Endpoint, operation } from '../api-app.ts';
import { withoutEmpty } from '../present/present.ts';
import { conversationFieldNames } from '../start-field-names.ts';

/** Headers that browsers add themselves and that identify the page. */
const PageHeaders = Type.Object({
  origin: Type.Optional(
    Type.String({
      description:
        'Origin of the page, sent by the browser. It must be one of the `allowedOrigins` of the embed.',
    }),
  ),
});

const LOOKS_PER_MINUTE = 120;
/** Starts per minute, address and embed; visitors who share an address may have to wait. */
const STARTS_PER_MINUTE = 10;
/** Starts per minute and embed, from all addresses. */
const STARTS_OF_ALL_PER_MINUTE = 300;

type EmbedRequest = FastifyRequest<{ Params: { id: string } }>;

/** Registers the operations that pages with an embed call, without any credential. */
export const embedVisitorRoutes: Endpoint = (app, services) => {
  const visited = new VisitedEmbeds();
  const setVisitedOrganization = (request: EmbedRequest): void => {
    request.visitedOrganization = visited.organizationOf(request.params.id);
  };
  app.get(
    '/embeds/:id/look',
    {
      onRequest: async (request: EmbedRequest) => setVisitedOrganization(request),
      ...operation('public', 'embeds', {
        operationId: 'getEmbedLook',
        summary: 'Get embed look',
        description:
          'Returns what the widget shows before a conversation. Pages of origins that are not in `allowedOrigins` get 403.',
        params: IdParams,
        headers: PageHeaders,
        response: { 200: EmbedLook },
      }),
    },
    async (request, reply) => {
      const { embed } = await openEmbed(services, request, reply, 'look', LOOKS_PER_MINUTE);
      visited.remember(embed);
      const { organizationId, look } = embed;
      const persona = embed.characterId
        ? await services.characters.get(organizationId, embed.characterId)
        : await services.avatars.get(organizationId, embed.avatarId!);
      reply.header('vary', 'origin').header('cache-control', 'private, max-age=60');
      return {
        id: embed.id,
        name: persona.name,
        thumbnailUrl: request.links.faceImage(persona.faceId, 'thumbnail'),
        ...look,
      };
    },
  );
  app.post(
    '/embeds/:id/conversations',
    {
      // Checked before the request is queued and before the store is asked.
      onRequest: async (request: EmbedRequest) => {
        visited.checkStart(request.params.id);
        setVisitedOrganization(request);
      },
      ...operation('public', 'embeds', {
        operationId: 'startEmbedConversation',
        summary: 'Start embed conversation',
        description:
          'Starts a conversation from a page that shows the embed, without a credential. Fails with 403 if the origin of the page ' +
          'is not in `allowedOrigins` or the embed is disabled, with 402 if the daily limit is reached, and with 429 if the maximum number of conversations ' +
          `runs, or after more than ${STARTS_PER_MINUTE} starts per minute from one address or ${STARTS_OF_ALL_PER_MINUTE} from all addresses.`,
        params: IdParams,
        headers: PageHeaders,
        response: { 201: StartedEmbedConversation },
      }),
    },
    async (request, reply) => {
      // Others may have started while it was queued.
      visited.checkStart(request.params.id);
      const { embed, organization } = await openEmbed(services, request, reply, 'start', STARTS_PER_MINUTE);
      // Browsers send Origin with every POST; programs should use an API key.
      if (!request.headers.origin)
        throw forbidden('The header Origin is missing: only a browser can start a conversation of an embed.');
      const persona = (embed.characterId ?? embed.avatarId)!;
      const user = newId('vis');
      const grant = { user, client: embed.client, character: persona, embed: embed.id };
      const { token, expiresAt } = await services.clientTokens.mint(organization.id, grant);
      const startConversation = (terms: Embed) =>
        services.conversations.start({
          organizationId: organization.id,
          name: embed.name,
          client: embed.client,
          persona: { kind: 'id', id: persona },
          knowledgeBaseId: embed.knowledgeBaseId ?? undefined,
          consumer: { identity: user, name: 'Visitor' },
          // The organization's limit may have been lowered since the embed was created.
          maxSeconds: Math.min(embed.maxSeconds, organization.maxSessionSeconds - 1),
          promptCtx: null,
          variables: null,
          embed: terms,
          passGrant: grantKey(grant),
          baseUrl: request.links.baseUrl,
        });
      const { recorded, consumerAccessToken } = await visited.whileStarting(
        embed,
        addressBlock(request.ip),
        services.clock().getTime(),
        async (terms) => {
          await requireRate(services, `embed start ${embed.id}`, STARTS_OF_ALL_PER_MINUTE);
          return renameErrorFields(conversationFieldNames, () => startConversation(terms));
        },
      );
      const { conversation } = recorded;
      const { id, serverUrl, engine, maxSeconds } = conversation;
      return reply.code(201).send({
        conversation: withoutEmpty({
          id,
          serverUrl,
          engine,
          maxSeconds,
          endsAt: endsAt(conversation).toISOString(),
        }),
        ...withoutEmpty({ consumerAccessToken }),
        token,
        expiresAt: expiresAt.toISOString(),
      });
    },
  );
};

/**
 * Opens the embed of the request, for the origin of the page. Counts by client address, so that a flood from one
 * address uses up neither the organization's rate limit nor that of other visitors; and by embed only if it exists, so
 * that made-up ids do not fill the counters.
 * @param perMinute per address and embed
 * @throws DomainError `rate_limited`, and what `open` throws
 */
async function openEmbed(
  services: Services,
  request: EmbedRequest,
  reply: FastifyReply,
  purpose: string,
  perMinute: number,
): Promise<{ embed: Embed; organization: Organization }> {
  await request.server.consumeRate('address', request, reply);
  const { headers, links, params } = request;
  const opened = await services.embeds.open(params.id, headers.origin, links.ownOrigin);
  await requireRate(services, bucketOfAddress(request.ip, `embed ${purpose} ${opened.embed.id}`), perMinute);
  return opened;
}

/** @throws DomainError `rate_limited` */
async function requireRate({ requestRates }: Services, bucket: string, perMinute: number): Promise<void> {
  const { hits, resetSeconds } = await requestRates.count(bucket, perMinute);
  if (hits > perMinute) throw rateLimited(resetSeconds);
}
