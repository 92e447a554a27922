import { verify, X509Certificate } from 'node:crypto';

export interface HandshakeMessage {
  readonly msg_type: number;
  readonly fragment: Buffer;
  serialize(): Buffer;
}

const CERTIFICATE_VERIFY_TYPE = 15;
/** TLS 1.2's SignatureAndHashAlgorithm (RFC 5246, 7.4.1.4.1): the hash in the first byte, RSA (1) or ECDSA (3) next. */
const hashOf: Record<number, string> = { 4: 'sha256', 5: 'sha384', 6: 'sha512' };

/**
 * Whether the peer has proved in the handshake that it holds the private key of its certificate: its CertificateVerify
 * signs all preceding messages (RFC 5246, 7.4.8). werift 0.x parses that signature without verifying it, and anybody
 * could send the certificate alone, which every handshake transmits in clear.
 * @param messages the messages of the handshake, in order
 * @param certificate the peer's certificate, in DER
 */
export function provesCertificate(messages: readonly HandshakeMessage[], certificate: Buffer): boolean {
  const at = messages.findIndex(({ msg_type: type }) => type === CERTIFICATE_VERIFY_TYPE);
  const body = messages[at]?.fragment;
  if (body === undefined || body.length < 4) return false;
  const hash = hashOf[body[0]!];
  const length = body.readUInt16BE(2);
  if (hash === undefined || length !== body.length - 4) return false;
  const signed = Buffer.concat(messages.slice(0, at).map((message) => message.serialize()));
  try {
    const key = new X509Certificate(certificate).publicKey;
    const expected = body[1] === 1 ? 'rsa' : 'ec';
    return key.asymmetricKeyType === expected && verify(hash, signed, key, body.subarray(4));
  } catch {
    return false;
  }
}
