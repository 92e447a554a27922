import { CreatedInvitation, CreateInvitation, Invitation } from '@visavis/contracts';
import type { MemberInvitation } from '../../domain/members/member.ts';
import { type Endpoint, operation } from '../api-app.ts';
import { each, ownedRoutes } from '../owned-routes.ts';
import { presentInvitation } from '../present/members.ts';

const tags = ['members'];

export const invitationRoutes: Endpoint = (app, { members }) => {
  const { list, remove } = ownedRoutes<MemberInvitation, typeof Invitation>(app, {
    names: ['invitation', 'invitations'],
    schema: Invitation,
    tags,
    permission: 'administer',
    present: each(presentInvitation),
  });
  app.post(
    '/invitations',
    operation('api_key', {
      operationId: 'createInvitation',
      tags,
      summary: 'Invite member',
      description:
        'Send the link to the person you invite: whoever opens it first creates a passkey and becomes the member. It works ' +
        'once, within seven days, and is shown only once; only a hash of its secret is stored.',
      body: CreateInvitation,
      response: { 201: CreatedInvitation },
      flags: { permission: 'administer', audited: true },
    }),
    async ({ organization, body, links }, reply) => {
      const { invitation, secret } = await members.invite(organization.id, body);
      // In the fragment, so that it reaches no server and no log.
      const link = links.absolute(`/console/#invitation=${secret}`);
      return reply.code(201).send({ ...presentInvitation(invitation), link });
    },
  );
  list(members.listInvitations, {
    description: 'Lists unused invitations. They have no client, so filtering by `client` returns none.',
  });
  remove((organizationId, id) => members.withdraw(organizationId, id), {
    summary: 'Withdraw invitation',
    description: 'The link of the invitation no longer works.',
  });
};
