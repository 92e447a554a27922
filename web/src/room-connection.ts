import { ConnectionState, type ReconnectPolicy, type Room, RoomEvent } from 'livekit-client';
import type { ConversationEventMap } from './conversation-events.ts';

type Connection = ConversationEventMap['connection']['connection'];

/** As long as the service keeps the place of a participant whose connection was lost. */
export const PATIENCE_MS = 30_000;
/** livekit-client renews its signalling again and again, and seldom says that media has failed as well. */
const LOST_AFTER_MS = 5_000;

/**
 * Tries at once, as livekit-client does by itself: until its first try it says that it is connected. Then it tries again until the
 * page gives up; at random, so that not all pages come at once when a room server is back.
 */
export const RECONNECT_POLICY: ReconnectPolicy = {
  nextRetryDelayInMs: ({ retryCount }) => Math.min(300 * retryCount ** 2, 5_000) * (0.5 + Math.random()),
};

/** The connection to a room as pages show it, until it is given up. */
export class RoomConnection {
  readonly #onChange: (connection: Connection) => void;
  readonly #onGivenUp: () => void;
  #now: Connection = 'connected';
  #isClosed = false;
  #losing: ReturnType<typeof setTimeout> | undefined;
  #givingUp: ReturnType<typeof setTimeout> | undefined;

  /** @param onGivenUp it has not come back in time; nothing is told after it */
  constructor(room: Room, onChange: (connection: Connection) => void, onGivenUp: () => void) {
    this.#onChange = onChange;
    this.#onGivenUp = onGivenUp;
    room.on(RoomEvent.ConnectionStateChanged, (state) => this.#follow(state));
  }

  get now(): Connection {
    return this.#now;
  }

  /** Follows the room no longer. */
  close(): void {
    this.#isClosed = true;
    this.#stopTimers();
  }

  #follow(state: ConnectionState): void {
    if (this.#isClosed) return;
    if (state === ConnectionState.Connected) {
      this.#stopTimers();
      this.#change('connected');
    } else if (state === ConnectionState.SignalReconnecting || state === ConnectionState.Reconnecting) {
      this.#givingUp ??= setTimeout(() => {
        this.close();
        this.#onGivenUp();
      }, PATIENCE_MS);
      this.#losing ??= setTimeout(() => this.#change('lost'), LOST_AFTER_MS);
      if (state === ConnectionState.Reconnecting) this.#change('lost');
      // Each further try to renew the signalling comes here, too.
      else if (this.#now !== 'lost') this.#change('unsteady');
    }
  }

  #change(connection: Connection): void {
    if (this.#now === connection) return;
    this.#now = connection;
    this.#onChange(connection);
  }

  #stopTimers(): void {
    clearTimeout(this.#losing);
    clearTimeout(this.#givingUp);
    this.#losing = undefined;
    this.#givingUp = undefined;
  }
}
