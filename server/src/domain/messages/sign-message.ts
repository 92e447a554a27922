import { createHmac, randomBytes } from 'node:crypto';
import { deriveKey, openText, sealText } from '../../lib/signature.ts';
import { addSeconds } from '../clock.ts';

/** The signing secrets of a recipient of messages, stored encrypted. */
export interface SecretHolder {
  secret: string;
  previousSecret: string | null;
  previousSecretUntil: Date | null;
}

const PREVIOUS_SECRET_SECONDS = 24 * 3600;

/**
 * Returns the headers that sign a message according to the Standard Webhooks specification: `v1,<HMAC-SHA256>` for each
 * valid secret, separated by spaces.
 * @throws Error if a secret was encrypted with another installation's key
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
  const timestamp = String(Math.floor(now.getTime() / 1000));
  const signatures = sealed.map((sealedSecret) => {
    const key = Buffer.from(secrets.open(sealedSecret).slice('whsec_'.length), 'base64');
    // Bodies may have megabytes: the specification's own library hashes them in JavaScript, 20 times slower.
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

export type SigningSecrets = ReturnType<typeof createSigningSecrets>;

/**
 * Creates the encryption of signing secrets. Signing needs the secret, so it is stored, but encrypted, so that the
 * store alone does not reveal it. `purpose` is bound to the ciphertext, which therefore cannot be decrypted for another
 * use.
 */
export function createSigningSecrets(root: Uint8Array, purpose: string) {
  const key = deriveKey(root, purpose);
  const seal = (text: string) => sealText(text, key);
  return {
    seal,
    /**
     * Creates a secret (`whsec_…`, Standard Webhooks), and the fields in which its holder stores it. That of the holder
     * `before` stays valid for a day, for receivers that have not been updated.
     */
    make(before?: SecretHolder, now = new Date()): { secret: string; stored: SecretHolder } {
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      const stored = {
        secret: seal(secret),
        previousSecret: before?.secret ?? null,
        previousSecretUntil: before ? addSeconds(now, PREVIOUS_SECRET_SECONDS) : null,
      };
      return { secret, stored };
    },
    /** @throws Error if it was encrypted with another installation's key */
    open: (sealed: string) => openText(sealed, key),
  };
}
