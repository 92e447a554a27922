import type { ReceiveSections } from '../sdp/receive-sections.ts';
import type { SubscriberTrack } from '../sdp/subscriber-offer.ts';
import type { WeriftTransport } from '../transport/werift-transport.ts';
import { type ReceiverTraits, Subscriber } from './subscriber.ts';

/** How often sections are requested again after an offer that lacked them. */
const MAX_ROUNDS = 3;

/**
 * Receives on the same connection on which the client publishes (`/rtc/v1`). The client makes every offer. To send it
 * more tracks, the server requests the missing sections, and the client offers them.
 */
export class AnsweringSubscriber extends Subscriber {
  readonly #sections: ReceiveSections;
  /** Whether an offer of the client is expected. It sends the first one without a request. */
  #isOfferExpected = true;
  #rounds = 0;

  constructor(transport: WeriftTransport, sections: ReceiveSections, traits: ReceiverTraits) {
    super(transport, traits);
    this.#sections = sections;
  }

  negotiate(): void {
    this.#rounds = 0;
    this.#requestSections();
  }

  /** The client restarts the connection itself, with an offer. */
  restart(): void {
    this.#isOfferExpected = true;
  }

  handleAnswer(): void {
    // The server makes no offers here, so an answer is ignored.
  }

  /** Must be called after an offer was answered. @param trackSids the tracks that the client receives */
  handleAnswered(trackSids: readonly string[]): void {
    for (const trackSid of trackSids) this.confirm(trackSid);
    for (const trackSid of this.#sections.undecodable()) this.refuse(trackSid);
    this.#isOfferExpected = false;
    this.#rounds++;
    if (this.#rounds <= MAX_ROUNDS) this.#requestSections();
  }

  protected addToSdp(track: SubscriberTrack): void {
    this.#sections.add(track);
  }

  protected removeFromSdp(trackSid: string): void {
    this.#sections.remove(trackSid);
  }

  #requestSections(): void {
    if (this.#isOfferExpected || !this.#sections.pending) return;
    this.#isOfferExpected = true;
    this.emit('sectionsRequired', this.#sections.request());
  }
}
