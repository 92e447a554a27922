import { createHmac } from 'node:crypto';
import { ICEServer } from '@livekit/protocol';

/** TURN servers that clients may use to relay their media. */
export interface TurnServers {
  /** `turn:host:port?transport=udp|tcp` or `turns:host:port` (RFC 7065). */
  readonly urls: readonly string[];
  /** The secret shared with the TURN servers: coturn's `static-auth-secret`. */
  readonly secret: string;
  /** How long credentials can open new relays. A relay that is open stays open. */
  readonly lifetimeSeconds: number;
}

/**
 * Returns the ICE servers for a join or reconnect response, each with fresh credentials that expire by themselves:
 * `<unix time of expiry>:<participant>` and its HMAC (draft-uberti-behave-turn-rest-00, 2.2, which coturn calls
 * `use-auth-secret`).
 */
export function iceServersFor(turn: TurnServers | undefined, participantSid: string): ICEServer[] {
  if (turn === undefined) return [];
  const username = `${Math.floor(Date.now() / 1000) + turn.lifetimeSeconds}:${participantSid}`;
  const credential = createHmac('sha1', turn.secret).update(username).digest('base64');
  return [new ICEServer({ urls: [...turn.urls], username, credential })];
}
