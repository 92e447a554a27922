import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { DomainError, forbidden, unauthenticated } from '../../domain/errors.ts';
import type { SignedInMember } from '../../domain/members/admission.ts';
import { hasPermission } from '../../domain/members/roles.ts';
import type { ClientGrant } from '../../domain/organizations/client-tokens.ts';
import type { Organization } from '../../domain/organizations/organization.ts';
import type { Services } from '../../domain/services.ts';
import { isSameSecret } from '../../lib/same-secret.ts';
import { isLoopbackHost } from '../../lib/secure-address.ts';
import { isOfService } from '../../lib/user-agent.ts';
import type { Access, RateLimits } from '../api-app.ts';
import { isFromOwnPage, sessionTokenOf } from '../session-cookie.ts';

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;
const FLUSH_MS = 15_000;
const OTHER_PAGE =
  'You can sign in only on pages of this service. Open the console at its own address (VISAVIS_PUBLIC_URL, if it is set).';

/** The rate limit that a call counts towards; public routes are not limited. */
const RATE_LIMIT_OF: Record<Access, keyof RateLimits | undefined> = {
  api_key: 'organization',
  client_token: 'user',
  // Calls with a client token count as `user`, those of a member as `member`.
  api_key_or_client_token: 'organization',
  admin: 'address',
  operator: 'address',
  signed: 'address',
  // A caller that is not signed in yet can only attempt it.
  sign_in: 'attempts',
  public: undefined,
};

interface Caller {
  organization: Organization;
  apiKeyId?: string;
  grant?: ClientGrant;
  signedIn?: SignedInMember;
}

const CALLER = Symbol('caller');

declare module 'fastify' {
  interface FastifyRequest {
    [CALLER]: Caller | undefined;
  }
}

/** Authenticates the caller as the route's `config.access` requires. */
export const authentication = fastifyPlugin(
  async (
    app: FastifyInstance,
    options: { services: Services; adminToken: string | undefined; signInRequired: boolean },
  ) => {
    const { services, adminToken, signInRequired } = options;

    app.decorateRequest(CALLER, undefined);
    app.decorateRequest('organization', {
      getter(this: FastifyRequest): Organization {
        return callerOf(this).organization;
      },
    });
    app.decorateRequest('grant', {
      getter(this: FastifyRequest): ClientGrant {
        const { grant } = callerOf(this);
        if (!grant) throw new Error(`${this.url} asks for a client token that it did not require.`);
        return grant;
      },
    });

    app.decorateRequest('apiKeyId', {
      getter(this: FastifyRequest): string | undefined {
        return this[CALLER]?.apiKeyId;
      },
    });

    app.decorateRequest('signedIn', {
      getter(this: FastifyRequest): SignedInMember | undefined {
        return this[CALLER]?.signedIn;
      },
      setter(this: FastifyRequest, signedIn: SignedInMember | undefined) {
        this[CALLER] = signedIn && { organization: signedIn.organization, signedIn };
      },
    });

    app.decorateRequest('grantIfAny', {
      getter(this: FastifyRequest): ClientGrant | undefined {
        return callerOf(this).grant;
      },
    });

    app.decorateRequest('authenticateAgain', function (this: FastifyRequest): Promise<void> {
      return identify(this);
    });

    function callerOf(request: FastifyRequest): Caller {
      const caller = request[CALLER];
      if (!caller) throw new Error(`${request.url} asks for a caller that it did not require.`);
      return caller;
    }

    app.addHook('onRoute', ({ url, method, config }) => {
      if (!config?.access && method !== 'OPTIONS')
        throw new Error(`${[method].flat().join()} ${url} does not say who may call it.`);
    });

    app.addHook('onRequest', async (request, reply) => {
      let isCounted = false;
      const countAttempt = () => {
        isCounted = true;
        return app.consumeRate('attempts', request, reply);
      };
      try {
        await identify(request, countAttempt);
      } catch (error) {
        // Counted before the error is sent: a client that guesses credentials learns only that it is limited.
        if (!isCounted && error instanceof DomainError && error.code === 'unauthenticated')
          await countAttempt();
        throw error;
      }
      const { access = 'public' } = request.routeOptions.config;
      // Responses to authenticated requests must not be cached by proxies, nor by a browser that others may use later.
      if (access !== 'public' && access !== 'signed') reply.header('cache-control', 'no-store');
      // An admitted caller gets the headers of its own limit instead.
      if (isCounted) reply.removeHeader('ratelimit').removeHeader('ratelimit-policy');
      const limitName = RATE_LIMIT_OF[access];
      if (!limitName) return;
      const { grant, signedIn } = request[CALLER] ?? {};
      if (!grant && !signedIn) return app.consumeRate(limitName, request, reply);
      // The person's limit comes first, so that a refused request does not use up the limit that all of them share.
      await app.consumeRate(grant ? 'user' : 'member', request, reply);
      await app.consumeRate(grant ? 'users' : 'members', request, reply);
    });

    const lateBodies = new WeakSet<FastifyRequest>();
    app.addHook('onRequest', async (request) => {
      if (!isRead(request) && !request.raw.complete) lateBodies.add(request);
    });
    // A body may take minutes to arrive, and the member may be removed or the key revoked meanwhile.
    app.addHook('preHandler', async (request) => {
      if (lateBodies.has(request) && request[CALLER]) await identify(request);
    });

    /**
     * Refuses API keys on the service's own pages if people must sign in. Browsers identify the page in
     * `Sec-Fetch-Site`, which programs do not send. Over plain http, and in older browsers, only `Origin` identifies
     * it, on requests that change something.
     */
    function refuseKeyOnOwnPage({ headers, links }: FastifyRequest): void {
      const { 'x-api-key': key, 'sec-fetch-site': site, origin } = headers;
      const isOwnPage = site === 'same-origin' || (origin !== undefined && origin === links.ownOrigin);
      if (signInRequired && key && isOwnPage)
        throw forbidden(
          'On the pages of this service you must sign in as a member, because the operator has set VISAVIS_SIGN_IN_REQUIRED. API keys are only for programs.',
        );
    }

    async function identify(request: FastifyRequest, countAttempt?: () => Promise<void>): Promise<void> {
      switch (request.routeOptions.config.access) {
        case 'api_key':
          refuseKeyOnOwnPage(request);
          request[CALLER] = await authenticateKeyOrSession(request, services, countAttempt);
          break;
        case 'client_token':
          request[CALLER] = await authenticateClientToken(request, services);
          break;
        case 'api_key_or_client_token':
          refuseKeyOnOwnPage(request);
          request[CALLER] =
            request.headers['x-api-key'] === undefined && request.headers.authorization !== undefined
              ? await authenticateClientToken(request, services)
              : await authenticateKeyOrSession(request, services, countAttempt);
          break;
        case 'sign_in':
          if (!isFromOwnPage(request)) throw forbidden(OTHER_PAGE);
          break;
        case 'operator':
          if (!isLocal(request)) requireAdmin(request, adminToken);
          break;
        case 'admin':
          requireAdmin(request, adminToken);
          break;
      }
    }

    const flush = () =>
      services.apiKeys.flushUses().catch((err: unknown) => {
        app.log.warn(
          { event: 'api_key.last_use_not_stored', err },
          'the service could not store when API keys were last used',
        );
      });
    const timer = setInterval(() => void flush(), FLUSH_MS).unref();
    app.addHook('onClose', async () => {
      clearInterval(timer);
      await flush();
    });
  },
);

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** Authenticates a program by its API key, or else a member by the browser's session cookie, within their role. */
async function authenticateKeyOrSession(
  request: FastifyRequest,
  services: Services,
  countAttempt?: () => Promise<void>,
): Promise<Caller> {
  const key = request.headers['x-api-key'];
  const token = key ? undefined : sessionTokenOf(request);
  if (token === undefined) return authenticateApiKey(key, services, countAttempt);
  const signedIn = await services.signIn.authenticate(token, countAttempt);
  const { permission = isRead(request) ? 'read' : 'change' } = request.routeOptions.config;
  const { role } = signedIn.member;
  if (!hasPermission(role, permission))
    throw forbidden(
      `Your role (${role}) does not allow this. An owner of the organization can change your role.`,
    );
  return { organization: signedIn.organization, signedIn };
}

