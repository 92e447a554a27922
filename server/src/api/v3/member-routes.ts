import {
  IdParams,
  Member,
  MemberSession,
  MemberSessionParams,
  MemberSessions,
  UpdateMember,
} from '@visavis/contracts';
import type { Member as Row } from '../../domain/members/member.ts';
import { type Endpoint, operation } from '../api-app.ts';
import { ownedRoutes } from '../owned-routes.ts';
import { presentMember, presentSession } from '../present/members.ts';

const OWNER_LEAVES =
  'If an owner loses this role, all open invitations of the organization are withdrawn, because that person may know their links.';

export const memberRoutes: Endpoint = (app, { members }) => {
  const { list, update, remove } = ownedRoutes(app, {
    names: ['member', 'members'],
    schema: Member,
    permission: 'administer',
    present: (rows: readonly Row[], { signedIn }) => rows.map((row) => presentMember(row, signedIn)),
  });
  list(members.list, {
    description:
      'Lists the people who can sign in to the console. Members belong to no client, so a filter by `client` matches none.',
  });
  update(
    async (organizationId, id, fields) => {
      const updated = await members.update(organizationId, id, fields);
      app.recheckEventStreams(organizationId);
      return updated;
    },
    {
      body: UpdateMember,
      description: `Changes the name or the role. A new role applies from the next request of the member on. The last owner cannot get another role (409). ${OWNER_LEAVES}`,
      audited: true,
    },
  );
  remove(
    async (organizationId, id) => {
      const removed = await members.remove(organizationId, id);
      app.recheckEventStreams(organizationId);
      return removed;
    },
    {
      description: `Removes the member and signs them out everywhere; their passkey is no longer accepted. The last owner cannot be removed (409). ${OWNER_LEAVES}`,
    },
  );
  app.get(
    '/members/:id/sessions',
    operation('api_key', 'members', {
      operationId: 'listMemberSessions',
      summary: 'List sessions of a member',
      description: 'Lists the browser sessions in which the member is signed in, newest first, at most ten.',
      params: IdParams,
      response: { 200: MemberSessions },
      flags: { permission: 'administer' },
    }),
    async ({ organization, params, signedIn }) => ({
      sessions: (await members.sessions(organization.id, params.id)).map((session) =>
        presentSession(session, signedIn),
      ),
    }),
  );
  app.delete(
    '/members/:id/sessions/:session',
    operation('api_key', 'members', {
      operationId: 'endMemberSession',
      summary: 'End session of a member',
      description:
        'Ends the session: the browser is signed out at its next request, and its open event streams end.',
      params: MemberSessionParams,
      response: { 200: MemberSession },
      flags: { permission: 'administer' },
    }),
    async ({ organization, params, signedIn }) => {
      const ended = await members.endSession(organization.id, params.id, params.session);
      app.recheckEventStreams(organization.id);
      return presentSession(ended, signedIn);
    },
  );
};
