import type { AcceptInvitation, SignInWithPasskey } from '@visavis/contracts';
import { unauthenticated } from '../errors.ts';
import type { Challenges } from './challenges.ts';
import type { AnsweredChallenge, Passkey } from './member.ts';

/** Where the pages of the service are, as a browser sees it. */
export interface OwnPlace {
  origin: string;
  /** The name that passkeys are made for. */
  hostname: string;
}

/** COSE algorithms: EdDSA, ES256, RS256. */
export const PASSKEY_ALGORITHMS = [-8, -7, -257];

/** Two numbers, 1 and 1, in DER: well-formed for keys of elliptic curves, and of nobody. */
const TRIAL_SIGNATURE = Uint8Array.of(0x30, 6, 2, 1, 1, 2, 1, 1);

const REFUSED =
  'The passkey was refused: it is not known here, was answered too late, or was answered before.';

export const refusedPasskey = () => unauthenticated(REFUSED);

interface Expected {
  place: OwnPlace;
  challenges: Challenges;
  /** What the challenge was made for. */
  bound?: string;
}

/** Takes what a browser has made of a passkey apart, and refuses whatever cannot be read. */
async function refusing<T>(verify: () => Promise<T | undefined>): Promise<T> {
  // What is sent is anybody's bytes: any failure to read them is a refusal.
  const verified = await verify().catch(() => undefined);
  if (verified === undefined) throw refusedPasskey();
  return verified;
}

/** The challenge that an answer was made for, checked when the answer is. */
function expecting({ place, challenges, bound }: Expected) {
  const answered: { challenge?: AnsweredChallenge | undefined } = {};
  return {
    answered,
    options: {
      expectedOrigin: place.origin,
      expectedRPID: place.hostname,
      requireUserVerification: true,
      expectedChallenge: (challenge: string) => {
        answered.challenge = challenges.read(challenge, bound);
        return answered.challenge !== undefined;
      },
    },
  };
}

/**
 * A new passkey, for an answer to a challenge of ours.
 * @throws DomainError `unauthenticated` for anything else
 */
export function verifyNewPasskey(
  { id, clientDataJSON, attestationObject }: AcceptInvitation,
  expected: Expected,
): Promise<{ passkey: Pick<Passkey, 'id' | 'publicKey' | 'counter'>; challenge: AnsweredChallenge }> {
  return refusing(async () => {
    // Loaded when somebody needs it: it comes with parsers of certificates.
    const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
    const { decodeAttestationObject, decodeClientDataJSON, isoBase64URL, verifySignature } = await import(
      '@simplewebauthn/server/helpers'
    );
    if (decodeClientDataJSON(clientDataJSON).crossOrigin) return undefined;
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
    // We ask for no attestation. One with certificates would have the addresses in them asked about revocation.
    const fmt = attestation.get('fmt');
    if (fmt !== 'none' && (fmt !== 'packed' || attestation.get('attStmt').get('x5c'))) return undefined;
    const { answered, options } = expecting(expected);
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
    // Throws for a key that cannot be read: it would use up the invitation, and never sign anybody in.
    const trial = { signature: TRIAL_SIGNATURE, data: TRIAL_SIGNATURE };
    await verifySignature({ ...trial, credentialPublicKey: credential.publicKey });
    const publicKey = isoBase64URL.fromBuffer(credential.publicKey);
    return {
      passkey: { id: credential.id, publicKey, counter: credential.counter },
      challenge: answered.challenge,
    };
  });
}

/**
 * The count of a passkey that has answered a challenge of ours.
 * @throws DomainError `unauthenticated` for anything else
 */
export function verifyPasskey(
  { id, clientDataJSON, authenticatorData, signature }: SignInWithPasskey,
  { publicKey, counter }: Passkey,
  expected: Expected,
): Promise<{ counter: number; challenge: AnsweredChallenge }> {
  return refusing(async () => {
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server');
    const { decodeClientDataJSON, isoBase64URL } = await import('@simplewebauthn/server/helpers');
    if (decodeClientDataJSON(clientDataJSON).crossOrigin) return undefined;
    const { answered, options } = expecting(expected);
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
