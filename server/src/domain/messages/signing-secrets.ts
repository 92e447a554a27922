import { randomBytes } from 'node:crypto';
import { deriveKey, openText, sealText } from '../../lib/signature.ts';

export type SigningSecrets = ReturnType<typeof createSigningSecrets>;

/**
 * Signing needs the secret itself, so it is stored; encrypted, so that the store alone does not reveal it. `purpose` is
 * bound to the ciphertext, so that a value encrypted for one use cannot be decrypted as another.
 */
export function createSigningSecrets(root: Uint8Array, purpose: string) {
  const key = deriveKey(root, purpose);
  const seal = (text: string) => sealText(text, key);
  return {
    seal,
    /** Creates a secret (`whsec_…`, Standard Webhooks) and its encrypted form. */
    make() {
      const secret = `whsec_${randomBytes(32).toString('base64')}`;
      return { secret, sealed: seal(secret) };
    },
    /** @throws Error when it was encrypted with another installation's key */
    open: (sealed: string) => openText(sealed, key),
  };
}
