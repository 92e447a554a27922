import { ConnectionState, type Room } from 'livekit-client';
import { CHAT_TOPIC, TEXT_ID_ATTRIBUTE } from './read-room.ts';
import { PATIENCE_MS } from './room-connection.ts';

/** An avatar that receives a text confirms it sooner, on a slow connection and a busy machine too. */
const SEND_AGAIN_MS = 3_000;
const CHECK_EVERY_MS = 100;

/**
 * Sends what the user types, one text after the other. What is under way when livekit-client joins a room anew is lost without an
 * error. So a text is sent again until the avatar confirms it; the avatar takes it once, by its id.
 */
export class Outbox {
  readonly #room: Room;
  readonly #hasConfirmingAvatar: () => boolean;
  /** The id of the text that is being sent. */
  #unconfirmed: string | undefined;
  #last: Promise<unknown> = Promise.resolve();
  /** Whether an avatar that confirms texts has been in the room: they wait for it then, whoever else is there. */
  #isAvatarKnown = false;

  /** @param hasConfirmingAvatar whether an avatar is in the room that confirms texts; an agent of a caller's own does not */
  constructor(room: Room, hasConfirmingAvatar: () => boolean) {
    this.#room = room;
    this.#hasConfirmingAvatar = hasConfirmingAvatar;
  }

  /**
   * Resolves when the text was confirmed, or sent to an agent that confirms nothing.
   * @throws Error when it cannot be sent, nobody takes it in time, or the conversation ends
   */
  send(text: string): Promise<void> {
    const sending = this.#last.then(() => this.#deliver(text));
    this.#last = sending.catch(() => undefined);
    return sending;
  }

  /** The avatar has taken a text. */
  confirm(textId: string): void {
    if (textId === this.#unconfirmed) this.#unconfirmed = undefined;
  }

  async #deliver(text: string): Promise<void> {
    const room = this.#room;
    const id = crypto.randomUUID();
    const options = { topic: CHAT_TOPIC, attributes: { [TEXT_ID_ATTRIBUTE]: id } };
    const endAt = performance.now() + PATIENCE_MS;
    let sendAt = 0;
    this.#unconfirmed = id;
    try {
      while (this.#unconfirmed === id) {
        const now = performance.now();
        if (room.state === ConnectionState.Disconnected || now > endAt)
          throw new Error('No participant confirmed the message.');
        if (now >= sendAt && this.#isReceived()) {
          sendAt = now + SEND_AGAIN_MS;
          // Otherwise livekit-client compresses while it knows of no other participant, and the room server drops that.
          const sending = room.localParticipant.sendText(text, { ...options, compress: false });
          if (!this.#isAvatarKnown) return void (await sending);
          // What was begun just before a new join may never end, or fail late.
          sending.catch(() => undefined);
          await Promise.race([sending, pause(SEND_AGAIN_MS)]);
        }
        await pause(CHECK_EVERY_MS);
      }
    } finally {
      this.#unconfirmed = undefined;
    }
  }

  /** Whether what is sent now reaches somebody. */
  #isReceived(): boolean {
    const { state, engine, remoteParticipants } = this.#room;
    // After a new join livekit-client says that it is connected up to two seconds before it sends again.
    const { attemptingReconnect } = engine as unknown as { attemptingReconnect?: boolean };
    if (state !== ConnectionState.Connected || attemptingReconnect) return false;
    const isAvatarThere = this.#hasConfirmingAvatar();
    this.#isAvatarKnown ||= isAvatarThere;
    return isAvatarThere || (!this.#isAvatarKnown && remoteParticipants.size > 0);
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
