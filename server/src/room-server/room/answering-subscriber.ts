import type { ReceiveSections } from '../sdp/receive-sections.ts';
import type { SubscriberTrack } from '../sdp/subscriber-offer.ts';
import type { WeriftTransport } from '../transport/werift-transport.ts';
import { type ReceiverTraits, Subscriber } from './subscriber.ts';

/** After this many offers without the requested sections, the client is asked no more. */
const MAX_FRUITLESS_ROUNDS = 3;

/**
 * Receives on the same connection on which the client publishes (`/rtc/v1`). The client makes every offer. To send it
 * more tracks, the server requests the missing sections, and the client offers them.
 */
export class AnsweringSubscriber extends Subscriber {
  readonly #sections: ReceiveSections;
  /** Whether the client's next offer is expected. It sends the first one without a request. */
  #awaiting = true;
  #fruitless = 0;

  constructor(transport: WeriftTransport, sections: ReceiveSections, traits: ReceiverTraits) {
    super(transport, traits);
    this.#sections = sections;
  }

  negotiate(): void {
    this.#fruitless = 0;
    this.#ask();
  }

  /** The client restarts the connection itself, with an offer. */
  restart(): void {
    this.#awaiting = true;
  }

  /** Does nothing, because the server makes no offers here. */
  handleAnswer(): void {
    // An answer without an offer is ignored.
  }

  /** Must be called after an offer was answered. @param trackSids the tracks that the client receives */
  handleAnswered(trackSids: readonly string[]): void {
    for (const trackSid of trackSids) this.confirm(trackSid);
    for (const trackSid of this.#sections.undecodable()) this.refuse(trackSid);
    this.#awaiting = false;
    this.#fruitless++;
    if (this.#fruitless <= MAX_FRUITLESS_ROUNDS) this.#ask();
  }

  protected place(track: SubscriberTrack): void {
    this.#sections.add(track);
  }

  protected displace(trackSid: string): void {
    this.#sections.remove(trackSid);
  }

  #ask(): void {
    if (this.#awaiting || !this.#sections.pending) return;
    this.#awaiting = true;
    this.emit('sectionsWanted', this.#sections.request());
  }
}
