import type { ClientAuth, CustomFetch } from 'openid-client';
import type { Config } from '../config.ts';
import type { OpenIdProvider } from '../domain/members/open-id.ts';
import { boundedFetch, RefusedAnswerError } from '../lib/bounded-fetch.ts';
import { messageOf } from '../lib/message-of.ts';
import { readUpTo } from '../lib/read-up-to.ts';
import { isSecureAddress } from '../lib/secure-address.ts';

const PATIENCE_SECONDS = 10;
const MAX_ANSWER_BYTES = 2 ** 20;
/** Tolerated skew of the provider's clock. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** The format that the standard allows. */
const SUBJECT = /^[ -~]{1,255}$/;
/** The format of a provider's error names; other values may contain anything. */
const ERROR_NAME = /^[\w.-]{1,60}$/;

/**
 * Creates the operator's OpenID Connect provider, using `openid-client`. Its discovery document is read when somebody
 * first signs in, and again if that failed.
 * @param patienceSeconds the timeout for each of its responses
 */
export function composeOpenId(
  { issuer, clientId, clientSecret, name }: NonNullable<Config['openId']>,
  patienceSeconds = PATIENCE_SECONDS,
): OpenIdProvider {
  async function discover() {
    // Loaded on demand.
    const client = await import('openid-client');
    const authenticate: ClientAuth = (server, ...request) => {
      const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
      const method = inBody ? client.ClientSecretPost : client.ClientSecretBasic;
      method(clientSecret)(server, ...request);
    };
    const config = await client.discovery(
      new URL(issuer),
      clientId,
      { [client.clockTolerance]: CLOCK_TOLERANCE_SECONDS },
      authenticate,
      {
        [client.customFetch]: fetchBounded,
        timeout: patienceSeconds,
        execute: [
          // Verifies the token's signature instead of trusting the connection that delivered it.
          client.enableNonRepudiationChecks,
          // Only within this machine: see `fetchBounded`.
          ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
        ],
      },
    );
    return { client, config };
  }

  let discovered: ReturnType<typeof discover> | undefined;
  function discoverOnce() {
    discovered ??= discover().catch((error: unknown) => {
      discovered = undefined;
      throw error;
    });
    return discovered;
  }

  return {
    name,
    authorizationUrl: (redirectUri, { state, nonce, verifier }) =>
      withOpenIdErrors(async () => {
        const { client, config } = await discoverOnce();
        const url = client.buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: 'openid',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        });
        requireSecure(url);
        return url.href;
      }),
    identify: (callback, { state, nonce, verifier }) =>
      withOpenIdErrors(async () => {
        const { client, config } = await discoverOnce();
        const tokens = await client.authorizationCodeGrant(config, callback, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
        });
        const { iss, sub } = tokens.claims()!;
        if (!SUBJECT.test(sub))
          throw new RefusedAnswerError('the subject (sub) of the ID token is not valid');
        return { issuer: iss, subject: sub };
      }),
  };
}

function requireSecure(url: URL): void {
  if (!isSecureAddress(url)) throw new RefusedAnswerError(`${url.origin} does not use https`);
}

const fetchBounded: CustomFetch = async (url, { body, headers, method, signal }) => {
  requireSecure(new URL(url));
  const request = { method, headers, body: body as NonNullable<RequestInit['body']>, signal: signal! };
  const response = await boundedFetch(url, request);
  const { bytes, isWhole } = await readUpTo(response.body ?? [], MAX_ANSWER_BYTES).catch((error: unknown) => {
    throw signal?.aborted ? signal.reason : error;
  });
  if (!isWhole) throw new RefusedAnswerError(`the response is larger than ${MAX_ANSWER_BYTES} bytes`);
  return new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, response);
};

/** Rejects with the reason of a failure, without what was sent. */
async function withOpenIdErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { cause, error: errorName } = error as { cause?: unknown; error?: unknown };
    // Other causes quote what they could not parse.
    const isPlain =
      cause instanceof RefusedAnswerError ||
      (cause instanceof Error && typeof (cause as { code?: unknown }).code === 'string');
    const parts = [
      messageOf(error),
      isPlain && messageOf(cause),
      typeof errorName === 'string' && ERROR_NAME.test(errorName) && errorName,
    ];
    throw new Error([...new Set(parts.filter(Boolean))].join(': '));
  }
}
