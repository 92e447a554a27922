import { createHash, X509Certificate } from 'node:crypto';
import {
  CipherContext,
  HashAlgorithm,
  NamedCurveAlgorithm,
  SignatureAlgorithm,
  type SignatureHash,
} from 'werift';

export interface DtlsCertificate {
  readonly certPem: string;
  readonly keyPem: string;
  readonly signatureHash: SignatureHash;
  /** Fingerprint as in `a=fingerprint`: `sha-256 AA:BB:…` */
  readonly fingerprint: string;
}

/** Creates a self-signed P-256 certificate, which serves all peers for the server's lifetime. */
export async function createDtlsCertificate(): Promise<DtlsCertificate> {
  const created = await CipherContext.createSelfSignedCertificateWithKey(
    { signature: SignatureAlgorithm.ecdsa_3, hash: HashAlgorithm.sha256_4 },
    NamedCurveAlgorithm.secp256r1_23,
  );
  return { ...created, fingerprint: `sha-256 ${new X509Certificate(created.certPem).fingerprint256}` };
}

const hashes: Record<string, string> = {
  'sha-1': 'sha1',
  'sha-224': 'sha224',
  'sha-256': 'sha256',
  'sha-384': 'sha384',
  'sha-512': 'sha512',
};

/** Whether a certificate (DER) matches one of the fingerprints announced in SDP. Unknown hash functions never match. */
export function matchesFingerprint(certificate: Buffer, announced: readonly string[]): boolean {
  return announced.some((line) => {
    const [algorithm = '', value = ''] = line.trim().split(/\s+/);
    const hash = hashes[algorithm.toLowerCase()];
    if (hash === undefined) return false;
    return createHash(hash).update(certificate).digest('hex') === value.replaceAll(':', '').toLowerCase();
  });
}
