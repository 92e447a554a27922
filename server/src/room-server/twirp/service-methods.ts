import type { VideoGrant } from 'livekit-server-sdk';
import { TwirpError } from './twirp-error.ts';

/** Any protobuf message class of `@livekit/protocol`. */
interface MessageType<T> {
  fromBinary(bytes: Uint8Array): T;
  fromJsonString(text: string, options: { ignoreUnknownFields: boolean }): T;
}

interface AnyMessage {
  toBinary(): Uint8Array;
  toJsonString(): string;
}

interface Method {
  readonly request: MessageType<unknown>;
  readonly handle: (request: never, grant: VideoGrant) => AnyMessage;
}

/** A twirp service by the names of its methods. */
export type ServiceMethods = Readonly<Record<string, Method>>;

/** A method of a service, with the type of its request. */
export function method<T>(
  request: MessageType<T>,
  handle: (request: T, grant: VideoGrant) => AnyMessage,
): Method {
  return { request, handle: handle as Method['handle'] };
}

/** Runs a method on an encoded request. @throws TwirpError */
export function callMethod(service: Method, body: Buffer, json: boolean, grant: VideoGrant): Buffer {
  let request: unknown;
  try {
    request = json
      ? service.request.fromJsonString(body.toString('utf8') || '{}', { ignoreUnknownFields: true })
      : service.request.fromBinary(body);
  } catch {
    throw new TwirpError('malformed', 'the request cannot be read');
  }
  const response = service.handle(request as never, grant);
  return json ? Buffer.from(response.toJsonString()) : Buffer.from(response.toBinary());
}

/** @throws TwirpError for a token that does not administer the room. */
export function requireAdmin(grant: VideoGrant, room: string): void {
  if (grant.roomAdmin !== true || (grant.room !== undefined && grant.room !== '' && grant.room !== room)) {
    throw denied();
  }
}

export function denied(): TwirpError {
  return new TwirpError('permission_denied', 'permissions denied');
}

/** @throws TwirpError for a text that is too long. */
export function checkBytes(text: string, most: number, what: string): void {
  if (Buffer.byteLength(text) > most)
    throw new TwirpError('invalid_argument', `${what} must not exceed ${most} bytes`);
}
