import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { decodeJwt } from 'jose';
import type { VideoGrant } from 'livekit-server-sdk';
import { RateGate } from '../lib/rate-gate.ts';
import { RecentMap } from '../lib/recent-map.ts';
import { isSameSecret } from '../lib/same-secret.ts';
import type { RoomServerLimits } from './limits.ts';
import { tokenOf, urlOf } from './request-token.ts';

const ATTEMPTS_PER_MINUTE = 600;
const MAX_BLOCKS = 10_000;
const MAX_PEOPLE = 10_000;

export interface RequestRefusal {
  readonly status: 401 | 429 | 503;
  readonly message: string;
}

/**
 * Decides whose requests may reach the room server: those with a token that we signed, and not too many per person. It
 * runs in the public port's thread, because every request that passes takes time of the thread that carries all media.
 */
export class RequestFilter {
  readonly #secret: string;
  /** Invalid tokens, counted per block of client addresses. A valid token passes regardless. */
  readonly #attempts = new RecentMap<string, RateGate>(
    MAX_BLOCKS,
    () => new RateGate(ATTEMPTS_PER_MINUTE / 60, ATTEMPTS_PER_MINUTE),
  );
  readonly #people: RecentMap<string, RateGate> | undefined;

  /** @param limits for the requests of a person; if absent, there are none */
  constructor(
    secret: string,
    limits: Pick<RoomServerLimits, 'joinsPerSecondPerPerson' | 'joinsAtOncePerPerson'> | undefined,
  ) {
    this.#secret = secret;
    this.#people =
      limits &&
      new RecentMap(
        MAX_PEOPLE,
        () => new RateGate(limits.joinsPerSecondPerPerson, limits.joinsAtOncePerPerson),
      );
  }

  /** @param client the client's address block */
  refusal(request: IncomingMessage, client: string): RequestRefusal | undefined {
    const claims = this.#claimsOf(tokenOf(request, urlOf(request)));
    if (claims === undefined)
      return this.#attempts.get(client).pass()
        ? { status: 401, message: 'invalid token' }
        : { status: 429, message: 'too many invalid tokens' };
    const { sub, video = {} } = claims;
    // Only the operator administers rooms.
    if (video.roomJoin !== true || video.roomAdmin === true) return undefined;
    const isTooFast = this.#people?.get(JSON.stringify([video.room, sub])).pass() === false;
    return isTooFast ? { status: 503, message: 'too many joins at once' } : undefined;
  }

  /** Returns the claims of a token that we signed. The room server checks whether it is valid now, and for what. */
  #claimsOf(token: string): { sub?: string; video?: VideoGrant } | undefined {
    const end = token.lastIndexOf('.');
    const signature = createHmac('sha256', this.#secret).update(token.slice(0, end)).digest('base64url');
    return isSameSecret(token.slice(end + 1), signature) ? decodeJwt(token) : undefined;
  }
}
