import { parseSdp } from '../sdp/session-description.ts';
import { SubscriberOffer, type SubscriberTrack } from '../sdp/subscriber-offer.ts';
import type { WeriftTransport } from '../transport/werift-transport.ts';
import { channelLabel, type ReceiverTraits, Subscriber } from './subscriber.ts';

/**
 * Receives on a connection of its own (`/rtc`). The server makes the offers. Only one is in flight at a time; changes
 * made meanwhile go into the next.
 */
export class OfferingSubscriber extends Subscriber {
  readonly #sessionId: string;
  readonly #offer = new SubscriberOffer();
  #offerId = 0;
  #inFlight = false;
  #dirty = false;

  constructor(transport: WeriftTransport, sessionId: string, traits: ReceiverTraits) {
    super(transport, traits);
    this.#sessionId = sessionId;
    transport.channels.declare({ label: channelLabel.reliable, ordered: true });
    transport.channels.declare({ label: channelLabel.lossy, ordered: false, maxRetransmits: 0 });
    transport.channels.declare({ label: channelLabel.dataTrack, ordered: false, maxRetransmits: 0 });
  }

  negotiate(): void {
    if (this.#inFlight) {
      this.#dirty = true;
      return;
    }
    this.#inFlight = true;
    this.#dirty = false;
    const id = ++this.#offerId;
    const sdp = this.#offer.build(this.#sessionId, id, this.transport.local());
    this.emit('offer', { sdp, id, midToTrackId: this.#offer.midToTrackSid() });
  }

  restart(): void {
    // An offer that was in flight is lost with the old socket.
    this.transport.restartIce();
    this.#inFlight = false;
    this.negotiate();
  }

  handleAnswer(sdp: string, id: number): void {
    if (!this.#inFlight || (id !== 0 && id !== this.#offerId)) return;
    const answer = parseSdp(sdp, this.#offer.size);
    this.transport.setRemoteFingerprints(answer.fingerprints);
    const { accepted, declined } = this.#offer.applyAnswer(answer);
    for (const trackSid of accepted) this.confirm(trackSid);
    for (const trackSid of declined) this.refuse(trackSid);
    this.#inFlight = false;
    if (this.#dirty) this.negotiate();
  }

  protected addToSdp(track: SubscriberTrack): void {
    this.#offer.add(track);
  }

  protected removeFromSdp(trackSid: string): void {
    this.#offer.remove(trackSid);
  }
}
