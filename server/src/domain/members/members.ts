import type { CreateInvitation, UpdateMember } from '@visavis/contracts';
import { hashSecret, newSecret } from '../bearer-secret.ts';
import { addSeconds, type Clock } from '../clock.ts';
import { conflict, forbidden, notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import { clientlessPage, limitReached, type PageRequest } from '../owned.ts';
import type {
  Member,
  MemberChange,
  MemberInvitation,
  MemberInvitationStore,
  MemberSession,
  MemberStore,
} from './member.ts';
import { mayAdminister } from './roles.ts';

export const MEMBERS_PER_ORGANIZATION = 200;
const INVITATIONS_PER_ORGANIZATION = 50;
const INVITATION_SECONDS = 7 * 24 * 3600;

/** A session that was not used for this long has ended. */
const IDLE_SECONDS = 12 * 3600;

export const hasEnded = ({ expiresAt, lastSeenAt }: MemberSession, now: Date): boolean =>
  expiresAt <= now || addSeconds(lastSeenAt, IDLE_SECONDS) <= now;

export type Members = ReturnType<typeof createMembers>;

export function createMembers(
  stores: { members: MemberStore; invitations: MemberInvitationStore },
  clock: Clock,
) {
  const { members, invitations } = stores;

  function changed(change: MemberChange, id: string): Member {
    if (change === undefined) throw notFound('member', id);
    if (change === 'last_owner')
      throw conflict(
        'This member is the last owner of the organization: make another member an owner first.',
      );
    return change;
  }

  return {
    list: (organizationId: string, page: PageRequest) =>
      clientlessPage(page, () => members.list(organizationId, page)),
    /** @throws DomainError `not_found`; `conflict` for the last owner */
    async update(organizationId: string, id: string, { name, role }: UpdateMember): Promise<Member> {
      const patch = { ...(name !== undefined && { name }), ...(role !== undefined && { role }) };
      return changed(await members.update(organizationId, id, patch), id);
    },
    /** Also signs the member out everywhere. @throws DomainError `not_found`; `conflict` for the last owner */
    async remove(organizationId: string, id: string): Promise<Member> {
      return changed(await members.remove(organizationId, id), id);
    },
    /** Returns the sessions that have not ended. @throws DomainError `not_found` */
    async sessions(organizationId: string, id: string): Promise<MemberSession[]> {
      const found = await members.sessions(organizationId, id);
      if (!found) throw notFound('member', id);
      return found.filter((session) => !hasEnded(session, clock()));
    },
    /** @throws DomainError `not_found` */
    async endSession(organizationId: string, memberId: string, id: string): Promise<MemberSession> {
      const ended = await members.endSession(organizationId, memberId, id);
      if (!ended) throw notFound('session of the member', id);
      return ended;
    },
    async mayMakeTokens(organizationId: string, id: string): Promise<boolean> {
      const member = await members.find(organizationId, id);
      return member !== undefined && mayAdminister(member.role);
    },
    listInvitations: (organizationId: string, page: PageRequest) =>
      clientlessPage(page, () => invitations.list(organizationId, page)),
    /**
     * `secret` is returned only here.
     * @param inviterId the member who invites; absent for an API key
     * @throws DomainError `conflict` if too many are open; `forbidden` if the inviter was just removed or demoted
     */
    async invite(
      organizationId: string,
      { name, role }: CreateInvitation,
      inviterId?: string,
    ): Promise<{ invitation: MemberInvitation; secret: string }> {
      const secret = newSecret();
      const createdAt = clock();
      const invitation: MemberInvitation = {
        id: newId('inv'),
        organizationId,
        hash: hashSecret(secret),
        name,
        role,
        expiresAt: addSeconds(createdAt, INVITATION_SECONDS),
        createdAt,
      };
      const maxInvitations = INVITATIONS_PER_ORGANIZATION;
      const outcome = await invitations.insert(invitation, { maxInvitations, inviterId });
      if (outcome === 'full') throw limitReached('open invitation', maxInvitations);
      if (outcome === 'no_owner') throw forbidden('You are no longer an owner of the organization.');
      return { invitation, secret };
    },
    /** @throws DomainError `not_found` */
    async withdraw(organizationId: string, id: string): Promise<MemberInvitation> {
      const removed = await invitations.remove(organizationId, id);
      if (!removed) throw notFound('invitation', id);
      return removed;
    },
  };
}
