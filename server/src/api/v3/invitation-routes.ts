import { CreatedInvitation, CreateInvitation, Invitation } from '@visavis/contracts';
import type { MemberInvitation } from '../../domain/members/member.ts';
import { type Endpoint, operation } from '../api-app.ts';
import { each, ownedRoutes } from '../owned-routes.ts';
import { presentInvitation } from '../present/members.ts';

export const invitationRoutes: Endpoint = (app, { members }) => {
  const { list, remove } = ownedRoutes<MemberInvitation, typeof Invitation>(app, {
    names: ['invitation', 'invitations'],
    schema: Invitation,
    tags: ['members'],
    permission: 'administer',
    present: each(presentInvitation),
  });
  app.post(
    '/invitations',
    operation('api_key', 'members', {
      operationId: 'createInvitation',
      summary: 'Invite member',
      description:
        'Creates an invitation. Send its link to the person you invite: the first person who accepts it becomes the member. The ' +
        'link works once, within seven days. It is returned only in this response; the service stores only a hash of its secret.',
      body: CreateInvitation,
      response: { 201: CreatedInvitation },
      flags: { permission: 'administer', audited: true },
    }),
    async ({ organization, body, links, signedIn }, reply) => {
      const { invitation, secret } = await members.invite(organization.id, body, signedIn?.member.id);
      // In the fragment, so that it reaches no server and no log.
      const link = links.absolute(`/console/#invitation=${secret}`);
      return reply.code(201).send({ ...presentInvitation(invitation), link });
    },
  );
  list(members.listInvitations, {
    description:
      'Lists unused invitations. Invitations belong to no client, so a filter by `client` matches none.',
  });
  remove((organizationId, id) => members.withdraw(organizationId, id), {
    summary: 'Withdraw invitation',
    description: 'Deletes the invitation: its link no longer works.',
  });
};
