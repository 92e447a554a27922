import { RateGate } from '../../lib/rate-gate.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import { hashSecret, newSecret } from '../bearer-secret.ts';
import { addSeconds, type Clock } from '../clock.ts';
import { conflict, rateLimited, unauthenticated } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Organization } from '../organizations/organization.ts';
import { limitReached } from '../owned.ts';
import type {
  AnsweredChallenge,
  Identity,
  Member,
  MemberInvitation,
  MemberInvitationStore,
  MemberSession,
  Passkey,
  SignInStore,
} from './member.ts';
import { MEMBERS_PER_ORGANIZATION } from './members.ts';

const SESSIONS_PER_MEMBER = 10;
/** Maximum duration of a session. */
export const SESSION_SECONDS = 7 * 24 * 3600;
const DEVICE_LENGTH = 300;
/** Maximum sign-ins of a member in this process, per `seconds`: each one adds to the otherwise unlimited audit log. */
const SIGN_INS = { maxSignIns: 20, seconds: 600 };
const MAX_GATES = 10_000;

/** A member with their organization and current session. */
export interface SignedInMember {
  member: Member;
  organization: Organization;
  session: MemberSession;
}

/** Includes the token that the browser keeps, which is returned only once. */
export type NewlySignedIn = SignedInMember & { token: string };

function newSession(
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

/** How a new member will sign in: a passkey or an identity. */
export interface NewProof {
  challenge: AnsweredChallenge;
  passkey?: Pick<Passkey, 'id' | 'publicKey' | 'counter'>;
  identity?: Pick<Identity, 'issuer' | 'subject'>;
}

export interface AdmissionStores {
  signIns: SignInStore;
  invitations: MemberInvitationStore;
}

export type Admission = ReturnType<typeof createAdmission>;

/** Admits people who have proved who they are: members with a new session, others with an invitation. */
export function createAdmission({ signIns, invitations }: AdmissionStores, clock: Clock) {
  const gates = new RecentMap<string, RateGate>(
    MAX_GATES,
    () => new RateGate(SIGN_INS.maxSignIns / SIGN_INS.seconds, SIGN_INS.maxSignIns),
  );
  return {
    /**
     * @returns `undefined` if the proof was used before
     * @throws DomainError `rate_limited`
     */
    async signIn(
      { member, organization }: { member: Member; organization: Organization },
      proof: { challenge: AnsweredChallenge; passkey?: Passkey },
      device: string,
    ): Promise<NewlySignedIn | undefined> {
      // Counted after the proof was verified, so that nobody else can use up a member's limit.
      const gate = gates.get(member.id);
      if (!gate.pass())
        throw rateLimited(Math.ceil(gate.waitMs / 1000), 'You have signed in too often; try again later.');
      const { token, session } = newSession(member, device, clock());
      if (!(await signIns.signIn({ session, ...proof }, SESSIONS_PER_MEMBER))) return undefined;
      return { member: { ...member, lastSignedInAt: session.createdAt }, organization, session, token };
    },
    /** @param secret the secret in the invitation's link @throws DomainError `unauthenticated` */
    async find(secret: string): Promise<{ invitation: MemberInvitation; organization: Organization }> {
      const found = await invitations.findByHash(hashSecret(secret));
      if (!found || found.invitation.expiresAt <= clock())
        throw unauthenticated(
          'The invitation is not valid: it was used or withdrawn, or has expired. Ask for another one.',
        );
      return found;
    },
    /** @throws DomainError `conflict` if the invitation or proof was used, or the organization is full */
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
      const ownership = { organizationId, memberId: id, createdAt };
      const records = {
        member,
        session,
        challenge,
        ...(passkey && { passkey: { ...passkey, ...ownership } }),
        ...(identity && { identity: { ...identity, ...ownership } }),
      };
      const outcome = await invitations.accept(invitation, records, MEMBERS_PER_ORGANIZATION);
      if (outcome === 'full') throw limitReached('member', MEMBERS_PER_ORGANIZATION);
      if (outcome === 'gone') throw conflict('The invitation was just used or withdrawn.');
      return { member, organization, session, token };
    },
  };
}
