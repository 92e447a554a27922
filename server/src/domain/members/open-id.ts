import type { SignInWithOpenId } from '@visavis/contracts';
import type { Logger } from '../../lib/logger.ts';
import { messageOf } from '../../lib/message-of.ts';
import { hashSecret, newSecret } from '../bearer-secret.ts';
import type { Clock } from '../clock.ts';
import { conflict, type DomainError, forbidden, noCapacity, unauthenticated } from '../errors.ts';
import type { Admission, NewlySignedIn } from './admission.ts';
import { createChallenges } from './challenges.ts';
import type { SignInStore } from './member.ts';

/** How long somebody may take at the provider. */
export const OPEN_ID_SECONDS = 600;

/** What the answer of the provider must belong to. */
export interface OpenIdCheck {
  state: string;
  nonce: string;
  /** Of PKCE. */
  verifier: string;
}

/** Somebody, as a token says that was checked. */
export interface Identified {
  issuer: string;
  subject: string;
}

/** The provider of OpenID Connect that the operator has chosen. Rejects with reasons for the log, which hold no secret. */
export interface OpenIdProvider {
  name: string;
  /** Where the browser is sent. Rejects where the provider cannot be reached. */
  authorizationUrl(redirectUri: string, check: OpenIdCheck): Promise<string>;
  /** Exchanges the code for a token and checks it. Rejects where anything is not as it must be. */
  identify(callback: URL, check: OpenIdCheck): Promise<Identified>;
}

export interface OpenIdNeeds {
  provider: OpenIdProvider;
  signIns: SignInStore;
  admission: Admission;
  secret: Uint8Array;
  clock: Clock;
  logger: Logger;
}

/** Where the provider sends the browser back to, and what the browser has. */
export interface OpenIdReturn {
  redirectUri: string;
  /** What `begin` has given it. */
  browser: string | undefined;
  device: string;
}

/** Signing in with OpenID Connect. Nothing is kept for a sign-in that was begun: all follows from the browser's cookie. */
export function createOpenIdSignIn({ provider, signIns, admission, secret, clock, logger }: OpenIdNeeds) {
  const states = createChallenges(secret, 'OpenID Connect', clock, OPEN_ID_SECONDS);

  const checkOf = (browser: string, state: string): OpenIdCheck => ({
    state,
    nonce: hashSecret(`nonce ${browser}`),
    verifier: hashSecret(`verifier ${browser}`),
  });

  function refused(
    reason: string,
    error: DomainError = unauthenticated(
      `${provider.name} did not confirm who you are, or it took too long. Sign in once more.`,
    ),
  ): DomainError {
    logger.warn({ event: 'sign_in.refused', reason }, 'a sign-in with OpenID Connect was refused');
    return error;
  }

  /** @param given the secret of its link */
  function findInvitation(given: string | null) {
    if (given !== null) return admission.find(given);
    throw refused(
      'nobody is a member with this account, and no invitation was opened',
      forbidden(
        'With this account you are no member yet: open the link of your invitation, and continue there.',
      ),
    );
  }

  return {
    name: provider.name,
    /**
     * @returns where to send the browser, and the secret that it keeps until it comes back
     * @throws DomainError `capacity` where the provider cannot be reached
     */
    async begin(redirectUri: string): Promise<{ url: string; browser: string }> {
      const browser = newSecret();
      try {
        const url = await provider.authorizationUrl(redirectUri, checkOf(browser, states.make(browser)));
        return { url, browser };
      } catch (error) {
        logger.warn(
          { event: 'sign_in.provider_unreachable', reason: messageOf(error) },
          'the provider of OpenID Connect cannot be asked',
        );
        throw noCapacity(`${provider.name} cannot be reached now: try again later, or ask your operator.`);
      }
    },
    /**
     * Signs in whoever is a member with this identity, or comes with the link of an invitation.
     * @throws DomainError `unauthenticated`; `forbidden` for somebody who has no invitation; `conflict` where it
     * cannot be accepted
     */
    async finish(
      { query, secret: given = null }: SignInWithOpenId,
      { redirectUri, browser, device }: OpenIdReturn,
    ): Promise<NewlySignedIn> {
      const callback = new URL(redirectUri);
      callback.search = query;
      const state = callback.searchParams.get('state') ?? '';
      if (browser === undefined) throw refused('this browser has begun no sign-in');
      const challenge = states.read(state, browser);
      if (!challenge) throw refused('the state is not the one of this browser, or has expired');
      const { issuer, subject } = await provider
        .identify(callback, checkOf(browser, state))
        .catch((error: unknown) => {
          throw refused(messageOf(error));
        });
      const found = await signIns.findIdentity(issuer, subject);
      if (!found) {
        const invited = await findInvitation(given);
        return admission.admit(invited, { challenge, identity: { issuer, subject } }, device);
      }
      if (given !== null)
        throw conflict(
          `With this account you are a member of ${found.organization.name} already: put the invitation away and sign in.`,
        );
      const entered = await admission.signIn(found, { challenge }, device);
      if (!entered) throw refused('the answer of the provider was used before');
      return entered;
    },
  };
}
