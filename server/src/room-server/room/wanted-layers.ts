import { SubscribedCodec, SubscribedQuality, SubscribedQualityUpdate, VideoQuality } from '@livekit/protocol';
import type { Participant } from './participant.ts';

const qualities = [VideoQuality.LOW, VideoQuality.MEDIUM, VideoQuality.HIGH];

/**
 * Tells publishers which simulcast layers somebody wants, so that clients with dynacast encode no others. A rise is
 * told at once, a fall after a few seconds: a picture that is only scrolled by should not start an encoder anew.
 */
export class WantedLayers {
  readonly #told = new Map<string, number>();
  readonly #falling = new Map<string, number>();
  readonly #patience: number;

  /** @param patience updates during which a fall must last. */
  constructor(patience: number) {
    this.#patience = patience;
  }

  update(participants: ReadonlyMap<string, Participant>): void {
    const present = new Set<string>();
    for (const owner of participants.values()) {
      for (const track of owner.publisher.tracks.values()) {
        if (!track.info.simulcast) continue;
        const { sid } = track.info;
        present.add(sid);
        const wanted = highestWanted(participants, sid);
        if (this.#isNews(sid, wanted)) this.#tell(owner, sid, wanted, track.info.mimeType);
      }
    }
    for (const sid of this.#told.keys()) if (!present.has(sid)) this.#told.delete(sid);
  }

  #isNews(sid: string, wanted: number): boolean {
    const told = this.#told.get(sid) ?? qualities.length - 1;
    const lasting = wanted < told ? (this.#falling.get(sid) ?? 0) + 1 : 0;
    this.#falling.set(sid, lasting);
    return wanted > told || lasting >= this.#patience;
  }

  #tell(owner: Participant, trackSid: string, wanted: number, mimeType: string): void {
    this.#told.set(trackSid, wanted);
    this.#falling.delete(trackSid);
    const list = qualities.map(
      (quality, spatial) => new SubscribedQuality({ quality, enabled: spatial <= wanted }),
    );
    const codec = mimeType.split('/')[1]?.toLowerCase() ?? '';
    owner.send({
      case: 'subscribedQualityUpdate',
      value: new SubscribedQualityUpdate({
        trackSid,
        subscribedQualities: list,
        subscribedCodecs: [new SubscribedCodec({ codec, qualities: list })],
      }),
    });
  }
}

/** -1 when nobody wants it. */
function highestWanted(participants: ReadonlyMap<string, Participant>, trackSid: string): number {
  let highest = -1;
  for (const { subscriber } of participants.values()) {
    highest = Math.max(highest, subscriber.subscriptions.get(trackSid)?.downlink.wantedSpatial ?? -1);
  }
  return highest;
}
