import { CHAT_TOPIC } from '@visavis/contracts';
import type { EngineImage } from '../../engines/engine.ts';
import { RateGate } from '../../lib/rate-gate.ts';
import { type ReceivedBytes, type ReceivedText, TEXT_LIMIT } from '../room/room-link.ts';
import type { AgentSessionOptions } from './agent-session-options.ts';
import { PictureInbox } from './picture-inbox.ts';
import { TextReceipts } from './text-receipts.ts';

/** Maximum number of refusals recorded per minute: with more, a consumer could fill the record of what is said later. */
const RECORDED_A_MINUTE = 20;
const TOO_LONG = `it has more than ${TEXT_LIMIT.toLocaleString('en')} characters`;

export interface ConsumerMessagesOptions
  extends Pick<AgentSessionOptions, 'clock' | 'room' | 'reporter' | 'consumerIdentity' | 'textRefusal'> {
  takesInput: () => boolean;
  isStarting: () => boolean;
  onActivity: () => void;
  onText: (text: string) => void;
  /** Absent if the engine cannot see. */
  onPicture: ((image: EngineImage) => void) | undefined;
}

/** The texts and pictures that the consumer sends. Refusals are reported in the timeline and to the consumer. */
export class ConsumerMessages {
  readonly #options: ConsumerMessagesOptions;
  readonly #receipts: TextReceipts;
  readonly #pictures: PictureInbox;
  readonly #recorded: RateGate;

  constructor(options: ConsumerMessagesOptions) {
    this.#options = options;
    this.#recorded = new RateGate(RECORDED_A_MINUTE / 60, RECORDED_A_MINUTE, () => options.clock.now());
    this.#receipts = new TextReceipts(options.room);
    this.#pictures = new PictureInbox({
      clock: options.clock,
      show: options.onPicture,
      refuse: (reason) => this.refuse('picture was not shown to the agent', reason),
    });
  }

  receiveText({ from, topic, text, attributes }: ReceivedText): void {
    const { takesInput, consumerIdentity, onActivity, onText, textRefusal } = this.#options;
    if (!takesInput() || topic !== CHAT_TOPIC || from !== consumerIdentity) return;
    onActivity();
    if (!this.#receipts.confirm(attributes)) return;
    if (text?.trim() === '') return;
    const refusal = text === undefined ? TOO_LONG : textRefusal();
    if (refusal !== undefined) this.refuse('message was not passed to the agent', refusal);
    else if (text !== undefined) onText(text);
  }

  receiveBytes(bytes: ReceivedBytes): void {
    const { takesInput, isStarting, consumerIdentity, onActivity } = this.#options;
    if (!takesInput() || bytes.from !== consumerIdentity) {
      void bytes.discard();
      return;
    }
    onActivity();
    if (isStarting()) {
      this.refuse('picture was not shown to the agent', 'the agent is still starting');
      void bytes.discard();
    } else void this.#pictures.receive(bytes);
  }

  /** @param what a clause that follows "The" @param reason words that end a sentence */
  refuse(what: string, reason: string): void {
    const message = `The ${what}: ${reason}.`;
    if (this.#recorded.pass()) this.#options.reporter.timeline('warning', 'system', message);
    this.#options.room.sendEvent({ type: 'warning', code: 'input', message });
  }
}
