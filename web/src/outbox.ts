import { ConnectionState, type Room, RoomEvent } from 'livekit-client';
import { CHAT_TOPIC } from './read-room.ts';

/** More than anybody types while a connection comes back. */
const MOST_WAITING = 20;
/** Then whoever typed it is told: an answer to it would come too late. */
const WAIT_MS = 20_000;

interface Waiting {
  send: () => void;
  giveUp: () => void;
}

/**
 * What the user says in writing. It waits while the connection is lost, and afterwards until it reaches somebody:
 * livekit-client drops what it is given before a new join is over, and a room server what is for nobody; neither says so.
 */
export class Outbox {
  readonly #room: Room;
  #isOpen = true;
  /** Whether anybody else was in the room before: only then it is worth waiting for somebody. */
  #hadCompany = false;
  readonly #waiting = new Set<Waiting>();

  constructor(room: Room) {
    this.#room = room;
    room.on(RoomEvent.ConnectionStateChanged, (state) => this.#follow(state));
    room.on(RoomEvent.ParticipantConnected, () => this.#openSoon());
    room.on(RoomEvent.ParticipantActive, () => this.#openSoon());
  }

  /** @throws Error where it was not sent: the connection did not come back in 20 seconds, or the conversation is over */
  async send(text: string): Promise<void> {
    if (!this.#isOpen) await this.#turn();
    // Uncompressed: livekit-client compresses while it knows of no other participant, and the room server drops that.
    await this.#room.localParticipant.sendText(text, { topic: CHAT_TOPIC, compress: false });
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        clearTimeout(timer);
        this.#waiting.delete(waiting);
        reject(new Error('The text was not sent: the connection is lost.'));
      };
      const send = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(giveUp, WAIT_MS);
      const waiting = { send, giveUp };
      this.#waiting.add(waiting);
      if (this.#waiting.size > MOST_WAITING || this.#room.state === ConnectionState.Disconnected) giveUp();
    });
  }

  #follow(state: ConnectionState): void {
    if (state === ConnectionState.Connected) this.#openSoon();
    else this.#isOpen &&= state === ConnectionState.Connecting;
    if (state === ConnectionState.Disconnected) for (const { giveUp } of this.#waiting) giveUp();
  }

  /** What is sent within the event itself still counts to the attempt that it ends, and is dropped with it. */
  #openSoon(): void {
    setTimeout(() => {
      const { state, remoteParticipants } = this.#room;
      if (state !== ConnectionState.Connected) return;
      const isReached = [...remoteParticipants.values()].some(({ isActive }) => isActive);
      this.#hadCompany ||= isReached;
      if (this.#hadCompany && !isReached) return;
      this.#isOpen = true;
      for (const { send } of this.#waiting) send();
      this.#waiting.clear();
    });
  }
}
