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
 * Most bytes of one stream that a participant sends, unpacked: eleven minutes of speech at 48 kHz. The native
 * client would hold 5 GB.
 */
const MAX_STREAM_BYTES = 64 * 2 ** 20;

/**
 * A room of rtc-node, entered and left once. It is never disconnected while it connects or a track is being published: the
 * native part (0.12.80) adds the track to a connection that is closed and freed, which ends the process.
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
   * Connects. We subscribe by hand so that the consumer's camera is not sent here and decoded in vain; a video that nobody wants is
   * not encoded.
   *
   * @throws Error also where `leave` was called before or meanwhile
   */
  async enter(url: string, token: string): Promise<void> {
    this.#refuseIfLeft();
    const connecting = this.room.connect(url, token, {
      autoSubscribe: false,
      dynacast: true,
      dataStream: { maxPayloadByteLength: MAX_STREAM_BYTES },
    });
    await this.#waitFor(connecting, 'the room server did not answer');
    this.#refuseIfLeft();
  }

  /** @throws Error also where `leave` was called before */
  async publish(track: LocalTrack, options: TrackPublishOptions): Promise<LocalTrackPublication> {
    this.#refuseIfLeft();
    const local = this.room.localParticipant;
    if (!local) throw new Error('a track can only be published in a room');
    return this.#waitFor(local.publishTrack(track, options), 'a track could not be published');
  }

  /**
   * Leaves, once what is under way has settled, which may take long. Nothing of the room stays in the process; by itself
   * rtc-node keeps (0.13.35):
   * - all of a room in which an RPC method is registered (https://github.com/livekit/rust-sdks/pull/1437);
   * - tracks, until their objects are collected as garbage, which may be long after;
   * - a listener for a room that the server has closed, which is asked about every event of the process.
   *
   * @param methods the RPC methods registered there
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
          'a room that the avatar leaves is still connecting or publishing after a minute',
        ),
      OVERDUE_MS,
    ).unref();
    await Promise.allSettled(this.#callsInProgress);
    clearTimeout(overdue);
    const local = room.localParticipant;
    if (local && room.connectionState === ConnectionState.CONN_CONNECTED) {
      const tracks = [...local.trackPublications.keys()];
      const unpublished = Promise.all(tracks.map((sid) => local.unpublishTrack(sid, false)));
      await withTimeout(unpublished, UNPUBLISH_TIMEOUT_MS, 'taking the tracks back').catch(() => undefined);
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
    if (this.#left) throw new Error('the avatar leaves the room');
  }
}

/** An event of rtc-node's native part. */
interface NativeEvent {
  message: { case?: string | undefined; value?: unknown };
}

/** Private parts of a room of rtc-node 0.13.35. */
interface RoomInside {
  /** Listens from `connect` to `disconnect` to all events of the process. */
  onFfiEvent?: (event: NativeEvent) => unknown;
  /** Absent until the room is connected. */
  ffiHandle?: { handle: bigint };
}

/**
 * A room that handles events of its own. rtc-node lets each room handle every event of the process, and that is more than a
 * hundred a second for each conversation: every one waits for the room's lock, and until the room is connected all are kept. With
 * eight conversations that began together, half of the main thread's time was collecting this garbage.
 */
function roomWithOwnEvents(): Room {
  const room = new Room();
  const inside = room as unknown as RoomInside;
  const handle = inside.onFfiEvent;
  if (handle) inside.onFfiEvent = (event) => (isFor(inside, event) ? handle(event) : undefined);
  return room;
}

/** `disconnect` does this for a room that is still open, not for one that the server has closed. */
function stopListening(room: Room): void {
  const { onFfiEvent } = room as unknown as RoomInside;
  if (onFfiEvent) globalThis._ffiClientInstance?.off('ffi_event', onFfiEvent);
}

/** Rooms handle these kinds only; a call of a method names its participant. */
function isFor({ ffiHandle }: RoomInside, { message }: NativeEvent): boolean {
  if (message.case === 'rpcMethodInvocation') return true;
  if (message.case !== 'roomEvent') return false;
  return ffiHandle === undefined || (message.value as { roomHandle: bigint }).roomHandle === ffiHandle.handle;
}
