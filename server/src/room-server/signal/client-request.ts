import { gunzipSync } from 'node:zlib';
import {
  JoinRequest,
  type SignalRequest,
  WrappedJoinRequest,
  WrappedJoinRequest_Compression,
} from '@livekit/protocol';
import type { ClientTraits } from '../room/participant.ts';

/** What a client says of itself when it opens signalling. */
export interface ClientRequest {
  /** It receives on the connection on which it publishes, and makes every offer. */
  readonly sharedConnection: boolean;
  readonly traits: ClientTraits;
  readonly reconnect: boolean;
  /** Of the participant to resume; empty when the client does not say. */
  readonly participantSid: string;
  /** What it asks for together with the join. */
  readonly firstMessages: readonly SignalRequest['message'][];
}

const maxJoinRequestBytes = 512 * 1024;

/** `/rtc`: two connections, plain query parameters. */
export function readQuery(query: URLSearchParams): ClientRequest {
  return {
    sharedConnection: false,
    traits: {
      autoSubscribe: query.get('auto_subscribe') !== '0' && query.get('auto_subscribe') !== 'false',
      clientProtocol: Number(query.get('client_protocol') ?? 0) || 0,
      firefox: /firefox/i.test(query.get('browser') ?? ''),
    },
    reconnect: query.get('reconnect') === '1',
    participantSid: query.get('sid') ?? '',
    firstMessages: [],
  };
}

/**
 * `/rtc/v1`: one connection; everything is in `join_request`, URL-safe base64 of a protobuf wrapper, perhaps with gzip
 * inside, perhaps with the client's first offer.
 * @throws Error when it cannot be read.
 */
export function readJoinRequest(query: URLSearchParams): ClientRequest {
  const text = query.get('join_request') ?? '';
  const { compression, joinRequest } = WrappedJoinRequest.fromBinary(Buffer.from(text, 'base64url'));
  if (joinRequest.length === 0) throw new Error('no join request');
  const bytes =
    compression === WrappedJoinRequest_Compression.GZIP
      ? gunzipSync(joinRequest, { maxOutputLength: maxJoinRequestBytes })
      : joinRequest;
  const request = JoinRequest.fromBinary(bytes);
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
      clientProtocol: clientInfo?.clientProtocol ?? 0,
      firefox: /firefox/i.test(clientInfo?.browser ?? ''),
    },
    reconnect: request.reconnect,
    participantSid: request.participantSid,
    firstMessages: messages,
  };
}
