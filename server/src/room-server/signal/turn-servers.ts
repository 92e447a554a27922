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

/**
 * Returns the ICE servers of a join or reconnect response, with fresh credentials for each, which end by themselves:
 * `<unix time of their end>:<participant>` and its HMAC (draft-uberti-behave-turn-rest-00, 2.2, which coturn knows as
 * `use-auth-secret`).
 */
export function iceServersFor(turn: TurnServers | undefined, participantSid: string): ICEServer[] {
  if (turn === undefined) return [];
  const username = `${Math.floor(Date.now() / 1000) + turn.lifetimeSeconds}:${participantSid}`;
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64');
  return [new ICEServer({ urls: [...turn.urls], username, credential })];
}
