import type {
  AcceptInvitation,
  PasskeyCreation,
  PasskeyRequest,
  SignInWithPasskey,
} from '@visavis/contracts';
import { RecentSet } from '../../lib/recent-set.ts';
import { hashSecret } from '../bearer-secret.ts';
import { addSeconds, type Clock } from '../clock.ts';
import { isUnavailable, unauthenticated } from '../errors.ts';
import type { Admission, NewlySignedIn, SignedInMember } from './admission.ts';
import { CHALLENGE_SECONDS, createChallenges } from './challenges.ts';
import type { MemberSession, SignInStore } from './member.ts';
import { hasEnded } from './members.ts';
import {
  PASSKEY_ALGORITHMS,
  type RelyingParty,
  refusedPasskey,
  verifyNewPasskey,
  verifyPasskey,
} from './verify-passkey.ts';

const TOUCH_SECONDS = 60;
const MAX_VALID_HASHES = 10_000;
const TIMEOUT_MS = CHALLENGE_SECONDS * 1000;

export interface SignInNeeds {
  signIns: SignInStore;
  admission: Admission;
  secret: Uint8Array;
  clock: Clock;
}

/** Signs people in and manages their sessions. `token` is for the browser and is returned only once. */
export function createSignIn({ signIns, admission, secret, clock }: SignInNeeds) {
  const passkeyChallenges = createChallenges(secret, 'passkeys', clock);
  const invitationChallenges = createChallenges(secret, 'invitations', clock);
  /** Hashes of tokens that were created here or were valid when last used: using them does not count as an attempt. */
  const validHashes = new RecentSet<string>(MAX_VALID_HASHES);

  /** Updates the last use at most once a minute, to limit writes. */
  async function touch({ organizationId, id, lastSeenAt }: MemberSession): Promise<void> {
    const now = clock();
    if (addSeconds(lastSeenAt, TOUCH_SECONDS) > now) return;
    await signIns.touchSession(organizationId, id, now).catch((error: unknown) => {
      // Requests that only read continue while nothing can be written.
      if (!isUnavailable(error)) throw error;
    });
  }

  return {
    createPasskeyRequest: ({ hostname }: RelyingParty): PasskeyRequest => ({
      challenge: passkeyChallenges.issue(),
      rpId: hostname,
      timeout: TIMEOUT_MS,
      userVerification: 'required',
    }),
    /** @throws DomainError `unauthenticated`, `rate_limited` */
    async withPasskey(answer: SignInWithPasskey, rp: RelyingParty, device: string): Promise<NewlySignedIn> {
      const found = await signIns.findPasskey(answer.id);
      if (!found) throw refusedPasskey();
      const { counter, challenge } = await verifyPasskey(answer, found.passkey, {
        rp,
        challenges: passkeyChallenges,
      });
      const proof = { challenge, passkey: { ...found.passkey, counter } };
      const signedIn = await admission.signIn(found, proof, device);
      if (!signedIn) throw refusedPasskey();
      validHashes.add(signedIn.session.hash);
      return signedIn;
    },
    /** @throws DomainError `unauthenticated` */
    async openInvitation(invitationSecret: string, { hostname }: RelyingParty) {
      const { invitation, organization } = await admission.find(invitationSecret);
      const { id, name } = invitation;
      const creation: PasskeyCreation = {
        challenge: invitationChallenges.issue(id),
        rp: { id: hostname, name: 'Visavis' },
        // The authenticator distinguishes passkeys by it, and does not display it.
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
    /** @throws DomainError `unauthenticated`; `conflict` if the organization has its maximum of members */
    async acceptInvitation(
      answer: AcceptInvitation,
      rp: RelyingParty,
      device: string,
    ): Promise<NewlySignedIn> {
      const found = await admission.find(answer.secret);
      const boundTo = found.invitation.id;
      const proof = await verifyNewPasskey(answer, {
        rp,
        challenges: invitationChallenges,
        boundTo,
      });
      const signedIn = await admission.admit(found, proof, device);
      validHashes.add(signedIn.session.hash);
      return signedIn;
    },
    /**
     * Finds a session. Ending, changing or removing a session or its member takes effect with the next request.
     * @param countAttempt called before looking up a token that has not been valid before; may refuse the attempt
     * @throws DomainError `unauthenticated`, and what `countAttempt` throws
     */
    async authenticate(token: string, countAttempt?: () => Promise<void>): Promise<SignedInMember> {
      const hash = hashSecret(token);
      if (!validHashes.has(hash)) await countAttempt?.();
      const found = await signIns.findSession(hash);
      if (!found || hasEnded(found.session, clock())) {
        validHashes.delete(hash);
        throw unauthenticated('You are no longer signed in: sign in again.');
      }
      validHashes.add(hash);
      await touch(found.session);
      return found;
    },
    /** @returns the organization, if somebody was signed in */
    async signOut(token: string): Promise<string | undefined> {
      const hash = hashSecret(token);
      validHashes.delete(hash);
      return signIns.endSession(hash);
    },
  };
}
