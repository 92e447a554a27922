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
 * grant; `operator` as `admin`, and also callers on this machine; `sign_in` anybody at a page of ours. Where an API key may
 * call, a member who is signed in may, if their role has the route's `permission` (`domain/members/roles.ts`).
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
    /** What a member needs to call it; where absent, `read` for a `GET` and `change` for any other method. */
    permission?: Permission;
    /** Whether the answer is a stream that continues while the caller reads. */
    streams?: boolean;
    /** Media types of a raw body, for the OpenAPI document; they are not validated. */
    rawBodyTypes?: readonly string[];
    /**
     * Whether a change with an API key or by a member, other than a deletion, is written to the audit log; `without values` where they
     * are secret. See `plugins/audit.ts`.
     */
    audited?: boolean | 'without values';
    /** Whether a `POST`, `PUT` or `PATCH` without an `Idempotency-Key` still works while the disk is nearly full. */
    storesNothing?: boolean;
  }
  interface FastifyRequest {
    /** The caller's organization, on routes for `api_key` and `client_token`; reading it elsewhere throws. */
    organization: Organization;
    /** The id of the API key, on routes for `api_key`; `undefined` where a member calls. */
    apiKeyId: string | undefined;
    /** The member who calls; set by the routes that sign somebody in. */
    signedIn: SignedInMember | undefined;
    grant: ClientGrant;
    /** The grant on routes for either; `undefined` when an API key calls. */
    grantIfAny: ClientGrant | undefined;
    links: Links;
    /** Authenticates the caller once more. @throws DomainError where it may no longer call */
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

/** One operation, or all of a resource: registers routes with schema, documentation and handler. */
export type Endpoint = (app: ApiApp, services: Services) => void;

/** The options of a route: who may call it, its part of the OpenAPI document, and flags. A route with a limit or hook of its own writes them out. */
export const operation = <Schema extends FastifySchema>(
  access: Access,
  { flags, ...schema }: Schema & { flags?: Omit<FastifyContextConfig, 'access'> },
) => ({ config: { access, ...flags }, schema });

export interface ApiOptions {
  /** The version of the product, for the health response and the OpenAPI document. */
  version: string;
  /** The public address of the service; when absent, the one that the request was sent to. */
  publicUrl?: string;
  /** Where clients join the rooms of a service at `baseUrl`: its pages may connect there. Absent: at `baseUrl` itself. */
  roomsUrl?: (baseUrl: string) => string;
  /** Bearer token of the operator; when absent nobody can call `/admin`. */
  adminToken?: string;
  /** Whether pages of the service are for members alone, and API keys for programs. */
  signInRequired?: boolean;
  /** Origins that browsers may call from; none where absent. Session passes and uploads are open to every origin. */
  corsOrigins?: readonly string[] | '*';
  /** Whether `X-Forwarded-*` headers of a proxy are trusted. */
  trustProxy?: boolean | string;
  rateLimits?: Partial<RateLimits>;
  eventStreams?: Partial<EventStreamLimits>;
  /** Models that requests may name beside those of the contract, by the id of their provider. */
  furtherModels?: Readonly<Record<string, readonly string[]>>;
  /** The offers of the configured providers; when absent, those of the contract. */
  providerOffers?: readonly ProviderOffer[];
  logger?: FastifyBaseLogger;
  /** The content of `/metrics`; no such page when absent. */
  metrics?: {
    request(method: string, route: string | undefined, status: number): void;
    render(): Promise<{ contentType: string; text: string }>;
  };
  /** Every row of the store, for a backup; needed for the embedded store, which no other process can open. */
  storeRows?: () => Promise<Readable>;
  /** The disk that the service writes to; absent where it writes to none of its own. */
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
  /** Streams that one organization may have open in this process; its end users together may have as many again. */
  perOrganization: number;
  /** Most of those streams that one client address may have open. */
  perAddress: number;
  /** Most of those streams that one end user may have open. */
  perUser: number;
  /** Most streams that one member may have open, of as many as `perOrganization` of all members. */
  perMember: number;
  heartbeatMs: number;
  /** A reader that reads nothing for this long is disconnected. */
  stallMs: number;
  /** How often it is looked whether a reader may still read. */
  recheckMs: number;
}

/** Requests a minute. */
export interface RateLimits {
  organization: number;
  /** Per consumer with a client token. */
  user: number;
  /** Requests a minute of all consumers of an organization together; as `organization` where absent. */
  users: number;
  /** Per member, whichever browsers they are signed in with. */
  member: number;
  /** Requests a minute of all members of an organization together; as `organization` where absent. */
  members: number;
  /** Per client address, for signed addresses and the admin token. */
  address: number;
  /**
   * Per address without a credential or with a wrong one. Counted separately, so that guessing does not use up the
   * limit of others.
   */
  attempts: number;
}
