import { ConnectionState, type Room } from 'livekit-client';
import { RECONNECT_TIMEOUT_MS } from './room-connection.ts';
import { CHAT_TOPIC, TEXT_ID_ATTRIBUTE } from './room-protocol.ts';

/** An avatar confirms a received text sooner, even on a slow connection and a busy machine. */
const RESEND_AFTER_MS = 3_000;
const CHECK_INTERVAL_MS = 100;

/**
 * Sends the user's texts, one after the other. When livekit-client rejoins a room, texts in transit are lost without an
 * error, so a text is sent again until the avatar confirms it; its id lets the avatar accept it only once.
 */
export class Outbox {
  readonly #room: Room;
  readonly #hasConfirmingAvatar: () => boolean;
  /** The id of the text that is being sent. */
  #unconfirmed: string | undefined;
  #last: Promise<unknown> = Promise.resolve();
  /** Whether an avatar that confirms texts has been in the room. If so, texts wait for it, whoever else is there. */
  #isAvatarKnown = false;

  /** @param hasConfirmingAvatar whether the room has an avatar that confirms texts; a developer's own agent does not */
  constructor(room: Room, hasConfirmingAvatar: () => boolean) {
    this.#room = room;
    this.#hasConfirmingAvatar = hasConfirmingAvatar;
  }

  /**
   * Resolves when the text was confirmed, or sent to an agent that does not confirm texts.
   * @throws Error if it cannot be sent, nobody receives it in time, or the conversation ends
   */
  send(text: string): Promise<void> {
    const sending = this.#last.then(() => this.#deliver(text));
    this.#last = sending.catch(() => undefined);
    return sending;
  }

  /** Marks a text as received by the avatar. */
  confirm(textId: string): void {
    if (textId === this.#unconfirmed) this.#unconfirmed = undefined;
  }

  async #deliver(text: string): Promise<void> {
    const room = this.#room;
    const id = crypto.randomUUID();
    const options = { topic: CHAT_TOPIC, attributes: { [TEXT_ID_ATTRIBUTE]: id } };
    const deadline = performance.now() + RECONNECT_TIMEOUT_MS;
    let sendAt = 0;
    this.#unconfirmed = id;
    try {
      while (this.#unconfirmed === id) {
        const now = performance.now();
        if (room.state === ConnectionState.Disconnected || now > deadline)
          throw new Error('No participant confirmed the message.');
        if (now >= sendAt && this.#isReceived()) {
          sendAt = now + RESEND_AFTER_MS;
          // Otherwise livekit-client compresses it while no other participant is known, and the room server drops it.
          const sending = room.localParticipant.sendText(text, { ...options, compress: false });
          if (!this.#isAvatarKnown) return void (await sending);
          // A send that started just before a rejoin may never finish, or fail late.
          sending.catch(() => undefined);
          await Promise.race([sending, delay(RESEND_AFTER_MS)]);
        }
        await delay(CHECK_INTERVAL_MS);
      }
    } finally {
      this.#unconfirmed = undefined;
    }
  }

  /** Whether a text that is sent now reaches somebody. */
  #isReceived(): boolean {
    const { state, engine, remoteParticipants } = this.#room;
    // After a rejoin, livekit-client reports that it is connected up to two seconds before it sends again.
    const { attemptingReconnect } = engine as unknown as { attemptingReconnect?: boolean };
    if (state !== ConnectionState.Connected || attemptingReconnect) return false;
    const isAvatarPresent = this.#hasConfirmingAvatar();
    this.#isAvatarKnown ||= isAvatarPresent;
    return isAvatarPresent || (!this.#isAvatarKnown && remoteParticipants.size > 0);
  }
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
