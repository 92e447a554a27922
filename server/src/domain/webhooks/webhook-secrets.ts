import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '../../lib/signature.ts';

/** Secrets have to be known in order to sign, so they are kept; sealed, so that the store alone does not tell them. */
export interface WebhookSecrets {
  /** A new one (`whsec_…`, Standard Webhooks), and as it is kept. */
  make(): { secret: string; sealed: string };
  /** @throws Error where it was sealed under another installation's key */
  open(sealed: string): string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

export function createWebhookSecrets(root: Uint8Array): WebhookSecrets {
  const key = deriveKey(root, 'webhook secrets');
  return {
    make() {
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      const text = Buffer.concat([cipher.update(secret), cipher.final()]);
      return { secret, sealed: Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64') };
    },
    open(sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      return (
        decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
      );
    },
  };
}
