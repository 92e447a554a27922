import { IdParams, Session, StartedSession, StartSession } from '@visavis/contracts';
import type { RecordedConversation } from '../../domain/conversations/conversation.ts';
import { renameErrorFields } from '../../domain/errors.ts';
import { type Endpoint, operation } from '../api-app.ts';
import { PICTURE_BODY_BYTES } from '../body-limits.ts';
import { ownedRoutes } from '../owned-routes.ts';
import { presentOneSession, presentSessions } from '../present/conversations.ts';
import { withoutEmpty } from '../present/present.ts';
import { presentOrStop } from '../present-or-stop.ts';
import { sessionFieldNames } from '../start-field-names.ts';

export const sessionRoutes: Endpoint = (app, services) => {
  const { conversations } = services;
  const { list, get } = ownedRoutes(app, {
    names: ['session', 'sessions'],
    schema: Session,
    present: (recorded: readonly RecordedConversation[], { links }) =>
      presentSessions(services, recorded, links),
  });
  app.post(
    '/sessions',
    operation('api_key', 'sessions', {
      operationId: 'startSession',
      summary: 'Start session',
      description:
        'Starts a session in one of three ways: hosted by the service (with `consumerIdentity`, and `agent` or an avatar with a ' +
        'linked agent), with your own agent in a room of the service (with `remoteAgentConnectingIdentity`), or in your own ' +
        'room (with `host` and `remoteAgentConnectingIdentity`).',
      body: StartSession,
      response: { 201: StartedSession },
      bodyLimit: PICTURE_BODY_BYTES,
    }),
    async (request, reply) => {
      const { body, organization, links } = request;
      const { recorded, ...tokens } = await renameErrorFields(sessionFieldNames(body), () =>
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
          turnTaking: body.turnTaking,
          video: body.video,
          variables: body.templateVars ?? null,
          passGrant: null,
          baseUrl: links.baseUrl,
        }),
      );
      const session = await presentOrStop(services, recorded, presentOneSession(services, recorded, links));
      return reply.code(201).send({ session, ...withoutEmpty(tokens) });
    },
  );
  list((organizationId, page) => conversations.list(organizationId, page, { timelines: false }));
  get((organizationId, id) => conversations.get(organizationId, id), {
    description: 'Returns the session with its transcript. This also works while the session runs.',
  });
  app.patch(
    '/sessions/:id/stop',
    operation('api_key', 'sessions', {
      operationId: 'stopSession',
      summary: 'Stop session',
      description: 'Ends the session immediately and returns it. Stopping an ended session changes nothing.',
      params: IdParams,
      response: { 200: Session },
      flags: { storesNothing: true },
    }),
    async (request) => {
      const { id } = request.organization;
      const recorded = await services.conversations.stop(id, request.params.id);
      return presentOneSession(services, recorded, request.links);
    },
  );
};
