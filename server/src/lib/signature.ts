import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Signs short texts, such as the path and the expiry of an address that needs no other credential. */
export interface Signer {
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
}

/** `purpose` keeps signatures of one kind from being accepted as another, under one and the same secret. */
export function createSigner(secret: Uint8Array, purpose: string): Signer {
  const key = deriveKey(secret, purpose);
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    sign,
    verify(text, signature) {
      const expected = Buffer.from(sign(text));
      const given = Buffer.from(signature);
      return expected.length === given.length && timingSafeEqual(expected, given);
    },
  };
}

/** 32 bytes that are this secret's for this purpose alone. */
export function deriveKey(secret: Uint8Array, purpose: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), purpose, 32));
}
