import { gunzipSync } from 'node:zlib';
import {
  ClientInfo_Capability,
  JoinRequest,
  type SignalRequest,
  WrappedJoinRequest,
  WrappedJoinRequest_Compression,
} from '@livekit/protocol';
import { countItems } from '../../lib/count-items.ts';
import { readMessage } from '../read-message.ts';
import type { ClientTraits } from '../room/participant.ts';

/** The parameters with which a client opens signalling. */
export interface ClientRequest {
  /** Whether the client receives on the same connection on which it publishes, and makes every offer. */
  readonly sharedConnection: boolean;
  readonly traits: ClientTraits;
  readonly reconnect: boolean;
  /** The id of the participant to resume; empty if the client does not say. */
  readonly participantSid: string;
  /** Metadata and attributes that override those of its token. */
  readonly metadata: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Further requests that were sent with the join request. */
  readonly firstMessages: readonly SignalRequest['message'][];
}

/** Enough for an offer of 64 KiB and the descriptions of 32 tracks. */
const MAX_JOIN_REQUEST_BYTES = 256 * 1024;
/** A client that publishes 32 tracks with three layers each has less than half of this. */
const MAX_JOIN_REQUEST_ITEMS = 1024;

/**
 * Parses the request to `/rtc`: two connections and plain query parameters, or one connection with a `join_request`.
 * @throws Error if a parameter cannot be parsed.
 */
export function readQuery(query: URLSearchParams): ClientRequest {
  if (query.has('join_request')) return readJoinRequest(query);
  const allows = (name: string) => query.get(name) !== '0' && query.get(name) !== 'false';
  const attributes = query.get('attributes') ?? '';
  return {
    sharedConnection: false,
    traits: {
      autoSubscribe: allows('auto_subscribe'),
      autoSubscribeData: query.has('auto_subscribe_data_track') && allows('auto_subscribe_data_track'),
      adaptiveStream: query.has('adaptive_stream') && allows('adaptive_stream'),
      clientProtocol: readInt32(query.get('client_protocol')),
      capabilities: readCapabilities(query.get('capabilities') ?? ''),
      firefox: /firefox/i.test(query.get('browser') ?? ''),
    },
    metadata: '',
    attributes: attributes === '' ? {} : readAttributes(attributes),
    reconnect: query.get('reconnect') === '1',
    participantSid: query.get('sid') ?? '',
    firstMessages: [],
  };
}

/**
 * Parses the request to `/rtc/v1`: one connection; everything is in `join_request`, a protobuf wrapper in URL-safe
 * base64 that may be gzipped inside and may contain the client's first offer.
 * @throws Error if it cannot be parsed.
 */
export function readJoinRequest(query: URLSearchParams): ClientRequest {
  const text = query.get('join_request') ?? '';
  const { compression, joinRequest } = WrappedJoinRequest.fromBinary(Buffer.from(text, 'base64url'));
  if (joinRequest.length === 0) throw new Error('the join request is missing');
  const bytes =
    compression === WrappedJoinRequest_Compression.GZIP
      ? gunzipSync(joinRequest, { maxOutputLength: MAX_JOIN_REQUEST_BYTES })
      : joinRequest;
  if (bytes.length > MAX_JOIN_REQUEST_BYTES) throw new Error('the join request is too long');
  if (countItems(JoinRequest, bytes, MAX_JOIN_REQUEST_ITEMS) > MAX_JOIN_REQUEST_ITEMS)
    throw new Error('the join request has too many items');
  const request = readMessage(JoinRequest, bytes);
  const { clientInfo, publisherOffer } = request;
  const messages: SignalRequest['message'][] = request.addTrackRequests.map((value) => ({
    case: 'addTrack',
    value,
  }));
  if (publisherOffer !== undefined) messages.push({ case: 'offer', value: publisherOffer });
  return {
    sharedConnection: true,
    traits: {
      autoSubscribe: request.connectionSettings?.autoSubscribe ?? true,
      autoSubscribeData: request.connectionSettings?.autoSubscribeDataTrack ?? false,
      adaptiveStream: request.connectionSettings?.adaptiveStream ?? false,
      clientProtocol: clientInfo?.clientProtocol ?? 0,
      capabilities: [...new Set(clientInfo?.capabilities)],
      firefox: /firefox/i.test(clientInfo?.browser ?? ''),
    },
    reconnect: request.reconnect,
    participantSid: request.participantSid,
    metadata: request.metadata,
    attributes: request.participantAttributes,
    firstMessages: messages,
  };
}

/** Parses a number that the protocol can encode for others; 0 for anything else. */
function readInt32(text: string | null): number {
  const number = Number(text);
  return (number | 0) === number ? number : 0;
}

/** Parses comma-separated names of the protocol's enumeration, ignoring unknown ones. */
function readCapabilities(names: string): ClientInfo_Capability[] {
  const known: Record<string, unknown> = ClientInfo_Capability;
  const values = names.split(',').map((name) => known[name.trim()]);
  return [...new Set(values.filter((value): value is ClientInfo_Capability => typeof value === 'number'))];
}

/** Parses a JSON object of strings in URL-safe base64. */
function readAttributes(encoded: string): Record<string, string> {
  const value: unknown = JSON.parse(Buffer.from(encoded, 'base64url').toString('utf8'));
  if (typeof value !== 'object' || value === null) throw new Error('the attributes are not an object');
  const entries = Object.entries(value as Record<string, unknown>);
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
