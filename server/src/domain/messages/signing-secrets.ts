import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { deriveKey } from '../../lib/signature.ts';

/** Signing needs the secret itself, so it is stored; encrypted, so that the store alone does not reveal it. */
export interface SigningSecrets {
  /** Creates a secret (`whsec_…`, Standard Webhooks) and its encrypted form. */
  make(): { secret: string; sealed: string };
  seal(text: string): string;
  /** @throws Error when it was encrypted with another installation's key */
  open(sealed: string): string;
}

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** `purpose` is bound to the ciphertext, so that a value encrypted for one use cannot be decrypted as another. */
export function createSigningSecrets(root: Uint8Array, purpose: string): SigningSecrets {
  const key = deriveKey(root, purpose);

  function seal(text: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, iv);
    const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
  }

  return {
    seal,
    make() {
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      return { secret, sealed: seal(secret) };
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
