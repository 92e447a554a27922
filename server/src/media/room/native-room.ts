import {
  ConnectionState,
  type LocalTrack,
  type LocalTrackPublication,
  Room,
  type TrackPublishOptions,
} from '@livekit/rtc-node';
import type { Logger } from '../../lib/logger.ts';
import { withTimeout } from '../../lib/timeout.ts';

/** How long the room server may take for each step of entering: the connection, and each track. */
const STEP_TIMEOUT_MS = 15_000;
/** How long to wait for tracks to be unpublished: a room whose server is gone never answers. */
const UNPUBLISH_TIMEOUT_MS = 500;
const OVERDUE_MS = 60_000;

/**
 * Maximum uncompressed bytes of one stream that a participant sends: eleven minutes of speech at 48 kHz. The native
 * client would hold 5 GB.
 */
const MAX_STREAM_BYTES = 64 * 2 ** 20;

/**
 * A room of rtc-node that is entered and left once. It is never disconnected while it connects or publishes a track:
 * the native part (0.12.80) would add the track to a connection that is closed and freed, which ends the process.
 */
export class NativeRoom {
  readonly room: Room;
  readonly #log: Logger;
  readonly #callsInProgress = new Set<Promise<unknown>>();
  #left: Promise<void> | undefined;

  constructor(log: Logger, room = roomWithOwnEvents()) {
    this.#log = log;
    this.room = room;
  }

  /**
   * Connects. Tracks are subscribed individually, so that the consumer's camera is not received and decoded needlessly;
   * a video that nobody wants is not encoded.
   *
   * @throws Error also if `leave` was or is called before it has connected
   */
  async enter(url: string, token: string): Promise<void> {
    this.#refuseIfLeft();
    const connecting = this.room.connect(url, token, {
      autoSubscribe: false,
      dynacast: true,
      dataStream: { maxPayloadByteLength: MAX_STREAM_BYTES },
    });
    await this.#waitFor(connecting, 'the room server did not answer in time');
    this.#refuseIfLeft();
  }

  /** @throws Error also if `leave` was called before */
  async publish(track: LocalTrack, options: TrackPublishOptions): Promise<LocalTrackPublication> {
    this.#refuseIfLeft();
    const local = this.room.localParticipant;
    if (!local) throw new Error('a track can be published only after the room was entered');
    return this.#waitFor(local.publishTrack(track, options), 'a track was not published in time');
  }

  /**
   * Leaves, once pending calls have settled, which may take long. Nothing of the room stays in the process; by itself
   * rtc-node (0.13.35) keeps:
   * - everything of a room in which an RPC method is registered (https://github.com/livekit/rust-sdks/pull/1437);
   * - tracks, until their objects are garbage collected, which may be long after;
   * - a listener for a room that the server has closed, which receives every event of the process.
   *
   * @param methods the RPC methods registered in the room
   */
  leave(methods: Iterable<string>): Promise<void> {
    this.#left ??= this.#leave(methods);
    return this.#left;
  }

  async #leave(methods: Iterable<string>): Promise<void> {
    const { room } = this;
    for (const method of methods) room.localParticipant?.unregisterRpcMethod(method);
    const overdue = setTimeout(
      () =>
        this.#log.warn(
          { event: 'room.leave_overdue' },
          'the avatar has not left the room after a minute, because it is still connecting or publishing',
        ),
      OVERDUE_MS,
    ).unref();
    await Promise.allSettled(this.#callsInProgress);
    clearTimeout(overdue);
    const local = room.localParticipant;
    if (local && room.connectionState === ConnectionState.CONN_CONNECTED) {
      const tracks = [...local.trackPublications.keys()];
      const unpublished = Promise.all(tracks.map((sid) => local.unpublishTrack(sid, false)));
      await withTimeout(unpublished, UNPUBLISH_TIMEOUT_MS, 'the tracks were not unpublished in time').catch(
        () => undefined,
      );
    }
    await room.disconnect();
    stopListening(room);
    room.removeAllListeners();
  }

  async #waitFor<T>(call: Promise<T>, what: string): Promise<T> {
    this.#callsInProgress.add(call);
    const settled = () => this.#callsInProgress.delete(call);
    call.then(settled, settled);
    return withTimeout(call, STEP_TIMEOUT_MS, what);
  }

  #refuseIfLeft(): void {
    if (this.#left) throw new Error('the avatar is leaving the room');
  }
}

/** An event of rtc-node's native part. */
interface NativeEvent {
  message: { case?: string | undefined; value?: unknown };
}

/** Private parts of a room of rtc-node 0.13.35. */
interface RoomInside {
  /** Listens to all events of the process from `connect` to `disconnect`. */
  onFfiEvent?: (event: NativeEvent) => unknown;
  /** Absent until the room is connected. */
  ffiHandle?: { handle: bigint };
}

/**
 * Creates a room that handles only its own events. rtc-node lets each room handle every event of the process, more than
 * a hundred per second for each conversation: every one waits for the room's lock, and all are kept until the room is
 * connected. With eight conversations started together, the main thread spent half of its time collecting this garbage.
 */
function roomWithOwnEvents(): Room {
  const room = new Room();
  const inside = room as unknown as RoomInside;
  const handle = inside.onFfiEvent;
  if (handle) inside.onFfiEvent = (event) => (isFor(inside, event) ? handle(event) : undefined);
  return room;
}

/** Removes the room's listener, which `disconnect` does only if the server has not closed the room. */
function stopListening(room: Room): void {
  const { onFfiEvent } = room as unknown as RoomInside;
  if (onFfiEvent) globalThis._ffiClientInstance?.off('ffi_event', onFfiEvent);
}

/** Whether a room needs this event: rooms handle only these kinds; a method call names its participant. */
function isFor({ ffiHandle }: RoomInside, { message }: NativeEvent): boolean {
  if (message.case === 'rpcMethodInvocation') return true;
  if (message.case !== 'roomEvent') return false;
  return ffiHandle === undefined || (message.value as { roomHandle: bigint }).roomHandle === ffiHandle.handle;
}
