import { hash, randomBytes } from 'node:crypto';
import { createSigner } from '../../lib/signature.ts';
import { addSeconds, type Clock } from '../clock.ts';
import type { AnsweredChallenge } from './member.ts';

export const CHALLENGE_SECONDS = 300;
const RANDOM_BYTES = 16;
/** A challenge decoded from Base64url: random bytes, expiry in seconds, and signature, each of a fixed length. */
const CHALLENGE = /^([\w-]{22})([\da-z]{8})([\w-]{43})$/;

export type Challenges = ReturnType<typeof createChallenges>;

/**
 * Creates signed challenges, which are not stored, because anybody may request one. Correctly answered ones are
 * remembered until they expire, by the code that accepts the answer.
 * @param purpose prevents a challenge for one purpose from being answered for another
 */
export function createChallenges(
  secret: Uint8Array,
  purpose: string,
  clock: Clock,
  lifetimeSeconds = CHALLENGE_SECONDS,
) {
  const signer = createSigner(secret, `challenges ${purpose}`);
  return {
    /** @param boundTo what the answer must also refer to, such as an invitation */
    issue(boundTo = ''): string {
      const expiry = Math.floor(addSeconds(clock(), lifetimeSeconds).getTime() / 1000);
      const payload = randomBytes(RANDOM_BYTES).toString('base64url') + expiry.toString(36).padStart(8, '0');
      return Buffer.from(payload + signer.sign(`${payload} ${boundTo}`)).toString('base64url');
    },
    /** Returns `undefined` if the challenge is not ours, has expired, or was made for something else. */
    verify(challenge: string, boundTo = ''): AnsweredChallenge | undefined {
      const text = Buffer.from(challenge, 'base64url').toString();
      const [, random, expiry, signature] = CHALLENGE.exec(text) ?? [];
      if (!random || !expiry || !signature) return undefined;
      if (!signer.verify(`${random}${expiry} ${boundTo}`, signature)) return undefined;
      const expiresAt = new Date(Number.parseInt(expiry, 36) * 1000);
      return expiresAt > clock() ? { hash: hash('sha256', text), expiresAt } : undefined;
    },
  };
}
