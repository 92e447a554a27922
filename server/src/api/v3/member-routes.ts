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

const tags = ['members'];
const OWNER_LEAVES =
  'Where an owner ceases to be one, the open invitations of the organization are withdrawn: they may have the link of one.';

export const memberRoutes: Endpoint = (app, { members }) => {
  const { list, update, remove } = ownedRoutes(app, {
    names: ['member', 'members'],
    schema: Member,
    permission: 'administer',
    present: (rows: readonly Row[], { signedIn }) => rows.map((row) => presentMember(row, signedIn)),
  });
  list(members.list, {
    description: 'Who signs in to the console. They belong to no client, so `client` matches none.',
  });
  update(
    async (organizationId, id, fields) => {
      const updated = await members.update(organizationId, id, fields);
      app.recheckEventStreams(organizationId);
      return updated;
    },
    {
      body: UpdateMember,
      description: `A new role holds from the next request on. The last owner stays one. ${OWNER_LEAVES}`,
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
      description: `Signs them out everywhere, and their passkey is refused. The last owner stays. ${OWNER_LEAVES}`,
    },
  );
  app.get(
    '/members/:id/sessions',
    operation('api_key', {
      operationId: 'listMemberSessions',
      tags,
      summary: 'List sessions of a member',
      description: 'Browsers in which the member is signed in, the newest first: ten at most.',
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
    operation('api_key', {
      operationId: 'endMemberSession',
      tags,
      summary: 'End session of a member',
      description: 'The browser is signed out with its next request, and event streams that it has open end.',
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
