import type { IncomingMessage } from 'node:http';
import { RoomConfiguration, TrackSource } from '@livekit/protocol';
import { decodeJwt } from 'jose';
import { AccessToken, TokenVerifier, type VideoGrant } from 'livekit-server-sdk';
import { readJson } from './read-message.ts';
import { tokenOf } from './request-token.ts';

export interface Claims {
  /** The identity of the token's bearer. */
  readonly sub?: string | undefined;
  readonly name?: string | undefined;
  readonly kind?: string | undefined;
  readonly metadata?: string | undefined;
  readonly attributes?: Readonly<Record<string, string>> | undefined;
  readonly video: VideoGrant;
  /** The settings of the room, if this token creates it. */
  readonly roomConfig?: RoomConfiguration | undefined;
}

/** Tokens contain source names as strings, whatever the SDK's verifier type says. */
const sourceByName = new Map([
  ['camera', TrackSource.CAMERA],
  ['microphone', TrackSource.MICROPHONE],
  ['screen_share', TrackSource.SCREEN_SHARE],
  ['screen_share_audio', TrackSource.SCREEN_SHARE_AUDIO],
]);

const REFRESHED_TTL_SECONDS = 600;
/** The tolerated difference between the clocks of two machines. */
const CLOCK_TOLERANCE_SECONDS = 10;

/** Verifies and renews LiveKit access tokens (JWT, HS256, signed with the API secret). */
export class Tokens {
  readonly #apiKey: string;
  readonly #apiSecret: string;
  readonly #verifier: TokenVerifier;

  readonly #clockJumpMs: (room: string) => number;

  /** @param clockJumpMs returns by how much the wall clock has jumped since this room's tokens were issued */
  constructor(apiKey: string, apiSecret: string, clockJumpMs: (room: string) => number = () => 0) {
    this.#clockJumpMs = clockJumpMs;
    this.#apiKey = apiKey;
    this.#apiSecret = apiSecret;
    this.#verifier = new TokenVerifier(apiKey, apiSecret);
  }

  /**
   * Verifies the token of a request.
   * @throws Error if it is missing, expired, not signed by us, or has malformed claims.
   */
  async verify(request: IncomingMessage, url: URL): Promise<Claims> {
    const token = tokenOf(request, url);
    const claims = await this.#verifier.verify(token, this.#tolerance(token));
    const video = { ...claims.video };
    if (Array.isArray(video.canPublishSources)) {
      // Keep an unknown source as one that nobody publishes: an empty list would allow all sources.
      video.canPublishSources = video.canPublishSources.map(
        (name: unknown) => sourceByName.get(String(name).toLowerCase()) ?? TrackSource.UNKNOWN,
      );
    }
    const { sub, name, kind, metadata, attributes } = claims;
    const texts: unknown[] = [sub, name, kind, metadata, ...Object.values(attributes ?? {})];
    if (texts.some((text) => text !== undefined && typeof text !== 'string'))
      throw new Error('a claim of the token is not a string');
    return { sub, name, kind, metadata, attributes, video, roomConfig: readRoomConfig(claims.roomConfig) };
  }

  /** Returns the clock tolerance in seconds. The token is not verified yet: its room only selects the tolerance. */
  #tolerance(token: string): number {
    const room = decodeJwt<{ video?: VideoGrant }>(token).video?.room;
    return CLOCK_TOLERANCE_SECONDS + (typeof room === 'string' ? this.#clockJumpMs(room) / 1000 : 0);
  }

  /** Creates a token with which a connected client can reconnect later, or an agent can join. */
  renew({
    grant,
    kind,
    ttlSeconds = REFRESHED_TTL_SECONDS,
    ...claims
  }: {
    identity: string;
    name: string;
    metadata: string;
    attributes: Record<string, string>;
    grant: VideoGrant;
    kind: string | undefined;
    ttlSeconds?: number;
  }): Promise<string> {
    const token = new AccessToken(this.#apiKey, this.#apiSecret, { ...claims, ttl: ttlSeconds });
    token.addGrant(grant);
    if (kind !== undefined) token.kind = kind as NonNullable<AccessToken['kind']>;
    return token.toJwt();
  }
}

/** The SDK's verifier type promises a message, but the token carries its JSON. */
function readRoomConfig(json: unknown): RoomConfiguration | undefined {
  if (json === undefined) return undefined;
  return readJson(RoomConfiguration, JSON.stringify(json));
}
