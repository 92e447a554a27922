import { EventEmitter } from 'node:events';
import { Downlink } from '../rtp/downlink.ts';
import type { DownlinkTrack } from '../rtp/downlink-track.ts';
import { parseSdp } from '../sdp/session-description.ts';
import { SubscriberOffer } from '../sdp/subscriber-offer.ts';
import type { PeerTransport } from '../transport/peer-transport.ts';
import type { PublishedTrack } from './published-track.ts';

export interface SubscriberEvents {
  offer: [offer: { sdp: string; id: number; midToTrackId: Record<string, string> }];
  /** The client accepted a track. */
  subscribed: [trackSid: string];
}

export interface Subscription {
  readonly downlink: DownlinkTrack;
  readonly published: PublishedTrack;
  readonly publisherSid: string;
  confirmed: boolean;
}

export const channelLabel = { reliable: '_reliable', lossy: '_lossy', dataTrack: '_data_track' } as const;

/**
 * The connection on which a participant receives. The server offers; one offer is in flight at a time, and what
 * changes meanwhile goes into the next.
 */
export class Subscriber extends EventEmitter<SubscriberEvents> {
  readonly downlink: Downlink;
  readonly subscriptions = new Map<string, Subscription>();
  readonly transport: PeerTransport;
  private readonly sessionId: string;
  private readonly offer = new SubscriberOffer();
  private offerId = 0;
  private inFlight = false;
  private dirty = false;

  constructor(transport: PeerTransport, sessionId: string) {
    super();
    this.transport = transport;
    this.sessionId = sessionId;
    this.downlink = new Downlink(transport);
    transport.on('rtcp', (compound) => this.downlink.handleRtcp(compound));
    transport.channels.declare({ label: channelLabel.reliable, ordered: true });
    transport.channels.declare({ label: channelLabel.lossy, ordered: false, maxRetransmits: 0 });
    transport.channels.declare({ label: channelLabel.dataTrack, ordered: false, maxRetransmits: 0 });
  }

  /** @param streamId as in `msid`. Call `negotiate` afterwards. */
  add(published: PublishedTrack, publisherSid: string, streamId: string): void {
    const trackSid = published.info.sid;
    if (this.subscriptions.has(trackSid)) return;
    const downlink = this.downlink.addTrack(published.uplink);
    this.subscriptions.set(trackSid, { downlink, published, publisherSid, confirmed: false });
    const { stereo } = published.info;
    this.offer.add({ trackSid, streamId, downlink, stereo, codecParameters: published.codecParameters });
  }

  /** @returns false when it was not subscribed. Call `negotiate` afterwards. */
  remove(trackSid: string): boolean {
    const subscription = this.subscriptions.get(trackSid);
    if (subscription === undefined) return false;
    this.subscriptions.delete(trackSid);
    this.downlink.removeTrack(subscription.downlink);
    this.offer.remove(trackSid);
    return true;
  }

  negotiate(): void {
    if (this.inFlight) {
      this.dirty = true;
      return;
    }
    this.inFlight = true;
    this.dirty = false;
    const id = ++this.offerId;
    const sdp = this.offer.build(this.sessionId, id, this.transport.local());
    this.emit('offer', { sdp, id, midToTrackId: this.offer.midToTrackSid() });
  }

  /** After a resume: whatever was in flight is lost with the old socket. */
  restart(): void {
    this.transport.restartIce();
    this.inFlight = false;
    this.negotiate();
  }

  /**
   * @param id as in the offer; 0 from clients that do not echo it.
   * @throws Error for an answer that cannot be read.
   */
  handleAnswer(sdp: string, id: number): void {
    if (!this.inFlight || (id !== 0 && id !== this.offerId)) return;
    const answer = parseSdp(sdp);
    this.transport.setRemoteFingerprints(answer.sections.flatMap((section) => section.fingerprints));
    for (const trackSid of this.offer.applyAnswer(answer)) {
      const subscription = this.subscriptions.get(trackSid);
      if (subscription === undefined || subscription.confirmed) continue;
      subscription.confirmed = true;
      this.emit('subscribed', trackSid);
    }
    this.inFlight = false;
    if (this.dirty) this.negotiate();
  }

  close(): void {
    this.downlink.close();
    this.transport.close('the participant left');
    this.removeAllListeners();
  }
}
