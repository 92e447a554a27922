import { ConnectionQuality, ConnectionQualityInfo } from '@livekit/protocol';
import type { Participant } from './participant.ts';

/** Share of packets lost up to which a connection is excellent, and good. */
const excellentLoss = 0.02;
const goodLoss = 0.08;

/** A connection by its losses in both directions, as LiveKit scores them: 5 is perfect. */
export function qualityOf(participant: Participant): ConnectionQualityInfo {
  const { sid, publisher, subscriber } = participant;
  if (subscriber.transport.silent || publisher.transport.silent) {
    return new ConnectionQualityInfo({ participantSid: sid, quality: ConnectionQuality.LOST, score: 0 });
  }
  const loss = Math.max(publisher.uplink.loss, subscriber.downlink.loss);
  const quality =
    loss <= excellentLoss
      ? ConnectionQuality.EXCELLENT
      : loss <= goodLoss
        ? ConnectionQuality.GOOD
        : ConnectionQuality.POOR;
  return new ConnectionQualityInfo({ participantSid: sid, quality, score: Math.max(1, 5 - loss * 20) });
}