async function authenticateApiKey(
  key: string | string[] | undefined,
  services: Services,
  countAttempt?: () => Promise<void>,
): Promise<Caller> {
  if (typeof key !== 'string' || key === '')
    throw unauthenticated('Send an API key in the header x-api-key.');
  const { organization, apiKey } = await services.apiKeys.authenticate(key, countAttempt);
  return { organization, apiKeyId: apiKey.id };
}

async function authenticateClientToken(request: FastifyRequest, services: Services): Promise<Caller> {
  const grant = await services.clientTokens.verify(bearerOf(request, 'a client token'));
  const organization = await services.organizations.findCached(grant.organizationId);
  if (!organization) throw unauthenticated('The organization of the client token no longer exists.');
  if (grant.apiKeyId !== null && !(await services.apiKeys.isValid(organization.id, grant.apiKeyId)))
    throw unauthenticated('The API key that created the client token was revoked or has expired.');
  if (grant.memberId !== null && !(await services.members.mayMakeTokens(organization.id, grant.memberId)))
    throw unauthenticated('The member who created the client token is no longer allowed to create any.');
  if (grant.embed !== null) {
    if (!(await services.embeds.exists(organization.id, grant.embed)))
      throw unauthenticated('The embed that created the client token was deleted.');
    // An embed has its own allowed origins, which were checked when its token was created.
    return { organization, grant };
  }
  const { origin } = request.headers;
  if (origin && organization.allowedOrigins.length > 0 && !organization.allowedOrigins.includes(origin)) {
    throw forbidden('The organization does not allow calls from this origin.');
  }
  return { organization, grant };
}

/**
 * Whether a program on this machine calls. A local proxy forwards requests from anywhere, which its headers reveal; a
 * page in a local browser may belong to anybody, which the Host header reveals. Requests by this service itself are
 * made on behalf of an organization, so they do not count as local.
 */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  const isForwarded = Object.keys(headers).some((name) =>
    /^(?:forwarded|x-forwarded-.*|x-real-ip|via)$/.test(name),
  );
  return (
    !isForwarded &&
    !isOfService(headers['user-agent']) &&
    LOOPBACK.test(socket.remoteAddress ?? '') &&
    isLoopbackHost(headers.host ?? '')
  );
}

function requireAdmin(request: FastifyRequest, adminToken: string | undefined): void {
  const token = bearerOf(request, 'the admin token');
  if (!adminToken || !isSameSecret(token, adminToken)) {
    throw unauthenticated('The admin token is wrong.');
  }
}

function bearerOf(request: FastifyRequest, credential: string): string {
  const match = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '');
  if (!match) throw unauthenticated(`Send ${credential} as Authorization: Bearer.`);
  return match[1]!;
}
