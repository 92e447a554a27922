import { deriveKey, openText, sealText } from '../lib/signature.ts';
import { hashSecret as hash } from './bearer-secret.ts';
import { addSeconds, type Clock } from './clock.ts';
import type { UserScope } from './erasure/erasure-store.ts';
import { conflict, unprocessable } from './errors.ts';
import type { ClientGrant } from './organizations/client-tokens.ts';

export interface StoredResponse {
  status: number;
  contentType: string;
  body: string;
}

/**
 * The stored record of a request and its response. The body may contain a key or a token. With a `status` but no body,
 * the request has been carried out.
 */
export interface IdempotencyRecord {
  fingerprint: string;
  status: number | null;
  contentType: string | null;
  encryptedBody: string | null;
  /** Until when a request without a response counts as in flight. */
  lockedUntil: Date;
}

type CompletedResponse = Omit<StoredResponse, 'body'> & { body: string | null };

export interface ReservedKey {
  scope: string;
  key: string;
}

export interface IdempotencyStore {
  /** Reserves the key if it is unused, expired or left by a dead process; else returns its record. */
  reserve(
    scope: string,
    key: string,
    request: { fingerprint: string; lockedUntil: Date; expiresAt: Date },
    now: Date,
  ): Promise<'reserved' | IdempotencyRecord>;
  /** Keeps these keys locked until then, while their requests are in flight. */
  renew(keys: readonly ReservedKey[], lockedUntil: Date): Promise<void>;
  complete(
    scope: string,
    key: string,
    response: { status: number; contentType: string; encryptedBody: string | null },
  ): Promise<void>;
  release(scope: string, key: string): Promise<void>;
  deleteExpired(now: Date): Promise<void>;
}

/** Returns the owner of a key: an organization, or an end user, whose keys never collide with the organization's. */
export function idempotencyScope(organizationId: string, grant?: ClientGrant): string {
  if (!grant) return organizationId;
  const { user, client, apiKeyId, character, embed } = grant;
  return `${organizationId}/${JSON.stringify([user, client, apiKeyId, character, embed])}`;
}

/** Returns the common prefix of all scopes of an end user, which no other scope has. */
export function idempotencyScopesOf(organizationId: string, { user, client }: UserScope): string {
  const list = JSON.stringify(client === undefined ? [user] : [user, client]);
  return `${organizationId}/${list.slice(0, -1)},`;
}

const RETENTION_SECONDS = 24 * 3600;
/** Renewed while the request is in flight; if it expires, the process that reserved the key is assumed dead. */
const LOCK_SECONDS = 60;
export const RENEW_MS = 15_000;

export type Idempotency = ReturnType<typeof createIdempotency>;

/** Makes a POST safe to repeat: a repeated request gets the first response and does nothing else. */
export function createIdempotency(store: IdempotencyStore, secret: Uint8Array, clock: Clock) {
  return {
    /**
     * @param scope the owner of the key: `idempotencyScope`, or `admin`
     * @throws DomainError `unprocessable` for another request with the same key; `conflict` while the first is in
     * flight, or if its response was not stored
     */
    async reserve(scope: string, key: string, request: string): Promise<StoredResponse | undefined> {
      const now = clock();
      const fingerprint = hash(request);
      const lockedUntil = addSeconds(now, LOCK_SECONDS);
      const expiresAt = addSeconds(now, RETENTION_SECONDS);
      const existing = await store.reserve(scope, hash(key), { fingerprint, lockedUntil, expiresAt }, now);
      if (existing === 'reserved') return undefined;
      if (existing.fingerprint !== fingerprint) {
        throw unprocessable('key', 'was already used for a different request; use a new key.');
      }
      if (existing.status === null || existing.contentType === null) {
        throw conflict('The first request with this Idempotency-Key is still being processed.');
      }
      if (existing.encryptedBody === null) {
        throw conflict(
          `The first request with this Idempotency-Key was executed with status ${existing.status}. ` +
            'Its response was too large to be stored: read the resource that it created.',
        );
      }
      return {
        status: existing.status,
        contentType: existing.contentType,
        body: openText(existing.encryptedBody, bodyKey(secret, key)),
      };
    },
    /** Reports that the requests of these keys are still in flight. Call this every `RENEW_MS`. */
    renew: (keys: readonly ReservedKey[]) =>
      store.renew(
        keys.map(({ scope, key }) => ({ scope, key: hash(key) })),
        addSeconds(clock(), LOCK_SECONDS),
      ),
    /** With `body` null, only the fact that the request was carried out is stored. */
    async complete(scope: string, key: string, { status, contentType, body }: CompletedResponse) {
      const encryptedBody = body === null ? null : sealText(body, bodyKey(secret, key));
      await store.complete(scope, hash(key), { status, contentType, encryptedBody });
    },
    /** Releases the key, because the request failed with an error that a retry may avoid. */
    release: (scope: string, key: string) => store.release(scope, hash(key)),
    deleteExpired: () => store.deleteExpired(clock()),
  };
}

/** Derived from the service's secret and the caller's key: both are needed to read a stored response. */
const bodyKey = (secret: Uint8Array, key: string) => deriveKey(secret, `idempotency/${key}`);
