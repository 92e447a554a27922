import { StartConversation, StartedConversation } from '@visavis/contracts';
import { namingFields } from '../../../domain/errors.ts';
import type { Endpoint } from '../../api-app.ts';
import { TEXT_BODY_BYTES } from '../../body-limits.ts';
import { presentConversations } from '../../present/conversations.ts';
import { withoutEmpty } from '../../present/present.ts';
import { conversationFieldNames } from '../../start-field-names.ts';

export const startConversation: Endpoint = (app, services) => {
  app.post(
    '/conversations',
    {
      config: { access: 'api_key' },
      bodyLimit: TEXT_BODY_BYTES,
      schema: {
        operationId: 'startConversation',
        tags: ['conversations'],
        summary: 'Start conversation',
        description:
          'Hosted by the service, with your own agent in a room of the service (`remoteAgent`), or in a ' +
          'room of your own (`host` and `remoteAgent`).',
        body: StartConversation,
        response: { 201: StartedConversation },
      },
    },
    async (request, reply) => {
      const { body, organization, links } = request;
      const { recorded, ...tokens } = await namingFields(conversationFieldNames, () =>
        services.conversations.start({
          organizationId: organization.id,
          name: body.name,
          client: body.client ?? null,
          persona: { kind: 'id', id: body.characterId },
          knowledgeBaseId: undefined,
          host: body.host ?? undefined,
          remoteAgent: body.remoteAgent ?? undefined,
          consumer: body.consumer ?? undefined,
          makesConsumer: true,
          maxSeconds: body.maxSeconds,
          promptCtx: body.promptCtx ?? null,
          variables: body.promptTemplateVars ?? null,
          passGrant: null,
          baseUrl: links.baseUrl,
        }),
      );
      // The answer reads the knowledge base's documents. If that fails, the caller gets no tokens and could never join,
      // so the conversation is ended.
      const [presented] = await presentConversations(services, [recorded], links).catch(async (error) => {
        await services.conversations.stop(organization.id, recorded.conversation.id).catch(() => undefined);
        throw error;
      });
      return reply.code(201).send({ conversation: presented!, ...withoutEmpty(tokens) });
    },
  );
};
