import type { Readable } from 'node:stream';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifySchema,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ProviderOffer } from '../domain/conversations/live-ports.ts';
import type { SignedInMember } from '../domain/members/admission.ts';
import type { Permission } from '../domain/members/roles.ts';
import type { ClientGrant } from '../domain/organizations/client-tokens.ts';
import type { Organization } from '../domain/organizations/organization.ts';
import type { Readiness } from '../domain/readiness.ts';
import type { Services } from '../domain/services.ts';
import type { Links } from './plugins/links.ts';

/**
 * Who may call a route: `public` anybody; `api_key` an organization; `client_token` a browser; `admin` the operator;
 * `signed` anybody with a valid signed address; `api_key_or_client_token` an organization, or a browser within its
 * grant; `operator` like `admin`, and callers on this machine; `sign_in` anybody on a page of this service. Where an
 * API key may call, so may a signed-in member whose role has the route's `permission` (`domain/members/roles.ts`).
 */
export type Access =
  | 'public'
  | 'api_key'
  | 'client_token'
  | 'api_key_or_client_token'
  | 'admin'
  | 'signed'
  | 'operator'
  | 'sign_in';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route declares who may call it; registering one that does not is an error. */
    access?: Access;
    /** What a member needs to call it; by default `read` for a `GET` and `change` for any other method. */
    permission?: Permission;
    /** Whether the response is a stream that continues while the caller reads. */
    streams?: boolean;
    /** Media types of a raw body, for the OpenAPI document; they are not enforced. */
    rawBodyTypes?: readonly string[];
    /**
     * Whether a change by an API key or a member (other than a deletion) is recorded in the audit log; `without values`
     * if the values are secret. See `plugins/audit.ts`.
     */
    audited?: boolean | 'without values';
    /** Whether a `POST`, `PUT` or `PATCH` without an `Idempotency-Key` still works while the disk is nearly full. */
    storesNothing?: boolean;
  }
  interface FastifyRequest {
    /** The caller's organization, on routes for `api_key` and `client_token`; reading it elsewhere throws. */
    organization: Organization;
    /** The id of the API key, on routes for `api_key`; `undefined` if a member calls. */
    apiKeyId: string | undefined;
    /** The calling member; also set by the routes that sign somebody in. */
    signedIn: SignedInMember | undefined;
    grant: ClientGrant;
    /** The grant, on `api_key_or_client_token` routes; `undefined` if an API key calls. */
    grantIfAny: ClientGrant | undefined;
    links: Links;
    /** Authenticates the caller again. @throws DomainError if it may no longer call */
    authenticateAgain(): Promise<void>;
  }
}

export type ApiApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** Registers one operation, or all operations of a resource, with schema, documentation and handler. */
export type Endpoint = (app: ApiApp, services: Services) => void;

/** Returns the options of a route: its access, its part of the OpenAPI document, below a tag, flags, and its limit. */
export const operation = <Schema extends FastifySchema>(
  access: Access,
  tag: string,
  {
    flags,
    bodyLimit,
    ...schema
  }: Schema & { flags?: Omit<FastifyContextConfig, 'access'>; bodyLimit?: number },
) => ({
  config: { access, ...flags },
  ...(bodyLimit !== undefined && { bodyLimit }),
  schema: { ...schema, tags: [tag] },
});

export interface ApiOptions {
  /** The product version, for the health response and the OpenAPI document. */
  version: string;
  /** The public address of the service; by default the one that the request was sent to. */
  publicUrl?: string;
  /** Where clients join the rooms of a service at `baseUrl`, which its pages may connect to; by default `baseUrl`. */
  roomsUrl?: (baseUrl: string) => string;
  /** Bearer token of the operator; without one, nobody can call `/admin`. */
  adminToken?: string;
  /** Whether people must sign in as members on the pages of the service; API keys are then for programs only. */
  signInRequired?: boolean;
  /** Origins that browsers may call from; none by default. Session passes and uploads accept every origin. */
  corsOrigins?: readonly string[] | '*';
  /** Whether `X-Forwarded-*` headers of a proxy are trusted. */
  trustProxy?: boolean | string;
  rateLimits?: Partial<RateLimits>;
  eventStreams?: Partial<EventStreamLimits>;
  /** Models that requests may name besides those of the contract, by provider id. */
  furtherModels?: Readonly<Record<string, readonly string[]>>;
  /** The offers of the configured providers; by default those of the contract. */
  providerOffers?: readonly ProviderOffer[];
  logger?: FastifyBaseLogger;
  /** The content of `/metrics`; without it there is no such page. */
  metrics?: {
    request(method: string, route: string | undefined, status: number): void;
    render(): Promise<{ contentType: string; text: string }>;
  };
  /** All rows of the store, for a backup; needed for the embedded store, which no other process can open. */
  storeRows?: () => Promise<Readable>;
  /** The disk that the service writes to; absent if it writes to no disk of its own. */
  disk?: { isShort(): Promise<boolean> };
  /**
   * The state reported by `/livez`, `/readyz` and the health check; without it there are no such pages and the health
   * check reports `ok`.
   */
  readiness?: Readiness;
  /** Called for every route. */
  onRoute?: (route: { method: string | string[]; url: string }) => void;
}

/** Limits of server-sent events. */
export interface EventStreamLimits {
  /** Maximum open streams of one organization in this process; its end users together may have as many again. */
  perOrganization: number;
  /** Maximum of those end-user streams per client address. */
  perAddress: number;
  /** Maximum of those end-user streams per end user. */
  perUser: number;
  /** Maximum streams per member; all members together may have `perOrganization`. */
  perMember: number;
  heartbeatMs: number;
  /** A client that reads nothing for this long is disconnected. */
  stallMs: number;
  /** How often it is checked whether a reader may still read. */
  recheckMs: number;
}

/** Maximum requests per minute. */
export interface RateLimits {
  organization: number;
  /** Per end user with a client token. */
  user: number;
  /** Of all end users of an organization together; by default the same as `organization`. */
  users: number;
  /** Per member, across all browsers that they are signed in with. */
  member: number;
  /** Of all members of an organization together; by default the same as `organization`. */
  members: number;
  /** Per client address, for signed addresses and the admin token. */
  address: number;
  /** Per address without a valid credential: separate, so that guessing does not use up others' limit. */
  attempts: number;
}
