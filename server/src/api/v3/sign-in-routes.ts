import {
  AcceptInvitation,
  OpenedInvitation,
  OpenIdRequest,
  OpenInvitation,
  PasskeyRequest,
  SignedIn,
  SignInState,
  SignInWithOpenId,
  SignInWithPasskey,
} from '@visavis/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { conflict, DomainError } from '../../domain/errors.ts';
import type { NewlySignedIn } from '../../domain/members/admission.ts';
import type { RelyingParty } from '../../domain/members/verify-passkey.ts';
import type { Services } from '../../domain/services.ts';
import { type ApiApp, type ApiOptions, operation } from '../api-app.ts';
import { presentSignedIn } from '../present/members.ts';
import { clearCookie, cookieOf, sessionTokenOf, setCookie } from '../session-cookie.ts';

const ADDRESS_OF_IP = /^(?:\d+\.){3}\d+$|^\[/;

/** Returns where passkeys are used; `undefined` if browsers do not support them: on IP addresses, or over http. */
function relyingPartyOf({ links }: FastifyRequest): RelyingParty | undefined {
  const { ownOrigin } = links;
  if (ownOrigin === undefined) return undefined;
  const { protocol, hostname } = new URL(ownOrigin);
  const isSecure = protocol === 'https:' || /(?:^|\.)localhost$/.test(hostname);
  return isSecure && !ADDRESS_OF_IP.test(hostname) ? { origin: ownOrigin, hostname } : undefined;
}

/** @throws DomainError `conflict` */
function requireRp(request: FastifyRequest): RelyingParty {
  const relyingParty = relyingPartyOf(request);
  if (!relyingParty)
    throw conflict(
      'Browsers create passkeys only for host names, over https or for localhost. The operator must set VISAVIS_PUBLIC_URL to such an address; then open the console there.',
    );
  return relyingParty;
}

/** Works even while the disk is nearly full, so that somebody can fix it: a session needs hardly any space. */
const SIGN_IN_FLAGS = { audited: 'without values', storesNothing: true } as const;

const deviceOf = ({ headers }: FastifyRequest) => headers['user-agent'] ?? '';

export function signInRoutes(
  app: ApiApp,
  { signIn, openIdSignIn }: Services,
  { signInRequired = false }: Pick<ApiOptions, 'signInRequired'>,
): void {
  const signInMethods = (request: FastifyRequest) => ({
    passkeys: relyingPartyOf(request) !== undefined,
    apiKeys: !signInRequired,
    ...(openIdSignIn && request.links.ownOrigin !== undefined && { openIdProvider: openIdSignIn.name }),
  });

  function startSession(request: FastifyRequest, reply: FastifyReply, signedIn: NewlySignedIn) {
    setCookie(request, reply, 'session', signedIn.token);
    // For the audit log.
    request.signedIn = signedIn;
    return presentSignedIn(signedIn);
  }

  /** @throws DomainError `conflict` */
  function requireOpenId({ links }: FastifyRequest) {
    // The provider is told the return address, which must not come from a Host header that anybody could send.
    if (!openIdSignIn || links.ownOrigin === undefined)
      throw conflict(
        'OpenID Connect is not configured: the operator must set VISAVIS_OIDC_ISSUER and VISAVIS_PUBLIC_URL.',
      );
    return { openId: openIdSignIn, redirectUri: new URL(links.absolute('/console/')).href };
  }

  app.get(
    '/sign-in',
    operation('sign_in', 'sign-in', {
      operationId: 'getSignInState',
      summary: 'Get sign-in state',
      description:
        'For the console: returns the ways to sign in, and the member who is signed in in this browser.',
      response: { 200: SignInState },
    }),
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const methods = signInMethods(request);
      const token = sessionTokenOf(request);
      if (token === undefined) return methods;
      try {
        return { ...methods, signedIn: presentSignedIn(await signIn.authenticate(token)) };
      } catch (error) {
        if (!(error instanceof DomainError && error.code === 'unauthenticated')) throw error;
        clearCookie(request, reply, 'session');
        return methods;
      }
    },
  );
  app.post(
    '/sign-in/passkey-requests',
    operation('sign_in', 'sign-in', {
      operationId: 'requestPasskey',
      summary: 'Create passkey challenge',
      description:
        'Returns the options with which the browser asks for a passkey. Send its response to “Sign in with a passkey” within five minutes.',
      response: { 201: PasskeyRequest },
      flags: { storesNothing: true },
    }),
    async (request, reply) => reply.code(201).send(signIn.createPasskeyRequest(requireRp(request))),
  );
  app.post(
    '/sign-in/passkey',
    operation('sign_in', 'sign-in', {
      operationId: 'signInWithPasskey',
      summary: 'Sign in with a passkey',
      description:
        'Signs in the member and sets a session cookie, with which the browser can call all operations that the role of the member ' +
        'allows. The session lasts at most a week and ends if it is unused for twelve hours.',
      body: SignInWithPasskey,
      response: { 201: SignedIn },
      flags: SIGN_IN_FLAGS,
    }),
    async (request, reply) => {
      const signedIn = await signIn.withPasskey(request.body, requireRp(request), deviceOf(request));
      return reply.code(201).send(startSession(request, reply, signedIn));
    },
  );
  app.post(
    '/sign-in/invitation',
    operation('sign_in', 'sign-in', {
      operationId: 'openInvitation',
      summary: 'Open invitation',
      description:
        'Returns the name of the invited person and of the organization, and the options for creating a passkey. It does not use up the invitation.',
      body: OpenInvitation,
      response: { 201: OpenedInvitation },
      flags: { storesNothing: true },
    }),
    async (request, reply) => {
      const { invitation, organization, creation } = await signIn.openInvitation(
        request.body.secret,
        requireRp(request),
      );
      const { name, role } = invitation;
      return reply.code(201).send({ name, role, organizationName: organization.name, creation });
    },
  );
  app.post(
    '/sign-in/invitation/passkey',
    operation('sign_in', 'sign-in', {
      operationId: 'acceptInvitation',
      summary: 'Accept invitation',
      description: 'Creates the member with a new passkey and signs them in. The invitation is then used up.',
      body: AcceptInvitation,
      response: { 201: SignedIn },
      flags: SIGN_IN_FLAGS,
    }),
    async (request, reply) => {
      const signedIn = await signIn.acceptInvitation(request.body, requireRp(request), deviceOf(request));
      return reply.code(201).send(startSession(request, reply, signedIn));
    },
  );
  app.post(
    '/sign-in/openid-requests',
    operation('sign_in', 'sign-in', {
      operationId: 'requestOpenId',
      summary: 'Start OpenID Connect sign-in',
      description:
        'Returns the URL of the provider to open in the browser, and sets a cookie, so that only this browser can complete the ' +
        'sign-in. The browser must return to the console within ten minutes.',
      response: { 201: OpenIdRequest },
      flags: { storesNothing: true },
    }),
    async (request, reply) => {
      const { openId, redirectUri } = requireOpenId(request);
      const { url, browserSecret } = await openId.begin(redirectUri);
      setCookie(request, reply, 'openid', browserSecret);
      return reply.code(201).send({ url });
    },
  );
  app.post(
    '/sign-in/openid',
    operation('sign_in', 'sign-in', {
      operationId: 'signInWithOpenId',
      summary: 'Sign in with OpenID Connect',
      description:
        'Completes the sign-in with the query with which the provider sent the browser back. It signs in the member with this identity ' +
        'at the provider or, if `secret` is given, accepts the invitation. Members are never identified by their e-mail address.',
      body: SignInWithOpenId,
      response: { 201: SignedIn },
      flags: SIGN_IN_FLAGS,
    }),
    async (request, reply) => {
      const { openId, redirectUri } = requireOpenId(request);
      const callback = { redirectUri, browserSecret: cookieOf(request, 'openid'), device: deviceOf(request) };
      const signedIn = await openId.finish(request.body, callback);
      // Only now: while the browser is at the provider, any page can send it here with a made-up response.
      clearCookie(request, reply, 'openid');
      return reply.code(201).send(startSession(request, reply, signedIn));
    },
  );
  app.delete(
    '/sign-in',
    operation('sign_in', 'sign-in', {
      operationId: 'signOut',
      summary: 'Sign out',
      description: 'Ends the session of this browser, if there is one.',
      response: { 200: SignInState },
    }),
    async (request, reply) => {
      const token = sessionTokenOf(request);
      const organizationId = token === undefined ? undefined : await signIn.signOut(token);
      if (organizationId !== undefined) app.recheckEventStreams(organizationId);
      clearCookie(request, reply, 'session');
      return signInMethods(request);
    },
  );
}
