import type {
  AcceptInvitation,
  PasskeyCreation,
  PasskeyRequest,
  SignInWithPasskey,
} from '@visavis/contracts';
import { RateGate } from '../../lib/rate-gate.ts';
import { RecentMap } from '../../lib/recent-map.ts';
import { RecentSet } from '../../lib/recent-set.ts';
import { hashSecret, newSecret } from '../bearer-secret.ts';
import { addSeconds, type Clock } from '../clock.ts';
import { conflict, isUnavailable, rateLimited, unauthenticated } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Organization } from '../organizations/organization.ts';
import { allMade } from '../owned.ts';
import { CHALLENGE_SECONDS, createChallenges } from './challenges.ts';
import type { Member, MemberInvitationStore, MemberSession, SignInStore } from './member.ts';
import { hasEnded, MEMBERS_PER_ORGANIZATION } from './members.ts';
import {
  type OwnPlace,
  PASSKEY_ALGORITHMS,
  refusedPasskey,
  verifyNewPasskey,
  verifyPasskey,
} from './verify-passkey.ts';

const SESSIONS_PER_MEMBER = 10;
/** A session ends at the latest after this. */
export const SESSION_SECONDS = 7 * 24 * 3600;
const TOUCH_SECONDS = 60;
const DEVICE_LENGTH = 300;
const MAX_KNOWN = 10_000;
/** Of a member, in this process; allowed anew over so many seconds. Each is kept in the audit log, which nothing else bounds. */
const SIGN_INS = { most: 20, seconds: 600 };
const TIMEOUT_MS = CHALLENGE_SECONDS * 1000;

/** A member, where they belong, and the session in which they are. */
export interface SignedInMember {
  member: Member;
  organization: Organization;
  session: MemberSession;
}

export interface SignInNeeds {
  stores: { signIns: SignInStore; invitations: MemberInvitationStore };
  secret: Uint8Array;
  clock: Clock;
}

export type SignIn = ReturnType<typeof createSignIn>;

/** How people prove who they are, and their sessions. `token` is what the browser keeps; it is returned only once. */
export function createSignIn({ stores: { signIns, invitations }, secret, clock }: SignInNeeds) {
  const asking = createChallenges(secret, 'passkeys', clock);
  const inviting = createChallenges(secret, 'invitations', clock);
  /** Hashes of tokens that were right when they were used last, or were made here: using them is no attempt. */
  const right = new RecentSet<string>(MAX_KNOWN);

  const gates = new RecentMap<string, RateGate>(
    MAX_KNOWN,
    () => new RateGate(SIGN_INS.most / SIGN_INS.seconds, SIGN_INS.most),
  );

  function newSession({ id, organizationId }: Member, device: string) {
    const token = newSecret();
    const now = clock();
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

  /** Once a minute, so that a session of which much is asked writes little. */
  async function touch({ organizationId, id, lastSeenAt }: MemberSession): Promise<void> {
    const now = clock();
    if (addSeconds(lastSeenAt, TOUCH_SECONDS) > now) return;
    await signIns.touchSession(organizationId, id, now).catch((error: unknown) => {
      // What only reads goes on while nothing can be written.
      if (!isUnavailable(error)) throw error;
    });
  }

  async function findInvitation(given: string) {
    const found = await invitations.findByHash(hashSecret(given));
    if (!found || found.invitation.expiresAt <= clock())
      throw unauthenticated(
        'The invitation is not known: it was used or withdrawn, or has expired. Ask for another one.',
      );
    return found;
  }

  return {
    askForPasskey: ({ hostname }: OwnPlace): PasskeyRequest => ({
      challenge: asking.make(),
      rpId: hostname,
      timeout: TIMEOUT_MS,
      userVerification: 'required',
    }),
    /** @throws DomainError `unauthenticated`, `rate_limited` */
    async withPasskey(
      answer: SignInWithPasskey,
      place: OwnPlace,
      device: string,
    ): Promise<SignedInMember & { token: string }> {
      const found = await signIns.findPasskey(answer.id);
      if (!found) throw refusedPasskey();
      const { passkey, member, organization } = found;
      const { counter, challenge } = await verifyPasskey(answer, passkey, { place, challenges: asking });
      // Counted once it is surely they: nobody else can use it up.
      const gate = gates.get(member.id);
      if (!gate.pass())
        throw rateLimited(Math.ceil(gate.waitMs / 1000), 'You have signed in too often; try again later.');
      const { token, session } = newSession(member, device);
      const used = { ...passkey, counter };
      if (!(await signIns.signIn(used, { session, challenge }, SESSIONS_PER_MEMBER))) throw refusedPasskey();
      right.add(session.hash);
      return { member: { ...member, lastSignedInAt: session.createdAt }, organization, session, token };
    },
    /** @throws DomainError `unauthenticated` */
    async openInvitation(given: string, { hostname }: OwnPlace) {
      const { invitation, organization } = await findInvitation(given);
      const { id, name } = invitation;
      const creation: PasskeyCreation = {
        challenge: inviting.make(id),
        rp: { id: hostname, name: 'Visavis' },
        // The authenticator tells passkeys apart by it, and shows it nowhere.
        user: { id: Buffer.from(id).toString('base64url'), name, displayName: name },
        pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: TIMEOUT_MS,
        attestation: 'none',
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
      };
      return { invitation, organization, creation };
    },
    /** @throws DomainError `unauthenticated`, `conflict` where the organization has all members that it may have */
    async acceptInvitation(
      answer: AcceptInvitation,
      place: OwnPlace,
      device: string,
    ): Promise<SignedInMember & { token: string }> {
      const { invitation, organization } = await findInvitation(answer.secret);
      const { organizationId, name, role, id: bound } = invitation;
      const { passkey, challenge } = await verifyNewPasskey(answer, { place, challenges: inviting, bound });
      const createdAt = clock();
      const id = newId('mbr');
      const member: Member = { id, organizationId, name, role, lastSignedInAt: createdAt, createdAt };
      const { token, session } = newSession(member, device);
      const made = {
        member,
        passkey: { ...passkey, organizationId, memberId: id, createdAt },
        session,
        challenge,
      };
      const outcome = await invitations.accept(invitation, made, MEMBERS_PER_ORGANIZATION);
      if (outcome === 'full') throw allMade('member', MEMBERS_PER_ORGANIZATION);
      if (outcome === 'gone') throw conflict('The invitation was used or withdrawn just now.');
      right.add(session.hash);
      return { member, organization, session, token };
    },
    /**
     * What ends, changes or removes a session or its member takes effect with the next request.
     * @param countAttempt called before the store is asked for a token that has not been right before; may refuse the attempt
     * @throws DomainError `unauthenticated`, and what `countAttempt` throws
     */
    async authenticate(token: string, countAttempt?: () => Promise<void>): Promise<SignedInMember> {
      const hash = hashSecret(token);
      if (!right.has(hash)) await countAttempt?.();
      const found = await signIns.findSession(hash);
      if (!found || hasEnded(found.session, clock())) {
        right.delete(hash);
        throw unauthenticated('You are not signed in any more: sign in again.');
      }
      right.add(hash);
      await touch(found.session);
      return found;
    },
    /** @returns the organization, where somebody was signed in */
    async signOut(token: string): Promise<string | undefined> {
      const hash = hashSecret(token);
      right.delete(hash);
      return signIns.endSession(hash);
    },
  };
}
