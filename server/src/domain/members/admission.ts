import { hashSecret, newSecret } from '../bearer-secret.ts';
import { addSeconds, type Clock } from '../clock.ts';
import { conflict, unauthenticated } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Organization } from '../organizations/organization.ts';
import { allMade } from '../owned.ts';
import type {
  AnsweredChallenge,
  Identity,
  Member,
  MemberInvitation,
  MemberInvitationStore,
  MemberSession,
  Passkey,
} from './member.ts';
import { MEMBERS_PER_ORGANIZATION } from './members.ts';

export const SESSIONS_PER_MEMBER = 10;
/** A session ends at the latest after this. */
export const SESSION_SECONDS = 7 * 24 * 3600;
const DEVICE_LENGTH = 300;

/** A member, where they belong, and the session in which they are. */
export interface SignedInMember {
  member: Member;
  organization: Organization;
  session: MemberSession;
}

/** With what the browser keeps, which is returned only once. */
export type NewlySignedIn = SignedInMember & { token: string };

export function newSession(
  { id, organizationId }: Pick<Member, 'id' | 'organizationId'>,
  device: string,
  now: Date,
): { token: string; session: MemberSession } {
  const token = newSecret();
  const session: MemberSession = {
    id: newId('ses'),
    organizationId,
    memberId: id,
    hash: hashSecret(token),
    device: device.slice(0, DEVICE_LENGTH),
    createdAt: now,
    lastSeenAt: now,
    expiresAt: addSeconds(now, SESSION_SECONDS),
  };
  return { token, session };
}

/** How a new member will prove who they are: one of the two. */
export interface NewProof {
  challenge: AnsweredChallenge;
  passkey?: Pick<Passkey, 'id' | 'publicKey' | 'counter'>;
  identity?: Pick<Identity, 'issuer' | 'subject'>;
}

/** How invitations make members. */
export function createAdmission(invitations: MemberInvitationStore, clock: Clock) {
  return {
    /** @param hash of its secret @throws DomainError `unauthenticated` */
    async find(hash: string): Promise<{ invitation: MemberInvitation; organization: Organization }> {
      const found = await invitations.findByHash(hash);
      if (!found || found.invitation.expiresAt <= clock())
        throw unauthenticated(
          'The invitation is not known: it was used or withdrawn, or has expired. Ask for another one.',
        );
      return found;
    },
    /** @throws DomainError `conflict` where the invitation or the proof was used, or the organization has all members that it may have */
    async admit(
      { invitation, organization }: { invitation: MemberInvitation; organization: Organization },
      { challenge, passkey, identity }: NewProof,
      device: string,
    ): Promise<NewlySignedIn> {
      const { organizationId, name, role } = invitation;
      const createdAt = clock();
      const id = newId('mbr');
      const member: Member = { id, organizationId, name, role, lastSignedInAt: createdAt, createdAt };
      const { token, session } = newSession(member, device, createdAt);
      const ofMember = { organizationId, memberId: id, createdAt };
      const made = {
        member,
        session,
        challenge,
        ...(passkey && { passkey: { ...passkey, ...ofMember } }),
        ...(identity && { identity: { ...identity, ...ofMember } }),
      };
      const outcome = await invitations.accept(invitation, made, MEMBERS_PER_ORGANIZATION);
      if (outcome === 'full') throw allMade('member', MEMBERS_PER_ORGANIZATION);
      if (outcome === 'gone') throw conflict('The invitation was used or withdrawn just now.');
      return { member, organization, session, token };
    },
  };
}
