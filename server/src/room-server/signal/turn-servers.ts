import { createHmac } from 'node:crypto';
import { ICEServer } from '@livekit/protocol';

/** TURN servers that clients may relay their media through. */
export interface TurnServers {
  /** `turn:host:port?transport=udp|tcp` or `turns:host:port` (RFC 7065). */
  readonly urls: readonly string[];
  /** Shared with the TURN servers: coturn's `static-auth-secret`. */
  readonly secret: string;
  /** How long credentials open new relays; one that is open stays so. */
  readonly lifetimeSeconds: number;
}

export interface TurnCredentials {
  readonly username: string;
  readonly credential: string;
}

/**
 * Credentials that end by themselves: `<unix time of their end>:<name>` and its HMAC
 * (draft-uberti-behave-turn-rest-00, 2.2, which coturn knows as `use-auth-secret`).
 */
export function createTurnCredentials(
  { secret, lifetimeSeconds }: Pick<TurnServers, 'secret' | 'lifetimeSeconds'>,
  name: string,
  nowMs: number,
): TurnCredentials {
  const username = `${Math.floor(nowMs / 1000) + lifetimeSeconds}:${name}`;
  return { username, credential: createHmac('sha1', secret).update(username).digest('base64') };
}

/** Returns the ICE servers of a join or reconnect response. Fresh credentials for each: they name the participant. */
export function iceServersFor(turn: TurnServers | undefined, participantSid: string): ICEServer[] {
  if (turn === undefined) return [];
  const credentials = createTurnCredentials(turn, participantSid, Date.now());
  return [new ICEServer({ urls: [...turn.urls], ...credentials })];
}
