import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify';
import type { ProviderOffer } from '../domain/conversations/live-ports.ts';
import type { ClientGrant } from '../domain/organizations/client-tokens.ts';
import type { Organization } from '../domain/organizations/organization.ts';
import type { Readiness } from '../domain/readiness.ts';
import type { Services } from '../domain/services.ts';
import type { Links } from './plugins/links.ts';

/**
 * Who may call a route:
 * `public` anybody; `api_key` an organization; `client_token` a browser; `admin` the operator; `signed` who has the
 * address, which carries its own proof; `api_key_or_client_token` an organization, or a browser within its grant;
 * `operator` as `admin`, and whoever calls from this very machine.
 */
export type Access =
  | 'public'
  | 'api_key'
  | 'client_token'
  | 'api_key_or_client_token'
  | 'admin'
  | 'signed'
  | 'operator';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route says who may call it; one that does not is refused when it is registered. */
    access?: Access;
    /** Whether the answer goes on for as long as the caller listens. */
    streams?: boolean;
    /** Types of the body, where that is bytes as they come; for the OpenAPI document, since nothing validates them. */
    rawBodyTypes?: readonly string[];
    /** Whether a change by an API key that is no deletion is for the audit log; see `plugins/audit.ts`. */
    audited?: boolean;
    /** Whether a call that is no `GET` or `DELETE` may be made while the disk is nearly full. */
    storesNothing?: boolean;
  }
  interface FastifyRequest {
    /** The caller's, on routes for `api_key` and `client_token`; reading it anywhere else is a fault. */
    organization: Organization;
    /** Of the key that calls, on routes for `api_key`. */
    apiKeyId: string | undefined;
    /** What the client token is bound to, on routes for `client_token`. */
    grant: ClientGrant;
    /** On routes for either: `undefined` where an API key calls. */
    grantIfAny: ClientGrant | undefined;
    links: Links;
  }
}

export type ApiApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

/** One operation: registers its route with schema, documentation and handler. */
export type Endpoint = (app: ApiApp, services: Services) => void;

export interface ApiOptions {
  /** The version of the product, for the health response and the OpenAPI document. */
  version: string;
  /** Where browsers reach the service; where absent, wherever the request came in. */
  publicUrl?: string;
  /** Bearer token of the operator; where absent nobody can call `/admin`. */
  adminToken?: string;
  /** Origins that browsers may call from, beside session passes and uploads, which are open; none where absent. */
  corsOrigins?: readonly string[] | '*';
  /** Whether `X-Forwarded-*` of a proxy in front is to be believed. */
  trustProxy?: boolean | string;
  rateLimits?: Partial<RateLimits>;
  eventStreams?: Partial<EventStreamLimits>;
  /** By provider: the models that requests may name beside the contract's. */
  furtherModels?: Readonly<Record<string, readonly string[]>>;
  /** What the providers of the service offer; where absent, those of the contract. */
  providerOffers?: readonly ProviderOffer[];
  logger?: FastifyBaseLogger;
  /** What `/metrics` tells; no such page where absent. */
  metrics?: {
    request(method: string, route: string | undefined, status: number): void;
    render(): Promise<{ contentType: string; text: string }>;
  };
  /** Every row of the store, for a backup: where no other process can open it. */
  storeRows?: () => AsyncIterable<string>;
  /** The disk that the service writes to; absent where it writes to none of its own. */
  disk?: { isShort(): Promise<boolean> };
  /** What `/livez`, `/readyz` and the health check tell; without it there are no such pages, and all is well. */
  readiness?: Readiness;
  /** Told of every route. */
  onRoute?: (route: { method: string | string[]; url: string }) => void;
  /**
   * Registers what else the same port serves (console, reference, metrics), before the app is ready. Its routes need
   * `config: { access }` like all others.
   */
  extend?: (app: FastifyInstance) => Promise<void>;
}

/** What bounds server-sent events. */
export interface EventStreamLimits {
  /** Streams of one organization at the same time, in this process. */
  perOrganization: number;
  heartbeatMs: number;
  /** A reader that takes nothing for so long is dropped. */
  stallMs: number;
}

/** Requests a minute. */
export interface RateLimits {
  organization: number;
  /** Each end user with a client token. */
  user: number;
  /** Each address with a signed one of ours, or with the admin token. */
  address: number;
  /** Each address with a credential that is missing or wrong. Counted apart: who guesses locks out nobody else. */
  attempts: number;
}
