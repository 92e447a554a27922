import type { VideoGrant } from 'livekit-server-sdk';
import type { Admissions } from '../admissions.ts';
import { type MessageType, readJson } from '../read-message.ts';
import type { Room } from '../room/room.ts';
import type { RoomSettings } from '../room/room-settings.ts';
import type { Rooms } from '../room/rooms.ts';

/** The Twirp error codes that this service uses, with their HTTP status (twitchtv/twirp, errors.go). */
const statusOf = {
  invalid_argument: 400,
  malformed: 400,
  unauthenticated: 401,
  permission_denied: 403,
  not_found: 404,
  bad_route: 404,
  failed_precondition: 412,
  resource_exhausted: 429,
  internal: 500,
} as const;

type TwirpCode = keyof typeof statusOf;

export class TwirpError extends Error {
  readonly code: TwirpCode;

  constructor(code: TwirpCode, message: string) {
    super(message);
    this.code = code;
  }

  get status(): number {
    return statusOf[this.code];
  }
}

interface AnyMessage {
  toBinary(): Uint8Array;
  toJsonString(): string;
}

interface Method {
  readonly request: MessageType<unknown>;
  readonly handle: (request: never, grant: VideoGrant) => AnyMessage;
}

export type ServiceMethods = Readonly<Record<string, Method>>;

/** Creates a method of a service, typed by its request. */
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
      ? readJson(service.request, body.toString('utf8') || '{}')
      : service.request.fromBinary(body);
  } catch {
    throw new TwirpError('malformed', 'the request is invalid');
  }
  const response = service.handle(request as never, grant);
  return json ? Buffer.from(response.toJsonString()) : Buffer.from(response.toBinary());
}

/**
 * Checks a token before the body is read. @throws TwirpError if the token permits no method, as a client's token does.
 */
export function requireServiceGrant({ roomAdmin, roomCreate, roomList }: VideoGrant): void {
  if (roomAdmin !== true && roomCreate !== true && roomList !== true) throw denied();
}

/** @throws TwirpError if the token does not permit administering the room. */
export function requireAdmin(grant: VideoGrant, room: string): void {
  if (grant.roomAdmin !== true || (grant.room !== undefined && grant.room !== '' && grant.room !== room)) {
    throw denied();
  }
}

/** Finds a room or creates it. @throws TwirpError if nobody could join it, or there are too many. */
export function openRoom(
  rooms: Rooms,
  admissions: Admissions,
  name: string,
  settings?: Partial<RoomSettings>,
): Room {
  if (admissions.ownerOf(name) === undefined)
    throw new TwirpError(
      'failed_precondition',
      'this server has rooms only for conversations: start one (POST /v1/sessions), or create rooms on your own LiveKit server',
    );
  const room = rooms.open(name, settings);
  if (room === undefined) throw new TwirpError('resource_exhausted', 'too many rooms');
  return room;
}

export function denied(): TwirpError {
  return new TwirpError('permission_denied', 'permissions denied');
}

/** @throws TwirpError if the text is too long. */
export function checkBytes(text: string, maxBytes: number, what: string): void {
  if (Buffer.byteLength(text) > maxBytes)
    throw new TwirpError('invalid_argument', `${what} must not exceed ${maxBytes} bytes`);
}
