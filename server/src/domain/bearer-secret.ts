import { hash, randomBytes } from 'node:crypto';

/** Returns a secret of 256 random bits, in Base64url: for API keys, links of invitations and cookies. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Returns what the store keeps of a secret. A fast hash is enough, because the secret is random and not a password. */
export const hashSecret = (secret: string): string => hash('sha256', secret);
