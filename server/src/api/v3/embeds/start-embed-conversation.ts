import { IdParams, StartedEmbedConversation } from '@visavis/contracts';
import { endsAt } from '../../../domain/conversations/conversation.ts';
import { forbidden, namingFields } from '../../../domain/errors.ts';
import { newId } from '../../../domain/ids.ts';
import { grantKey } from '../../../domain/organizations/client-tokens.ts';
import type { Endpoint } from '../../api-app.ts';
import { withoutEmpty } from '../../present/present.ts';
import { conversationFieldNames } from '../../start-field-names.ts';
import { openEmbed, PageHeaders } from './open-embed.ts';

/** Starts per minute and address; visitors who share an address may have to wait. */
const STARTS_PER_MINUTE = 10;

export const startEmbedConversation: Endpoint = (app, services) => {
  app.post(
    '/embeds/:id/conversations',
    {
      config: { access: 'public' },
      schema: {
        operationId: 'startEmbedConversation',
        tags: ['embeds'],
        summary: 'Start a conversation of an embed',
        description:
          'For browsers on pages of its `allowedOrigins`, without any credential. 403 for other pages, 402 when its day ' +
          'is spent, 429 while it has as many conversations as it may, and for more than ten starts a minute from one ' +
          'address.',
        params: IdParams,
        headers: PageHeaders,
        response: { 201: StartedEmbedConversation },
      },
    },
    async (request, reply) => {
      const { embed, organization } = await openEmbed(services, request, 'start', STARTS_PER_MINUTE);
      // Browsers send Origin with every POST; programs should use an API key.
      if (!request.headers.origin)
        throw forbidden('An embed is started by a browser: the header Origin is missing.');
      const persona = (embed.characterId ?? embed.avatarId)!;
      const user = newId('vis');
      const { token, expiresAt } = await services.clientTokens.mint(organization.id, {
        user,
        client: embed.client,
        character: persona,
        embed: embed.id,
      });
      const grant = { organizationId: organization.id, user, client: embed.client, character: persona };
      const { recorded, consumerAccessToken } = await namingFields(conversationFieldNames, () =>
        services.conversations.start({
          organizationId: organization.id,
          name: embed.name,
          client: embed.client,
          persona: { kind: 'id', id: persona },
          knowledgeBaseId: embed.knowledgeBaseId ?? undefined,
          host: undefined,
          remoteAgent: undefined,
          consumer: { identity: user, name: 'Visitor' },
          // The organization's limit may have been lowered since the embed was created.
          maxSeconds: Math.min(embed.maxSeconds, organization.maxSessionSeconds - 1),
          promptCtx: null,
          variables: null,
          embed,
          passGrant: grantKey({ ...grant, embed: embed.id }),
          baseUrl: request.links.baseUrl,
        }),
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
