import {
  SubscribedCodec,
  SubscribedQuality,
  SubscribedQualityUpdate,
  TrackType,
  VideoQuality,
} from '@livekit/protocol';
import type { ForEach, Participant } from './participant.ts';
import { hasBackup, type PublishedTrack } from './published-track.ts';

const qualities = [VideoQuality.LOW, VideoQuality.MEDIUM, VideoQuality.HIGH];
const highest = qualities.length - 1;
const NONE = -1;

/**
 * The highest layer that was last requested from the publisher, for one codec of a track, and the number of updates for
 * which less has been wanted.
 */
interface RequestedLayer {
  layer: number;
  lowerCount: number;
  wasWanted: boolean;
}

/**
 * Sends publishers the layers and codecs that subscribers want, so that clients with dynacast encode no others.
 * Increases are sent at once, decreases after some seconds, so that scrolling a video out of view and back restarts no
 * encoder. A video with a single layer is requested until it has had a subscriber, which then waits for no encoder.
 */
export class WantedLayers {
  /** The requested layer of each codec, by track. */
  readonly #requested = new Map<string, RequestedLayer[]>();
  readonly #updatesBeforeDecrease: number;

  /** @param updatesBeforeDecrease the number of updates for which a decrease must last */
  constructor(updatesBeforeDecrease: number) {
    this.#updatesBeforeDecrease = updatesBeforeDecrease;
  }

  /** @param mayDecrease whether decreases are sent too; false if something has changed between two regular updates */
  update(participants: ReadonlyMap<string, Participant>, forEach: ForEach, mayDecrease = true): void {
    const present = new Set<string>();
    forEach((owner) => {
      for (const track of owner.publisher.tracks.values()) {
        if (track.info.type !== TrackType.VIDEO) continue;
        const { sid } = track.info;
        present.add(sid);
        const requested = this.#requested.get(sid) ?? track.info.codecs.map((_, at) => firstRequest(at));
        this.#requested.set(sid, requested);
        const hasLayers = track.info.simulcast || hasBackup(track);
        const changes = requested.map((codec, at) => {
          const wanted = highestWanted(participants, track, at);
          codec.wasWanted ||= wanted > NONE;
          return this.#updateRequested(codec, wanted, mayDecrease && (hasLayers || codec.wasWanted));
        });
        if (changes.includes(true)) requestLayers(owner, track, requested);
      }
    });
    for (const sid of this.#requested.keys()) if (!present.has(sid)) this.#requested.delete(sid);
  }

  /** Records the wanted layers if they are to be sent now. @returns whether they are. */
  #updateRequested(requested: RequestedLayer, wanted: number, mayDecrease: boolean): boolean {
    if (wanted <= requested.layer && !mayDecrease) return false;
    requested.lowerCount = wanted < requested.layer ? requested.lowerCount + 1 : 0;
    if (wanted <= requested.layer && requested.lowerCount < this.#updatesBeforeDecrease) return false;
    requested.layer = wanted;
    requested.lowerCount = 0;
    return true;
  }
}

/** Clients begin with all layers of the first codec, and with no other codec. */
const firstRequest = (at: number): RequestedLayer => ({
  layer: at === 0 ? highest : NONE,
  lowerCount: 0,
  wasWanted: false,
});

function requestLayers(
  owner: Participant,
  { info }: PublishedTrack,
  requested: readonly RequestedLayer[],
): void {
  const lists = requested.map(({ layer }) =>
    qualities.map((quality, spatial) => new SubscribedQuality({ quality, enabled: spatial <= layer })),
  );
  const subscribedCodecs = lists.map((list, at) => {
    const codec = info.codecs[at]?.mimeType.split('/')[1]?.toLowerCase() ?? '';
    return new SubscribedCodec({ codec, qualities: list });
  });
  const value = { trackSid: info.sid, subscribedQualities: lists[0]!, subscribedCodecs };
  owner.send({ case: 'subscribedQualityUpdate', value: new SubscribedQualityUpdate(value) });
}

/** Returns the highest wanted layer of the first (0) or second (1) codec of a track; -1 if there is no subscriber. */
function highestWanted(
  participants: ReadonlyMap<string, Participant>,
  track: PublishedTrack,
  at: number,
): number {
  const { sid } = track.info;
  let most = NONE;
  for (const { subscriber } of participants.values()) {
    if (subscriber.takesBackup(track) !== at > 0) continue;
    const subscription = subscriber.subscriptions.get(sid);
    // Participants that wait for the second codec have no subscription yet.
    const wanted = subscription?.downlink.wantedSpatial ?? (subscriber.needsBackup.has(sid) ? highest : NONE);
    most = Math.max(most, wanted);
  }
  return most;
}
