import { PUBLISH_ON_BEHALF_ATTRIBUTE } from '@visavis/contracts';
import { decodeJwt } from 'jose';
import { unprocessable } from '../errors.ts';

/** Tolerated clock skew relative to the caller's server. */
const CLOCK_SKEW_MS = 60_000;

/** A room on the caller's own server, as described by the avatar's token. */
export interface CallerRoom {
  serverUrl: string;
  accessToken: string;
  room: string;
  avatarIdentity: string;
  /** Problems that do not prevent the start but are probably mistakes. */
  warnings: string[];
}

/**
 * Reads the caller's token without verifying its signature, which only the caller's server can do; most mistakes are
 * visible in the claims.
 * @throws DomainError `unprocessable` if it does not allow joining, is not valid now, or would make the avatar
 * invisible
 */
export function readCallerRoom(
  host: { serverUrl: string; accessToken: string },
  agentIdentity: string,
  now: Date,
): CallerRoom {
  const token = decode(host.accessToken);
  const video = asRecord(token.video);
  if (video.roomJoin !== true)
    throw invalidToken('does not grant permission to join a room (video.roomJoin).');
  if (typeof video.room !== 'string' || !video.room)
    throw invalidToken('does not contain a room (video.room).');
  if (typeof token.sub !== 'string' || !token.sub) throw invalidToken('has no identity (sub).');
  if (token.sub === agentIdentity) {
    throw invalidToken(
      `has the same identity as the agent (sub "${token.sub}"): each would remove the other from the room.`,
    );
  }
  if (video.canPublish === false)
    throw invalidToken('does not grant permission to publish (video.canPublish).');
  if (typeof token.exp === 'number' && token.exp * 1000 <= now.getTime()) throw invalidToken('has expired.');
  if (typeof token.nbf === 'number' && token.nbf * 1000 > now.getTime() + CLOCK_SKEW_MS) {
    throw invalidToken('is not valid yet (nbf).');
  }
  return {
    ...host,
    room: video.room,
    avatarIdentity: token.sub,
    warnings: findWarnings(token, agentIdentity),
  };
}

function findWarnings(token: Record<string, unknown>, agentIdentity: string): string[] {
  const warnings: string[] = [];
  if (token.kind !== 'agent') {
    warnings.push('host.accessToken is not of kind "agent": the agent may mistake the avatar for the user.');
  }
  const onBehalfOf = asRecord(token.attributes)[PUBLISH_ON_BEHALF_ATTRIBUTE];
  if (onBehalfOf === undefined) {
    warnings.push(`host.accessToken lacks the attribute ${PUBLISH_ON_BEHALF_ATTRIBUTE}.`);
  } else if (onBehalfOf !== agentIdentity) {
    warnings.push(
      `host.accessToken names a different agent in ${PUBLISH_ON_BEHALF_ATTRIBUTE} than the request.`,
    );
  }
  return warnings;
}

function decode(accessToken: string): Record<string, unknown> {
  // Only part of the token is decoded, but all of it is sent in a header.
  if (!/^[\x21-\x7e]+$/.test(accessToken))
    throw invalidToken('contains whitespace or other invalid characters.');
  try {
    return decodeJwt(accessToken);
  } catch {
    throw invalidToken('is not a JSON Web Token.');
  }
}

const invalidToken = (message: string) => unprocessable('host.accessToken', `The token ${message}`);

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
