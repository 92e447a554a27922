import type { AcceptInvitation, SignInWithPasskey } from '@visavis/contracts';
import { unauthenticated } from '../errors.ts';
import type { Challenges } from './challenges.ts';
import type { AnsweredChallenge, Passkey } from './member.ts';

/** Where browsers reach the pages of the service. */
export interface RelyingParty {
  origin: string;
  /** The domain for which passkeys are created. */
  hostname: string;
}

/** COSE algorithms: EdDSA, ES256, RS256. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257];

/** The numbers 1 and 1 in DER: a well-formed signature for elliptic-curve keys, valid for none. */
const DUMMY_SIGNATURE = Uint8Array.of(0x30, 6, 2, 1, 1, 2, 1, 1);

const REFUSED =
  'The passkey was refused: it is unknown here, the response came too late, or it was already used.';

export const refusedPasskey = () => unauthenticated(REFUSED);

interface Expected {
  rp: RelyingParty;
  challenges: Challenges;
  /** What the challenge was bound to. */
  boundTo?: string;
}

/** Verifies a browser's passkey response, and refuses whatever cannot be read. */
async function orRefuse<T>(verify: () => Promise<T | undefined>): Promise<T> {
  // The bytes come from anybody: any failure to read them is a refusal.
  const verified = await verify().catch(() => undefined);
  if (verified === undefined) throw refusedPasskey();
  return verified;
}

/** Options that check the response's challenge during verification and store it in `answered`. */
function expectedOptions({ rp, challenges, boundTo }: Expected) {
  const answered: { challenge?: AnsweredChallenge | undefined } = {};
  return {
    answered,
    options: {
      expectedOrigin: rp.origin,
      expectedRPID: rp.hostname,
      requireUserVerification: true,
      expectedChallenge: (challenge: string) => {
        answered.challenge = challenges.verify(challenge, boundTo);
        return answered.challenge !== undefined;
      },
    },
  };
}

/**
 * Returns the new passkey from a response to one of our challenges.
 * @throws DomainError `unauthenticated` for anything else
 */
export function verifyNewPasskey(
  { id, clientDataJSON, attestationObject }: AcceptInvitation,
  expected: Expected,
): Promise<{ passkey: Pick<Passkey, 'id' | 'publicKey' | 'counter'>; challenge: AnsweredChallenge }> {
  return orRefuse(async () => {
    // Loaded on demand, because it includes certificate parsers.
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { decodeAttestationObject, decodeClientDataJSON, isoBase64URL, verifySignature } = await import(
      '@simplewebauthn/server/helpers'
    );
    if (decodeClientDataJSON(clientDataJSON).crossOrigin) return undefined;
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    // We request no attestation. One with certificates would cause revocation requests to the addresses in them.
    const fmt = attestation.get('fmt');
    if (fmt !== 'none' && (fmt !== 'packed' || attestation.get('attStmt').get('x5c'))) return undefined;
    const { answered, options } = expectedOptions(expected);
    const { registrationInfo } = await verifyRegistrationResponse({
      ...options,
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      supportedAlgorithmIDs: PASSKEY_ALGORITHMS,
    });
    if (!registrationInfo || !answered.challenge) return undefined;
    const { credential } = registrationInfo;
    // Throws for an unreadable key, which would use up the invitation but never sign anybody in.
    const dummy = { signature: DUMMY_SIGNATURE, data: DUMMY_SIGNATURE };
    await verifySignature({ ...dummy, credentialPublicKey: credential.publicKey });
    const publicKey = isoBase64URL.fromBuffer(credential.publicKey);
    return {
      passkey: { id: credential.id, publicKey, counter: credential.counter },
      challenge: answered.challenge,
    };
  });
}

/**
 * Returns the counter of a passkey that has answered one of our challenges.
 * @throws DomainError `unauthenticated` for anything else
 */
export function verifyPasskey(
  { id, clientDataJSON, authenticatorData, signature }: SignInWithPasskey,
  { publicKey, counter }: Passkey,
  expected: Expected,
): Promise<{ counter: number; challenge: AnsweredChallenge }> {
  return orRefuse(async () => {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { decodeClientDataJSON, isoBase64URL } = await import('@simplewebauthn/server/helpers');
    if (decodeClientDataJSON(clientDataJSON).crossOrigin) return undefined;
    const { answered, options } = expectedOptions(expected);
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...options,
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      credential: { id, publicKey: isoBase64URL.toBuffer(publicKey), counter },
    });
    if (!verified || !answered.challenge) return undefined;
    return { counter: authenticationInfo.newCounter, challenge: answered.challenge };
  });
}
