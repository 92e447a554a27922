import { hash, randomBytes } from 'node:crypto';

/** Returns 256 random bits in Base64url, as a secret for API keys, invitation links and cookies. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

/** Returns the hash under which a secret is stored. A fast hash is enough, because the secret is random. */
export const hashSecret = (secret: string): string => hash('sha256', secret);
