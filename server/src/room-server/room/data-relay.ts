import {
  DataPacket,
  DataPacket_Kind,
  DataStream_Trailer,
  DisconnectReason,
  ParticipantInfo_Kind,
} from '@livekit/protocol';
import { countItems } from '../../lib/count-items.ts';
import type { RoomServerLimits } from '../limits.ts';
import { readMessage } from '../read-message.ts';
import { packetFault, RPC_TOPICS } from './packet-fault.ts';
import type { Participant } from './participant.ts';
import { channelLabel } from './subscriber.ts';

/** The part of a room that the relay needs. */
export interface DataAudience {
  readonly participants: ReadonlyMap<string, Participant>;
  /** Removes a participant that sends too much or acknowledges too little, and logs why. */
  evict(participant: Participant, fault: string, reason?: DisconnectReason): void;
}

/** Packets that start a message at the receiver: a stream, a call, a chat message or a transcription. */
const MESSAGE_STARTS: readonly (string | undefined)[] = [
  'streamHeader',
  'rpcRequest',
  'chatMessage',
  'transcription',
];

/** LiveKit's clients allow 15 KiB for a call that is not a stream. */
const MAX_CALL_BYTES = 64 * 1024;

/** Handles a packet that a participant sent on one of its channels. */
export function relayFromParticipant(
  audience: DataAudience,
  sender: Participant,
  label: string,
  message: Buffer,
  limits: RoomServerLimits,
): void {
  if (!sender.permission.canPublishData || message.length > limits.dataPacketBytes) return;
  if (label !== channelLabel.reliable && label !== channelLabel.lossy) return;
  let packet: DataPacket;
  try {
    if (countItems(DataPacket, message, limits.messageItems) > limits.messageItems) {
      sender.conduct.addFault('a packet with too many items');
      return;
    }
    packet = readMessage(DataPacket, message);
  } catch {
    sender.conduct.addFault('an invalid packet');
    return;
  }
  const kind = label === channelLabel.reliable ? DataPacket_Kind.RELIABLE : DataPacket_Kind.LOSSY;
  if (kind === DataPacket_Kind.RELIABLE && packet.sequence > 0) {
    // A resumed client repeats packets that may have been lost.
    if (packet.sequence <= sender.lastReliableSequence) return;
    sender.lastReliableSequence = packet.sequence;
  }
  // LiveKit forwards metrics to participants that collect them; no client of this server does.
  if (packet.value.case === 'metrics') return;
  const fault = packetFault(packet, sender, audience.participants);
  if (fault !== undefined) {
    sender.conduct.addFault(fault);
    return;
  }
  if (startsMessage(packet) && !sender.conduct.messageStarts.pass()) {
    audience.evict(sender, 'too many streams, calls and messages at once');
    return;
  }
  if (!trackStream(sender, packet)) {
    sender.conduct.addFault('an RPC call with too many bytes');
    const { streamId } = packet.value.value as { streamId: string };
    endStream(audience, sender, streamId, sender.streams.take(streamId), limits);
    return;
  }
  if (sender.streams.count > limits.openStreams) {
    audience.evict(sender, 'too many unfinished streams');
    return;
  }
  if (!isOnBehalfOfAnother(sender, packet)) {
    packet.participantIdentity = sender.identity;
    packet.participantSid = sender.sid;
  }
  if (packet.value.case === 'user') {
    packet.value.value.participantIdentity = sender.identity;
    packet.value.value.participantSid = sender.sid;
  }
  // Clients send streams on the reliable channel. If a trailer were lost, its receiver would hold the stream for ever.
  const isOfStream = packet.value.case?.startsWith('stream') ?? false;
  relayPacket(audience, isOfStream ? DataPacket_Kind.RELIABLE : kind, packet, limits, sender);
}

/** The response to a call does not count: the callers determine how many there are. */
function startsMessage({ value }: DataPacket): boolean {
  if (value.case === 'streamHeader' && value.value.topic === RPC_TOPICS.response) return false;
  return MESSAGE_STARTS.includes(value.case);
}

/**
 * Sends all parts of a stream to the participants to whom its header was sent, because a receiver keeps the parts until
 * the trailer arrives. LiveKit's server sends each packet to the participants that it names; livekit-client names the
 * same ones in all packets, LiveKit's Rust SDK (data_stream/outgoing.rs) names none after the header.
 * @returns false if the stream has become too long.
 */
