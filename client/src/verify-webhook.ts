import type {
  ConversationMessage,
  DocumentMessage,
  ToolCallMessage,
  TranscriptMessage,
  UsageMessage,
} from './generated/api.ts';

/** A message that the service sends to your address; `type` says which. */
export type SignedMessage =
  | ConversationMessage
  | TranscriptMessage
  | DocumentMessage
  | UsageMessage
  | ToolCallMessage;

/** The message is not from the service, or its time is not current: respond with 401. */
export class VisavisSignatureError extends Error {
  override readonly name = 'VisavisSignatureError';
}

/** How far the time of a message may be from now, as the Standard Webhooks specification recommends. */
const TOLERANCE_SECONDS = 300;

/**
 * Returns the message if it was signed with the secret of the webhook or tool (https://www.standardwebhooks.com). Runs
 * wherever there is Web Crypto.
 * @param headers of the request: from Node, or a `Headers`
 * @param body as received: text that was parsed and serialized again may differ
 * @throws VisavisSignatureError
 * @throws TypeError if the secret is not one of the service
 */
export async function verifyWebhook(
  secret: string,
  headers: Headers | Record<string, string | string[] | undefined>,
  body: string,
): Promise<SignedMessage> {
  const readHeader = (name: string) =>
    String((headers instanceof Headers ? headers.get(name) : headers[name]) ?? '');
  const [id, sentAt, signatures] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(readHeader);
  // The negated form also rejects a time that is not a number.
  if (!(Math.abs(Date.now() / 1000 - Number(sentAt || Number.NaN)) <= TOLERANCE_SECONDS))
    throw new VisavisSignatureError(
      'The message has no time, or its time is not within five minutes of now.',
    );
  const key = await readKey(secret);
  const signedContent = new TextEncoder().encode(`${id}.${sentAt}.${body}`);
  // Only once: a stranger may send hundreds of signatures with a large body.
  const expected = new Uint8Array(await crypto.subtle.sign('HMAC', key, signedContent));
  for (const signature of signatures!.split(' ')) {
    const [version, value] = signature.split(',');
    if (version === 'v1' && value && isEqual(fromBase64(value), expected)) return JSON.parse(body);
  }
  throw new VisavisSignatureError('The message is not signed with this secret.');
}

/** @throws TypeError for a secret without bytes, because anybody could sign with it */
function readKey(secret: string): Promise<CryptoKey> {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (bytes.length === 0) throw new TypeError('The secret is not one that the service gave: whsec_….');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

/** Takes the same time wherever two signatures of the same length differ. */
function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  let difference = 0;
  for (const [at, byte] of one.entries()) difference |= byte ^ other[at]!;
  return difference === 0;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
