import { IdParams, PassSession, StartedPassSession, StartSessionPass } from '@visavis/contracts';
import { renameErrorFields } from '../../domain/errors.ts';
import { checkGrant, grantKey } from '../../domain/organizations/client-tokens.ts';
import { type Endpoint, operation } from '../api-app.ts';
import { TEXT_BODY_BYTES } from '../body-limits.ts';
import { presentPassSession, presentStartedPass } from '../present/for-client-tokens.ts';
import { withoutEmpty } from '../present/present.ts';
import { sessionFieldNames } from '../start-field-names.ts';

/** Registers the operations on sessions for browsers with a client token. */
export const sessionPassRoutes: Endpoint = (app, services) => {
  app.post(
    '/session-passes',
    operation('client_token', 'session passes', {
      operationId: 'startSessionPass',
      summary: 'Start session with a pass',
      description:
        'Starts a session from a browser, with a client token as bearer token. The user, client and avatar must be those ' +
        'that the token allows.',
      body: StartSessionPass,
      response: { 201: StartedPassSession },
      bodyLimit: TEXT_BODY_BYTES,
    }),
    async (request, reply) => {
      const { body, organization, grant, links } = request;
      const { recorded, ...tokens } = await renameErrorFields(sessionFieldNames(body), () =>
        services.conversations.start({
          organizationId: organization.id,
          name: body.name,
          client: checkGrant(grant, {
            user: body.consumerIdentity.identity,
            avatarId: body.avatar.id,
            client: body.client,
          }),
          persona: { kind: 'avatar', avatar: body.avatar, agent: body.agent },
          consumer: body.consumerIdentity,
          maxSeconds: body.maxDuration,
          promptCtx: body.additionalCtx ?? null,
          variables: body.templateVars ?? null,
          passGrant: grantKey(grant),
          onlyClient: grant.client ?? undefined,
          baseUrl: links.baseUrl,
        }),
      );
      const session = presentStartedPass(recorded, links);
      return reply.code(201).send({ session, ...withoutEmpty(tokens) });
    },
  );
  app.get(
    '/session-passes/:id',
    operation('client_token', 'session passes', {
      operationId: 'getSessionPass',
      summary: 'Get session started with a pass',
      description:
        'Returns a session that was started with a client token for the same user, client and character. Other sessions are 404.',
      params: IdParams,
      response: { 200: PassSession },
    }),
    async (request) => {
      const { id } = request.organization;
      const recorded = await services.conversations.get(id, request.params.id, grantKey(request.grant));
      return presentPassSession(recorded, request.links);
    },
  );
  app.patch(
    '/session-passes/:id/stop',
    operation('client_token', 'session passes', {
      operationId: 'stopSessionPass',
      summary: 'Stop session started with a pass',
      description:
        'Ends a session that was started with a client token for the same user, client and character. Other sessions are 404. ' +
        'Stopping an ended session changes nothing.',
      params: IdParams,
      response: { 200: PassSession },
      flags: { storesNothing: true },
    }),
    async (request) => {
      const { id } = request.organization;
      const recorded = await services.conversations.stop(id, request.params.id, grantKey(request.grant));
      return presentPassSession(recorded, request.links);
    },
  );
};
