import { Webhook as Signer } from 'standardwebhooks';
import { addSeconds } from '../clock.ts';
import type { SigningSecrets } from './signing-secrets.ts';

/** The address and secrets of a recipient of signed messages; secrets are stored encrypted. */
export interface SecretHolder {
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: Date | null;
}

const PREVIOUS_SECRET_SECONDS = 24 * 3600;

/** Rotates the secret; the old one stays valid for a day, for receivers that have not been updated. */
export function rotated(before: SecretHolder, sealed: string, now: Date): SecretHolder {
  return {
    secret: sealed,
    previousSecret: before.secret,
    previousSecretUntil: addSeconds(now, PREVIOUS_SECRET_SECONDS),
  };
}

/**
 * The headers that sign a message by the Standard Webhooks specification: `v1,<HMAC-SHA256>` for each secret that is
 * valid, separated by spaces.
 * @throws Error where a secret was sealed under another installation's key
 */
export function signMessage(
  holder: SecretHolder,
  secrets: SigningSecrets,
  message: { id: string; now: Date; body: string },
): Record<string, string> {
  const { id, now, body } = message;
  const sealed = [holder.secret];
  if (holder.previousSecret && holder.previousSecretUntil && holder.previousSecretUntil > now) {
    sealed.push(holder.previousSecret);
  }
  const signatures = sealed.map((one) => new Signer(secrets.open(one)).sign(id, now, body));
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
}