function trackStream({ streams }: Participant, packet: DataPacket): boolean {
  const { value } = packet;
  if (value.case === 'streamTrailer') packet.destinationIdentities = streams.take(value.value.streamId);
  else if (value.case === 'streamChunk') {
    packet.destinationIdentities = streams.destinationsOf(value.value.streamId);
    return streams.receive(value.value.streamId, value.value.content.length);
  }
  // A stream whose header holds all its content has no trailer.
  else if (value.case === 'streamHeader' && value.value.inlineContent === undefined) {
    const { streamId, topic } = value.value;
    const maxBytes = topic.startsWith(RPC_TOPICS.prefix) ? MAX_CALL_BYTES : undefined;
    streams.begin(streamId, packet.destinationIdentities, maxBytes);
  }
  return true;
}

/** Ends streams of which nothing arrived for `silentMs`; otherwise their receivers would hold them for ever. */
export function endStreams(
  audience: DataAudience,
  sender: Participant,
  silentMs: number,
  limits: RoomServerLimits,
): void {
  for (const { id: streamId, destinationIdentities } of sender.streams.takeSilent(silentMs)) {
    endStream(audience, sender, streamId, destinationIdentities, limits);
  }
}

/** Sends the receivers of a stream a trailer. */
function endStream(
  audience: DataAudience,
  sender: Participant,
  streamId: string,
  destinationIdentities: string[],
  limits: RoomServerLimits,
): void {
  const value = new DataStream_Trailer({ streamId, reason: 'the sender stopped the stream' });
  const packet = new DataPacket({
    participantIdentity: sender.identity,
    participantSid: sender.sid,
    destinationIdentities,
    value: { case: 'streamTrailer', value },
  });
  relayPacket(audience, DataPacket_Kind.RELIABLE, packet, limits, sender);
}

/**
 * Whether an agent publishes the transcription of another participant on its behalf; the packet then names that
 * participant.
 */
function isOnBehalfOfAnother(sender: Participant, { participantIdentity, value }: DataPacket): boolean {
  if (sender.kind !== ParticipantInfo_Kind.AGENT) return false;
  if (participantIdentity === '' || participantIdentity === sender.identity) return false;
  if (value.case === 'chatMessage') value.value.generated = true;
  else if (value.case === 'streamHeader' && value.value.contentHeader.case === 'textHeader')
    value.value.contentHeader.value.generated = true;
  else return false;
  return true;
}

/** Forwards a packet to its destinations, or to everyone but the sender. */
export function relayPacket(
  audience: DataAudience,
  kind: DataPacket_Kind,
  packet: DataPacket,
  limits: RoomServerLimits,
  sender?: Participant,
): void {
  packet.kind = kind;
  const user = packet.value.case === 'user' ? packet.value.value : undefined;
  // Older clients put the destinations into the user packet: keep both fields equal.
  if (packet.destinationIdentities.length === 0)
    packet.destinationIdentities = user?.destinationIdentities ?? [];
  else if (user !== undefined) user.destinationIdentities = packet.destinationIdentities;
  const identities = packet.destinationIdentities;
  const sids = user?.destinationSids ?? [];
  const targeted = identities.length > 0 || sids.length > 0;
  const message = Buffer.from(packet.toBinary());
  for (const receiver of audience.participants.values()) {
    if (receiver === sender) continue;
    if (targeted && !identities.includes(receiver.identity) && !sids.includes(receiver.sid)) continue;
    const { channels } = receiver.subscriber.transport;
    if (kind === DataPacket_Kind.LOSSY && channels.queuedBytes > limits.lossyBacklogBytes) continue;
    const isOwnerOver = channels.backlog.bytes > limits.reliableBacklogBytesPerOwner;
    const maxHeldBytes = isOwnerOver ? limits.reliableBacklogBytesAlways : limits.reliableBacklogBytes;
    if (channels.heldBytes > maxHeldBytes) {
      audience.evict(receiver, 'too much unsent data is queued for it', DisconnectReason.CONNECTION_TIMEOUT);
      continue;
    }
    // A participant that has just joined may not have its channel open yet.
    if (kind === DataPacket_Kind.RELIABLE) channels.sendOnceOpen(channelLabel.reliable, message);
    else channels.send(channelLabel.lossy, message);
  }
}
