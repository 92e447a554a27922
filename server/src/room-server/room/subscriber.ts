import { EventEmitter } from 'node:events';
import { type UpdateTrackSettings, type VideoLayer, VideoQuality } from '@livekit/protocol';
import { Downlink } from '../rtp/downlink.ts';
import type { DownlinkTrack } from '../rtp/downlink-track.ts';
import type { SubscriberTrack } from '../sdp/subscriber-offer.ts';
import type { WeriftTransport } from '../transport/werift-transport.ts';
import type { Encoding, PublishedTrack } from './published-track.ts';

const HIGHEST = 2;

/** Returns the index of the wanted layer, from LiveKit's qualities: LOW 0, MEDIUM 1, HIGH 2. */
function spatialFor(settings: UpdateTrackSettings, layers: readonly VideoLayer[]): number {
  if (settings.width > 0 && settings.height > 0) {
    // The smallest layer that fills the video element, as clients with adaptive stream request it.
    const sorted = [...layers].sort((a, b) => a.width * a.height - b.width * b.height);
    const fitting = sorted.find((layer) => layer.width >= settings.width || layer.height >= settings.height);
    return fitting === undefined ? HIGHEST : qualitySpatial(fitting.quality);
  }
  return qualitySpatial(settings.quality);
}

function qualitySpatial(quality: VideoQuality): number {
  return quality === VideoQuality.LOW ? 0 : quality === VideoQuality.MEDIUM ? 1 : HIGHEST;
}

export interface SubscriberEvents {
  offer: [offer: { sdp: string; id: number; midToTrackId: Record<string, string> }];
  /** The client must make a new offer with more sections for receiving media. */
  sectionsRequired: [sections: { audios: number; videos: number }];
  subscribed: [trackSid: string];
  /** The client does not support the codec of a track. */
  undecodable: [trackSid: string];
}

export interface Subscription {
  readonly downlink: DownlinkTrack;
  readonly published: PublishedTrack;
  readonly encoding: Encoding;
  readonly publisherSid: string;
  confirmed: boolean;
  /** The client was informed that it cannot receive the track. */
  refused: boolean;
}

/** A client's capabilities for receiving media. */
export interface ReceiverTraits {
  readonly packetTrailers: boolean;
  readonly adaptiveStream: boolean;
}

/** The maximum number of tracks, including unpublished ones, whose settings are kept for a client. */
const MAX_TRACK_SETTINGS = 500;

export const channelLabel = { reliable: '_reliable', lossy: '_lossy', dataTrack: '_data_track' } as const;

/** The tracks that a participant receives, and the negotiation with its client. */
export abstract class Subscriber extends EventEmitter<SubscriberEvents> {
  readonly downlink: Downlink;
  readonly subscriptions = new Map<string, Subscription>();
  /** Tracks whose first codec the client does not support: it receives the second, or waits for it. */
  readonly needsBackup = new Set<string>();
  readonly transport: WeriftTransport;
  readonly #traits: ReceiverTraits;
  readonly #settings = new Map<string, UpdateTrackSettings>();

  constructor(transport: WeriftTransport, traits: ReceiverTraits) {
    super();
    this.#traits = traits;
    this.transport = transport;
    this.downlink = new Downlink(transport);
    transport.on('connected', () => this.downlink.open());
    transport.on('rtcp', (compound) => this.downlink.handleRtcp(compound));
  }

  /** Adds a subscription. Call `negotiate` afterwards. @param streamId as in `msid` */
  add(published: PublishedTrack, encoding: Encoding, publisherSid: string, streamId: string): void {
    const trackSid = published.info.sid;
    if (this.subscriptions.has(trackSid)) return;
    const downlink = this.downlink.addTrack(encoding.uplink, {
      stripTrailer: published.info.packetTrailerFeatures.length > 0 && !this.#traits.packetTrailers,
      muted: () => published.info.muted,
      guard: this.transport.guard,
    });
    const subscription = { downlink, published, encoding, publisherSid, confirmed: false, refused: false };
    this.subscriptions.set(trackSid, subscription);
    const settings = this.#settings.get(trackSid);
    if (settings !== undefined) this.#applySettings(subscription, settings);
    else if (this.#traits.adaptiveStream) downlink.setMaxSpatial(0);
    const { stereo, disableRed } = published.info;
    const { codecParameters } = encoding;
    this.addToSdp({ trackSid, streamId, downlink, stereo, red: !disableRed, codecParameters });
  }

  /** Whether the client receives a track in its second codec, or waits for it. */
  takesBackup({ info, regressed }: PublishedTrack): boolean {
    return regressed || this.needsBackup.has(info.sid);
  }

  /** Applies a track's settings (size or quality, pause), which the client may send before the track exists. */
  setTrackSettings(trackSid: string, settings: UpdateTrackSettings): void {
    this.#settings.delete(trackSid);
    this.#settings.set(trackSid, settings);
    if (this.#settings.size > MAX_TRACK_SETTINGS) this.#settings.delete(this.#settings.keys().next().value!);
    const subscription = this.subscriptions.get(trackSid);
    if (subscription !== undefined) this.#applySettings(subscription, settings);
  }

  /** @returns false if it was not subscribed. Call `negotiate` afterwards. */
  remove(trackSid: string): boolean {
    const subscription = this.subscriptions.get(trackSid);
    if (subscription === undefined) return false;
    this.subscriptions.delete(trackSid);
    this.downlink.removeTrack(subscription.downlink);
    this.removeFromSdp(trackSid);
    return true;
  }

  /** Negotiates with the client until it receives everything that it is now subscribed to. */
  abstract negotiate(): void;

  abstract restart(): void;

  /**
   * @param id the offer's id; 0 from clients that do not echo it
   * @throws Error if the answer cannot be read.
   */
  abstract handleAnswer(sdp: string, id: number): void;

  close(): void {
    this.downlink.close();
    this.transport.close('the participant left');
    this.removeAllListeners();
  }

  protected abstract addToSdp(track: SubscriberTrack): void;

  protected abstract removeFromSdp(trackSid: string): void;

  /** Reports, once, that the client cannot receive a track. */
  protected refuse(trackSid: string): void {
    const subscription = this.subscriptions.get(trackSid);
    if (subscription === undefined || subscription.refused || subscription.confirmed) return;
    subscription.refused = true;
    this.emit('undecodable', trackSid);
  }

  #applySettings({ downlink, published }: Subscription, settings: UpdateTrackSettings): void {
    downlink.setMaxSpatial(spatialFor(settings, published.info.layers));
    downlink.setPaused(settings.disabled);
  }

  /** Reports, once, that the client receives a track. */
  protected confirm(trackSid: string): void {
    const subscription = this.subscriptions.get(trackSid);
    if (subscription === undefined || subscription.confirmed) return;
    subscription.confirmed = true;
    this.emit('subscribed', trackSid);
  }
}
