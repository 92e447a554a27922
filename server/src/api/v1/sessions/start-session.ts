import { StartedSession, StartSession } from '@visavis/contracts';
import { namingFields } from '../../../domain/errors.ts';
import type { Endpoint } from '../../api-app.ts';
import { PICTURE_BODY_BYTES } from '../../body-limits.ts';
import { presentSession } from '../../present/conversations.ts';
import { withoutEmpty } from '../../present/present.ts';
import { sessionFieldNames } from '../../start-field-names.ts';

export const startSession: Endpoint = (app, services) => {
  app.post(
    '/sessions',
    {
      config: { access: 'api_key' },
      bodyLimit: PICTURE_BODY_BYTES,
      schema: {
        operationId: 'startSession',
        tags: ['sessions'],
        summary: 'Start session',
        description:
          'Hosted by the service (`consumerIdentity`, and `agent` or an avatar with a linked one), with your own agent ' +
          'in a room of the service (`remoteAgentConnectingIdentity`), or in a room of your own (`host` and ' +
          '`remoteAgentConnectingIdentity`).',
        body: StartSession,
        response: { 201: StartedSession },
      },
    },
    async (request, reply) => {
      const { body, organization, links } = request;
      const { recorded, ...tokens } = await namingFields(sessionFieldNames(body), () =>
        services.conversations.start({
          organizationId: organization.id,
          name: body.name,
          client: body.client ?? null,
          persona: { kind: 'avatar', avatar: body.avatar, agent: body.agent ?? undefined },
          knowledgeBaseId: body.knowledgeBase?.id ?? undefined,
          host: body.host ?? undefined,
          remoteAgent: body.remoteAgentConnectingIdentity ?? undefined,
          consumer: body.consumerIdentity ?? undefined,
          maxSeconds: body.maxDuration,
          promptCtx: body.additionalCtx ?? null,
          variables: body.templateVars ?? null,
          passGrant: null,
          baseUrl: links.baseUrl,
        }),
      );
      const session = presentSession(recorded, links);
      return reply.code(201).send({ session, ...withoutEmpty(tokens) });
    },
  );
};
