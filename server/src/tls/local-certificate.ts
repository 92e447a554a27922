import { webcrypto, X509Certificate } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  PemConverter,
  X509Certificate as SignedCertificate,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';
import { makeFolder } from '../lib/make-folder.ts';
import type { TlsPair } from './tls-files.ts';

/**
 * https without a certificate of the operator: this creates a certificate authority for the machine, kept in the data
 * directory, and a certificate for the machine's current names and addresses. A device that trusts the authority trusts
 * the machine.
 */

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
/** The maximum that Apple's systems accept for a server certificate. */
const CERTIFICATE_DAYS = 397;
const RENEW_DAYS = 30;

export interface LocalCertificate extends TlsPair {
  /** PEM of the authority that a device must trust. */
  authority: string;
}

interface Host {
  names: readonly string[];
  addresses: readonly string[];
}

/**
 * Returns the certificate in `folder`; creates a new one if there is none, if it expires within 30 days, or if the
 * machine has another name or address. Only the user of the service can read the private keys.
 */
export async function openLocalCertificate(folder: string, host = thisHost()): Promise<LocalCertificate> {
  await makeFolder(folder);
  const path = (name: string) => join(folder, name);
  const authority =
    (await readPair(path('authority'))) ?? (await keepPair(path('authority'), await makeAuthority(host)));
  const present = await readPair(path('server'));
  const pair =
    present && isGood(present, authority, host)
      ? present
      : await keepPair(path('server'), await makeCertificate(authority, host));
  return { ...pair, authority: authority.cert };
}

function thisHost(): Host {
  const own = hostname();
  const addresses = Object.values(networkInterfaces())
    .flatMap((entries) => entries ?? [])
    // A link-local address is useless without an interface name, which certificates cannot contain.
    .filter(({ address }) => !address.startsWith('fe80:'))
    .map(({ address }) => address);
  return { names: [...new Set(['localhost', own, `${own}.local`])], addresses };
}

async function makeAuthority({ names }: Host): Promise<TlsPair> {
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: `CN=Visavis on ${names[1] ?? names[0]}`,
    keys,
    signingAlgorithm: ALGORITHM,
    ...validity(AUTHORITY_DAYS),
    extensions: [
      new BasicConstraintsExtension(true, 0, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: certificate.toString('pem'), key: await exportKey(keys.privateKey) };
}

async function makeCertificate(authority: TlsPair, { names, addresses }: Host): Promise<TlsPair> {
  const issuer = new SignedCertificate(authority.cert);
  const keys = await newKeys();
  const certificate = await X509CertificateGenerator.create({
    subject: `CN=${names[1] ?? names[0]}`,
    issuer: issuer.subjectName,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    signingAlgorithm: ALGORITHM,
    ...validity(CERTIFICATE_DAYS),
    extensions: [
      new BasicConstraintsExtension(false, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([
        ...names.map((value) => ({ type: 'dns' as const, value })),
        ...addresses.map((value) => ({ type: 'ip' as const, value })),
      ]),
      await AuthorityKeyIdentifierExtension.create(issuer.publicKey),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: certificate.toString('pem'), key: await exportKey(keys.privateKey) };
}

/** Valid from an hour ago, because clocks of devices differ. */
function validity(days: number): { notBefore: Date; notAfter: Date } {
  const now = Date.now();
  return { notBefore: new Date(now - 3_600_000), notAfter: new Date(now + days * DAY_MS - 3_600_000) };
}

function isGood({ cert }: TlsPair, authority: TlsPair, { names, addresses }: Host): boolean {
  const certificate = new X509Certificate(cert);
  const issuer = new X509Certificate(authority.cert);
  return (
    certificate.verify(issuer.publicKey) &&
    Date.parse(certificate.validTo) > Date.now() + RENEW_DAYS * DAY_MS &&
    names.every((name) => certificate.checkHost(name) !== undefined) &&
    addresses.every((address) => certificate.checkIP(address) !== undefined)
  );
}

const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  return `${PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', key), 'PRIVATE KEY')}\n`;
}

function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  return webcrypto.subtle.importKey('pkcs8', PemConverter.decodeFirst(pem), ALGORITHM, false, ['sign']);
}

async function readPair(path: string): Promise<TlsPair | undefined> {
  try {
    // Sequentially: if neither can be read, the error always names the first.
    const cert = await readFile(`${path}.crt`, 'utf8');
    return { cert, key: await readFile(`${path}.key`, 'utf8') };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Stores the pair. The certificate is written last: if it exists, its key does too. */
async function keepPair(path: string, pair: TlsPair): Promise<TlsPair> {
  for (const [extension, text] of [
    ['key', pair.key],
    ['crt', pair.cert],
  ] as const) {
    const draft = `${path}.${extension}.${process.pid}`;
    await writeFile(draft, text, { mode: 0o600 });
    await rename(draft, `${path}.${extension}`);
  }
  return pair;
}

/** The path from which a device fetches the certificate that it must trust. */
export const AUTHORITY_PATH = '/visavis-ca.crt';

/** Phones offer to install files of this type. */
export function sendAuthority(response: ServerResponse, authority: string): void {
  const headers = {
    'content-type': 'application/x-x509-ca-cert',
    'content-disposition': 'attachment; filename="visavis-ca.crt"',
  };
  response.writeHead(200, headers).end(authority);
}
