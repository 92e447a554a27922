import { ConnectionQuality, ConnectionQualityInfo } from '@livekit/protocol';
import type { Participant } from './participant.ts';

/** Share of packets lost up to which a connection is excellent, and good. */
const EXCELLENT_LOSS = 0.02;
const GOOD_LOSS = 0.08;

/** The quality of a connection by its losses in both directions, as LiveKit scores it: 5 is perfect. */
export function qualityOf(participant: Participant): ConnectionQualityInfo {
  const { sid, publisher, subscriber } = participant;
  if (subscriber.transport.silent || publisher.transport.silent) {
    return new ConnectionQualityInfo({ participantSid: sid, quality: ConnectionQuality.LOST, score: 0 });
  }
  const loss = Math.max(publisher.uplink.loss, subscriber.downlink.loss);
  const quality =
    loss <= EXCELLENT_LOSS
      ? ConnectionQuality.EXCELLENT
      : loss <= GOOD_LOSS
        ? ConnectionQuality.GOOD
        : ConnectionQuality.POOR;
  return new ConnectionQualityInfo({ participantSid: sid, quality, score: Math.max(1, 5 - loss * 20) });
}
