import type { CreateToken } from '@visavis/contracts';
import { CompactEncrypt, compactDecrypt, jwtVerify, SignJWT } from 'jose';
import { deriveKey } from '../../lib/signature.ts';
import { addSeconds, type Clock } from '../clock.ts';
import { forbidden, unauthenticated } from '../errors.ts';

/** The restrictions of a client token; `null` means none. */
export interface ClientGrant {
  organizationId: string;
  /** The API key that created the token, which is invalid without it; `null` if a member or the service created it. */
  apiKeyId: string | null;
  /** The member who created the token, which is valid as long as they may create tokens. */
  memberId: string | null;
  user: string;
  client: string | null;
  /** Id of a character or an avatar. */
  character: string | null;
  /** Set for the token of one conversation of this embed: it may read and stop that one, but start none. */
  embed: string | null;
}

const AUDIENCE = 'session-passes';
const ISSUER = 'visavis';
const CLIENT_TOKEN_SECONDS = 3600;

export function createClientTokens(secret: Uint8Array, clock: Clock) {
  const key = deriveKey(secret, 'client-tokens');
  const hidingKey = deriveKey(secret, 'client-token-organizations');
  return {
    async mint(
      organizationId: string,
      request: CreateToken & { embed?: string },
      by: { apiKeyId?: string | undefined; memberId?: string | undefined } = {},
    ) {
      const now = clock();
      // A JWT has whole seconds, so the response states the expiry that is enforced.
      const expiresAt = addSeconds(new Date(Math.floor(now.getTime() / 1000) * 1000), CLIENT_TOKEN_SECONDS);
      const token = await new SignJWT({
        // Encrypted, because page visitors hold the token and must learn nothing about the organization.
        org: await new CompactEncrypt(Buffer.from([organizationId, by.apiKeyId, by.memberId].join(' ')))
          .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
          .encrypt(hidingKey),
        ...(typeof request.client === 'string' && { client: request.client }),
        ...(typeof request.character === 'string' && { character: request.character }),
        ...(request.embed !== undefined && { embed: request.embed }),
      })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setSubject(request.user)
        .setIssuer(ISSUER)
        .setAudience(AUDIENCE)
        .setIssuedAt(now)
        .setExpirationTime(expiresAt)
        .sign(key);
      return { token, expiresAt };
    },
    /** @throws DomainError `unauthenticated` */
    async verify(token: string): Promise<ClientGrant> {
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: ['HS256'],
          issuer: ISSUER,
          audience: AUDIENCE,
          requiredClaims: ['sub', 'org', 'exp'],
          currentDate: clock(),
        });
        const { plaintext } = await compactDecrypt(String(payload.org), hidingKey);
        const [organizationId = '', apiKeyId, memberId] = Buffer.from(plaintext).toString().split(' ');
        return {
          organizationId,
          apiKeyId: apiKeyId || null,
          memberId: memberId || null,
          user: String(payload.sub),
          client: typeof payload.client === 'string' ? payload.client : null,
          character: typeof payload.character === 'string' ? payload.character : null,
          embed: typeof payload.embed === 'string' ? payload.embed : null,
        };
      } catch {
        throw unauthenticated('The client token is not valid or has expired.');
      }
    },
  };
}

/** Returns a canonical form of the grant: tokens with equal grants may read and stop each other's conversations. */
export function grantKey(grant: Omit<ClientGrant, 'organizationId' | 'apiKeyId' | 'memberId'>): string {
  const { user, client, character, embed } = grant;
  return JSON.stringify([user, client, character, ...(embed === null ? [] : [embed])]);
}

/** The parts of a request to which a client token may be bound. */
export interface PassRequest {
  user: string;
  avatarId: string | null | undefined;
  client: string | null | undefined;
}

/**
 * Returns the client to which a session started with this grant belongs. @throws DomainError `forbidden` if the request
 * exceeds the token's grant
 */
export function checkGrant(grant: ClientGrant, request: PassRequest): string | null {
  if (grant.embed !== null) {
    throw forbidden('The token of an embed cannot start sessions; only the embed itself can.');
  }
  if (request.user !== grant.user) {
    throw forbidden(
      (nameOf) => `${nameOf('consumer.identity')} must be the user that the client token is bound to.`,
    );
  }
  if (grant.character !== null && request.avatarId !== grant.character) {
    throw forbidden((nameOf) => `${nameOf('persona')} must be the avatar that the client token is bound to.`);
  }
  const client = request.client ?? null;
  if (client !== null && client !== grant.client) {
    // Data of a client, such as memories, is available to whoever may name that client.
    throw forbidden(
      'client must be the client that the token is bound to, or omitted if the token is bound to none.',
    );
  }
  return grant.client;
}
