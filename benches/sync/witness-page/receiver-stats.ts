import type { Room } from 'livekit-client';
import type { Record } from './record.ts';

interface Inbound {
  type: string;
  kind: string;
  estimatedPlayoutTimestamp?: number;
  jitterBufferDelay: number;
  jitterBufferEmittedCount: number;
}

/** Records once a second how far apart the receiver believes sound and picture to be. @returns stops it. */
export function recordReceiver(record: Record, room: Room): () => void {
  let before: { [kind: string]: Inbound } = {};
  const read = async () => {
    const now: typeof before = {};
    for (const participant of room.remoteParticipants.values()) {
      for (const { track } of participant.trackPublications.values()) {
        const report = await track?.getRTCStatsReport();
        report?.forEach((entry: Inbound) => {
          if (entry.type === 'inbound-rtp') now[entry.kind] = entry;
        });
      }
    }
    const { audio, video } = now;
    if (audio?.estimatedPlayoutTimestamp && video?.estimatedPlayoutTimestamp) {
      record.receiver({
        believedOffsetMs: audio.estimatedPlayoutTimestamp - video.estimatedPlayoutTimestamp,
        audioBufferMs: bufferMs(before.audio, audio),
        videoBufferMs: bufferMs(before.video, video),
      });
    }
    before = now;
  };
  const timer = setInterval(() => void read(), 1000);
  return () => clearInterval(timer);
}

function bufferMs(from: Inbound | undefined, to: Inbound): number {
  const emitted = to.jitterBufferEmittedCount - (from?.jitterBufferEmittedCount ?? 0);
  return ((to.jitterBufferDelay - (from?.jitterBufferDelay ?? 0)) / emitted) * 1000;
}
