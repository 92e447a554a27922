import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** Faults of the authenticator or the browser that a test can cause. */
export interface Wrong {
  origin?: string;
  rpId?: string;
  type?: string;
  /** Whether it is used in a frame of another origin's page. */
  crossOrigin?: boolean;
  flags?: number;
  counter?: number;
  /** A point that is not on the curve. */
  y?: Buffer;
}

/** A passkey, with its authenticator and the browser, as a page of `origin` sees them. */
export class SoftwarePasskey {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  /** How often it was used; one that does not count stays at 0. */
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** Returns the response to `PublicKeyCredentialCreationOptionsJSON`. */
  create({ challenge, rp }: { challenge: string; rp: { id: string } }, wrong: Wrong = {}) {
    const id = Buffer.from(this.id, 'base64url');
    const flags = wrong.flags ?? USER_PRESENT | USER_VERIFIED | HAS_CREDENTIAL;
    const head = this.#head(rp.id, flags, wrong);
    const authData = Buffer.concat([
      head,
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 255]),
      id,
      this.#coseKey(wrong),
    ]);
    const attestation = Buffer.concat([
      Buffer.from([0xa3]),
      cborText('fmt'),
      cborText('none'),
      cborText('attStmt'),
      Buffer.from([0xa0]),
      cborText('authData'),
      cborBytes(authData),
    ]);
    return {
      id: this.id,
      clientDataJSON: this.#clientData('webauthn.create', challenge, wrong),
      attestationObject: attestation.toString('base64url'),
    };
  }

  /** Returns the response to `PublicKeyCredentialRequestOptionsJSON`. */
  answer({ challenge, rpId }: { challenge: string; rpId: string }, wrong: Wrong = {}) {
    const clientDataJSON = this.#clientData('webauthn.get', challenge, wrong);
    const authenticatorData = this.#head(rpId, wrong.flags ?? USER_PRESENT | USER_VERIFIED, wrong);
    const hash = createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
    const signature = sign('sha256', Buffer.concat([authenticatorData, hash]), this.#keys.privateKey);
    return {
      id: this.id,
      clientDataJSON,
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
    };
  }

  #clientData(type: string, asked: string, wrong: Wrong): string {
    // Encoded again as browsers do, which decode it to bytes.
    const challenge = Buffer.from(asked, 'base64url').toString('base64url');
    const data = {
      type: wrong.type ?? type,
      challenge,
      origin: wrong.origin ?? this.#origin,
      crossOrigin: wrong.crossOrigin ?? false,
    };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }

  #head(rpId: string, flags: number, wrong: Wrong): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrong.counter ?? this.counter);
    const hash = createHash('sha256')
      .update(wrong.rpId ?? rpId)
      .digest();
    return Buffer.concat([hash, Buffer.from([flags]), counter]);
  }

  /** Encodes `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`. */
  #coseKey(wrong: Wrong): Buffer {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
      cborBytes(Buffer.from(x, 'base64url')),
      Buffer.from([0x22]),
      cborBytes(wrong.y ?? Buffer.from(y, 'base64url')),
    ]);
  }
}

const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)]);
const cborBytes = (bytes: Buffer) =>
  Buffer.concat([
    bytes.length < 256
      ? Buffer.from([0x58, bytes.length])
      : Buffer.from([0x59, bytes.length >> 8, bytes.length & 255]),
    bytes,
  ]);
