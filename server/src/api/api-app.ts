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
 * Who may call a route: `public` anybody; `api_key` an organization; `client_token` a browser; `admin` the operator;
 * `signed` anybody with a valid signed address; `api_key_or_client_token` an organization, or a browser within its
 * grant; `operator` as `admin`, and also callers on this machine.
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
    /** Every route declares who may call it; registering one that does not is an error. */
    access?: Access;
    /** Whether the answer is a stream that continues while the caller reads. */
    streams?: boolean;
    /** Media types of a raw body, for the OpenAPI document; they are not validated. */
    rawBodyTypes?: readonly string[];
    /** Whether a change with an API key, other than a deletion, is written to the audit log; see `plugins/audit.ts`. */
    audited?: boolean;
    /** Whether a call that is no `GET` or `DELETE` may be made while the disk is nearly full. */
    storesNothing?: boolean;
  }
  interface FastifyRequest {
    /** The caller's organization, on routes for `api_key` and `client_token`; reading it elsewhere throws. */
    organization: Organization;
    /** The id of the API key, on routes for `api_key`. */
    apiKeyId: string | undefined;
    /** The grant of the client token, on routes for `client_token`. */
    grant: ClientGrant;
    /** On routes for either: `undefined` when an API key calls. */
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
  /** The public address of the service; when absent, the one that the request was sent to. */
  publicUrl?: string;
  /** Bearer token of the operator; when absent nobody can call `/admin`. */
  adminToken?: string;
  /** Origins that browsers may call from, beside session passes and uploads, which are open; none where absent. */
  corsOrigins?: readonly string[] | '*';
  /** Whether `X-Forwarded-*` headers of a proxy are trusted. */
  trustProxy?: boolean | string;
  rateLimits?: Partial<RateLimits>;
  eventStreams?: Partial<EventStreamLimits>;
  /** By provider: the models that requests may name beside the contract's. */
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
  storeRows?: () => AsyncIterable<string>;
  /** The disk that the service writes to; absent where it writes to none of its own. */
  disk?: { isShort(): Promise<boolean> };
  /**
   * The state reported by `/livez`, `/readyz` and the health check; without it there are no such pages and the health
   * check reports `ok`.
   */
  readiness?: Readiness;
  /** Called for every route. */
  onRoute?: (route: { method: string | string[]; url: string }) => void;
  /**
   * Registers what else the same port serves (console, reference, metrics), before the app is ready. Its routes need
   * `config: { access }` like all others.
   */
  extend?: (app: FastifyInstance) => Promise<void>;
}

/** Limits of server-sent events. */
export interface EventStreamLimits {
  /** Streams of one organization at the same time, in this process. */
  perOrganization: number;
  heartbeatMs: number;
  /** A reader that reads nothing for this long is disconnected. */
  stallMs: number;
}

/** Requests a minute. */
export interface RateLimits {
  organization: number;
  /** Per consumer with a client token. */
  user: number;
  /** Per client address, for signed addresses and the admin token. */
  address: number;
  /**
   * Per address without a credential or with a wrong one. Counted separately, so that guessing does not use up the
   * limit of others.
   */
  attempts: number;
}
