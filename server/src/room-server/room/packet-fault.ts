import {
  type DataPacket,
  DataStream_CompressionType,
  type DataStream_Header,
  Encryption_Type,
  ParticipantInfo_Kind,
  type RpcResponse,
  type Transcription,
} from '@livekit/protocol';
import type { Participant } from './participant.ts';

type Members = ReadonlyMap<string, Participant>;

const MAX_DESTINATIONS = 100;
/** Clients use UUIDs. */
const MAX_STREAM_ID_BYTES = 256;
const MAX_STREAM_BYTES = 2n ** 40n;
const MAX_IV_BYTES = 64;
/** Calls and responses as streams. LiveKit's native clients collect a whole stream before anybody can refuse it. */
export const RPC_TOPICS = { prefix: 'lk.rpc_', request: 'lk.rpc_request', response: 'lk.rpc_response' };

/**
 * Returns why a packet of `sender` must not be forwarded, or undefined if it may be. Receivers trust what LiveKit's
 * servers forward: the Rust SDK (livekit/src/room/mod.rs) ends its process on a transcription of an unknown track, and
 * both it and livekit-client find streams by their id alone, whoever the sender is.
 */
export function packetFault(packet: DataPacket, sender: Participant, members: Members): string | undefined {
  const { destinationIdentities, value } = packet;
  if (destinationIdentities.length > MAX_DESTINATIONS) return 'a packet with too many destinations';
  switch (value.case) {
    case 'user': {
      const { destinationIdentities: identities, destinationSids: sids } = value.value;
      return identities.length + sids.length > MAX_DESTINATIONS
        ? 'a packet with too many destinations'
        : undefined;
    }
    case 'chatMessage':
    case 'sipDtmf':
      return undefined;
    case 'rpcRequest':
      return callFault(value.value.id, value.value.method);
    case 'rpcAck':
      return value.value.requestId === '' ? 'an RPC acknowledgement without an id' : undefined;
    case 'rpcResponse':
      return responseFault(value.value);
    case 'streamHeader':
      return headerFault(value.value, members);
    case 'streamChunk':
    case 'streamTrailer':
      return sender.streams.has(value.value.streamId) ? undefined : 'a part of a stream that is not open';
    case 'transcription':
      return transcriptionFault(value.value, sender, members);
    case 'encryptedPacket': {
      const { encryptionType, iv } = value.value;
      const encrypted = encryptionType !== Encryption_Type.NONE && iv.length > 0 && iv.length <= MAX_IV_BYTES;
      return encrypted ? undefined : 'an encrypted packet without encryption';
    }
    default:
      return 'a packet of a type that clients must not send';
  }
}

/** The participant that is called echoes the id, and would be at fault for a response without one. */
function callFault(id: string | undefined, method: string | undefined): string | undefined {
  return id && method ? undefined : 'an RPC call without an id or a method';
}

function responseFault({ requestId, value }: RpcResponse): string | undefined {
  return requestId === '' || value.case === undefined
    ? 'an RPC response without an id or content'
    : undefined;
}

function headerFault(header: DataStream_Header, members: Members): string | undefined {
  const { streamId, contentHeader, totalLength = 0n, compression, topic, attributes } = header;
  if (streamId === '' || Buffer.byteLength(streamId) > MAX_STREAM_ID_BYTES)
    return 'a stream without a valid id';
  if (contentHeader.case === undefined) return 'a stream that contains neither text nor bytes';
  if (totalLength > MAX_STREAM_BYTES) return 'a stream longer than 1 TiB';
  // `Participant.info` announces that no client supports it: a packet could expand to a thousand times its size.
  if (compression !== DataStream_CompressionType.NONE) return 'a compressed stream';
  const taken = [...members.values()].some(({ streams }) => streams.has(streamId));
  if (taken) return 'a stream with the id of another open stream';
  // The attributes of a call hold the values for which an `rpcRequest` has fields (livekit-client's `RpcRequestAttrs`).
  const { 'lk.rpc_request_id': callId, 'lk.rpc_request_method': method } = attributes;
  return topic === RPC_TOPICS.request ? callFault(callId, method) : undefined;
}

/** Like LiveKit, forwards only transcriptions of agents. */
function transcriptionFault(value: Transcription, sender: Participant, members: Members): string | undefined {
  if (sender.kind !== ParticipantInfo_Kind.AGENT)
    return 'a transcription from a participant that is not an agent';
  const speaker = members.get(value.transcribedParticipantIdentity);
  return speaker?.publisher.tracks.has(value.trackId)
    ? undefined
    : 'a transcription of a track that does not exist';
}
