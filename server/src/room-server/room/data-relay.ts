import { DataPacket, DataPacket_Kind, DisconnectReason, ParticipantInfo_Kind } from '@livekit/protocol';
import type { RoomServerLimits } from '../limits.ts';
import type { Participant } from './participant.ts';
import { channelLabel } from './subscriber.ts';

/** What the relay needs from the room. */
export interface DataAudience {
  readonly participants: ReadonlyMap<string, Participant>;
  remove(participant: Participant, reason: DisconnectReason): void;
}

/** A packet that a participant sent on one of its channels. */
export function relayFromParticipant(
  audience: DataAudience,
  sender: Participant,
  label: string,
  message: Buffer,
  limits: RoomServerLimits,
): void {
  if (!sender.permission.canPublishData || message.length > limits.dataPacketBytes) return;
  // A lossy packet may be dropped; reliable ones arrive at this rate only from an attacker.
  if (!sender.dataGate.pass()) return;
  if (label !== channelLabel.reliable && label !== channelLabel.lossy) return;
  let packet: DataPacket;
  try {
    packet = DataPacket.fromBinary(message);
  } catch {
    return;
  }
  const kind = label === channelLabel.reliable ? DataPacket_Kind.RELIABLE : DataPacket_Kind.LOSSY;
  if (kind === DataPacket_Kind.RELIABLE && packet.sequence > 0) {
    // A resumed client repeats packets that may have been lost.
    if (packet.sequence <= sender.lastReliableSequence) return;
    sender.lastReliableSequence = packet.sequence;
  }
  if (!writesForAnother(sender, packet)) {
    packet.participantIdentity = sender.identity;
    packet.participantSid = sender.sid;
  }
  if (packet.value.case === 'user') {
    packet.value.value.participantIdentity = sender.identity;
    packet.value.value.participantSid = sender.sid;
  }
  relayPacket(audience, kind, packet, limits, sender);
}

/**
 * An agent may publish the transcription of a participant on that participant's behalf; the packet names the
 * participant then.
 */
function writesForAnother(sender: Participant, { participantIdentity, value }: DataPacket): boolean {
  if (sender.kind !== ParticipantInfo_Kind.AGENT) return false;
  if (participantIdentity === '' || participantIdentity === sender.identity) return false;
  if (value.case === 'chatMessage') value.value.generated = true;
  else if (value.case === 'streamHeader' && value.value.contentHeader.case === 'textHeader')
    value.value.contentHeader.value.generated = true;
  else return false;
  return true;
}

/** Passes a packet to its destinations, or to everyone but the sender. */
export function relayPacket(
  audience: DataAudience,
  kind: DataPacket_Kind,
  packet: DataPacket,
  limits: RoomServerLimits,
  sender?: Participant,
): void {
  packet.kind = kind;
  const user = packet.value.case === 'user' ? packet.value.value : undefined;
  // Older clients put the destinations into the user packet: both fields are kept equal.
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
    const backlog = channels.queuedBytes;
    if (kind === DataPacket_Kind.LOSSY && backlog > limits.lossyBacklogBytes) continue;
    if (backlog > limits.reliableBacklogBytes) {
      audience.remove(receiver, DisconnectReason.CONNECTION_TIMEOUT);
      continue;
    }
    // A participant that has just joined may not have its channel open yet.
    if (kind === DataPacket_Kind.RELIABLE) channels.sendOnceOpen(channelLabel.reliable, message);
    else channels.send(channelLabel.lossy, message);
  }
}
