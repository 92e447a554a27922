import type { SignInWithOpenId } from '@visavis/contracts';
import type { Logger } from '../../lib/logger.ts';
import { messageOf } from '../../lib/message-of.ts';
import { hashSecret, newSecret } from '../bearer-secret.ts';
import type { Clock } from '../clock.ts';
import { conflict, type DomainError, forbidden, noCapacity, unauthenticated } from '../errors.ts';
import type { Admission, NewlySignedIn } from './admission.ts';
import { createChallenges } from './challenges.ts';
import type { SignInStore } from './member.ts';

/** How long signing in at the provider may take. */
export const OPEN_ID_SECONDS = 600;

/** Values that the provider's response must match. */
export interface OpenIdCheck {
  state: string;
  nonce: string;
  /** The code verifier of PKCE. */
  verifier: string;
}

/** A person, according to a verified token. */
export interface OpenIdIdentity {
  issuer: string;
  subject: string;
}

/** The OpenID Connect provider that the operator chose. Errors contain reasons for the log and no secrets. */
export interface OpenIdProvider {
  name: string;
  /** Returns the address to which the browser is sent. Rejects if the provider cannot be reached. */
  authorizationUrl(redirectUri: string, check: OpenIdCheck): Promise<string>;
  /** Exchanges the code for a token and verifies it. Rejects if anything is invalid. */
  identify(callback: URL, check: OpenIdCheck): Promise<OpenIdIdentity>;
}

export interface OpenIdNeeds {
  provider: OpenIdProvider;
  signIns: SignInStore;
  admission: Admission;
  secret: Uint8Array;
  clock: Clock;
  logger: Logger;
}

/** Where the provider sends the browser back to, and what the browser holds. */
export interface OpenIdReturn {
  redirectUri: string;
  /** The secret from `begin`. */
  browserSecret: string | undefined;
  device: string;
}

/** Signs people in with OpenID Connect. A pending sign-in is not stored: it derives from the browser's cookie. */
export function createOpenIdSignIn({ provider, signIns, admission, secret, clock, logger }: OpenIdNeeds) {
  const challenges = createChallenges(secret, 'OpenID Connect', clock, OPEN_ID_SECONDS);

  const checkOf = (browserSecret: string, state: string): OpenIdCheck => ({
    state,
    nonce: hashSecret(`nonce ${browserSecret}`),
    verifier: hashSecret(`verifier ${browserSecret}`),
  });

  function logRefusal(
    reason: string,
    error: DomainError = unauthenticated(
      `${provider.name} did not confirm your identity, or it took too long. Sign in again.`,
    ),
  ): DomainError {
    logger.warn({ event: 'sign_in.refused', reason }, 'a sign-in with OpenID Connect was refused');
    return error;
  }

  /** @param invitationSecret the secret in the invitation's link */
  function findInvitation(invitationSecret: string | null) {
    if (invitationSecret !== null) return admission.find(invitationSecret);
    throw logRefusal(
      'no member has this account, and no invitation was opened',
      forbidden(
        'This account does not belong to a member yet: open the link of your invitation, and continue there.',
      ),
    );
  }

  return {
    name: provider.name,
    /**
     * @returns where to send the browser, and the secret that it keeps until it returns
     * @throws DomainError `capacity` if the provider cannot be reached
     */
    async begin(redirectUri: string): Promise<{ url: string; browserSecret: string }> {
      const browserSecret = newSecret();
      try {
        const url = await provider.authorizationUrl(
          redirectUri,
          checkOf(browserSecret, challenges.issue(browserSecret)),
        );
        return { url, browserSecret };
      } catch (error) {
        logger.warn(
          { event: 'sign_in.provider_unreachable', reason: messageOf(error) },
          'the service cannot reach the OpenID Connect provider; check VISAVIS_OIDC_ISSUER and the network',
        );
        throw noCapacity(
          `${provider.name} is temporarily unreachable: try again later, or ask your operator.`,
        );
      }
    },
    /**
     * Signs in the member with this identity, or admits a person with an invitation.
     * @throws DomainError `unauthenticated`; `forbidden` without an invitation; `conflict` if it cannot be accepted
     */
    async finish(
      { query, secret: invitationSecret = null }: SignInWithOpenId,
      { redirectUri, browserSecret, device }: OpenIdReturn,
    ): Promise<NewlySignedIn> {
      const callback = new URL(redirectUri);
      callback.search = query;
      const state = callback.searchParams.get('state') ?? '';
      if (browserSecret === undefined) throw logRefusal('this browser has not started a sign-in');
      const challenge = challenges.verify(state, browserSecret);
      if (!challenge) throw logRefusal('the state belongs to another browser or has expired');
      const { issuer, subject } = await provider
        .identify(callback, checkOf(browserSecret, state))
        .catch((error: unknown) => {
          throw logRefusal(messageOf(error));
        });
      const found = await signIns.findIdentity(issuer, subject);
      if (!found) {
        const invitation = await findInvitation(invitationSecret);
        return admission.admit(invitation, { challenge, identity: { issuer, subject } }, device);
      }
      if (invitationSecret !== null)
        throw conflict(
          `This account is already a member of ${found.organization.name}: ignore the invitation and sign in.`,
        );
      const signedIn = await admission.signIn(found, { challenge }, device);
      if (!signedIn) throw logRefusal('the response of the provider was already used');
      return signedIn;
    },
  };
}
