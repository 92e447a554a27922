import { ConnectionState, type ReconnectPolicy, type Room, RoomEvent } from 'livekit-client';
import type { ConversationEventMap } from './conversation-events.ts';

type Connection = ConversationEventMap['connection']['connection'];

/** How long the service waits for a participant whose connection was lost. */
export const RECONNECT_TIMEOUT_MS = 30_000;
/** livekit-client keeps reconnecting its signalling, and rarely reports that media has failed as well. */
const LOST_AFTER_MS = 5_000;

/**
 * The first retry is immediate, as by default: livekit-client reports that it is connected until then. Further retries
 * follow until the page gives up, with random delays, so that pages do not all reconnect to a restarted server at once.
 */
export const RECONNECT_POLICY: ReconnectPolicy = {
  nextRetryDelayInMs: ({ retryCount }) => Math.min(300 * retryCount ** 2, 5_000) * (0.5 + Math.random()),
};

/** The state of a room's connection as pages show it, until it is given up. */
export class RoomConnection {
  readonly #onChange: (connection: Connection) => void;
  readonly #onGiveUp: () => void;
  #state: Connection = 'connected';
  #isClosed = false;
  #lostTimer: ReturnType<typeof setTimeout> | undefined;
  #giveUpTimer: ReturnType<typeof setTimeout> | undefined;

  /** @param onGiveUp is called last, if the connection is not restored in time */
  constructor(room: Room, onChange: (connection: Connection) => void, onGiveUp: () => void) {
    this.#onChange = onChange;
    this.#onGiveUp = onGiveUp;
    room.on(RoomEvent.ConnectionStateChanged, (state) => this.#follow(state));
  }

  get state(): Connection {
    return this.#state;
  }

  /** Stops following the room. */
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
      this.#giveUpTimer ??= setTimeout(() => {
        this.close();
        this.#onGiveUp();
      }, RECONNECT_TIMEOUT_MS);
      this.#lostTimer ??= setTimeout(() => this.#change('lost'), LOST_AFTER_MS);
      if (state === ConnectionState.Reconnecting) this.#change('lost');
      // Each further attempt to reconnect the signalling also gets here.
      else if (this.#state !== 'lost') this.#change('unsteady');
    }
  }

  #change(connection: Connection): void {
    if (this.#state === connection) return;
    this.#state = connection;
    this.#onChange(connection);
  }

  #stopTimers(): void {
    clearTimeout(this.#lostTimer);
    clearTimeout(this.#giveUpTimer);
    this.#lostTimer = undefined;
    this.#giveUpTimer = undefined;
  }
}
