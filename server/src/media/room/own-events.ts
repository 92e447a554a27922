import { Room } from '@livekit/rtc-node';

/** An event of rtc-node's native part. */
interface NativeEvent {
  message: { case?: string | undefined; value?: unknown };
}

/** What rtc-node 0.13.35 keeps to itself about a room. */
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
export function roomWithOwnEvents(): Room {
  const room = new Room();
  const inside = room as unknown as RoomInside;
  const handle = inside.onFfiEvent;
  if (handle) inside.onFfiEvent = (event) => (isFor(inside, event) ? handle(event) : undefined);
  return room;
}

/** `disconnect` does this for a room that is still open, not for one that the server has closed. */
export function stopListening(room: Room): void {
  const { onFfiEvent } = room as unknown as RoomInside;
  if (onFfiEvent) globalThis._ffiClientInstance?.off('ffi_event', onFfiEvent);
}

/** Rooms handle these kinds only; a call of a method names its participant. */
function isFor({ ffiHandle }: RoomInside, { message }: NativeEvent): boolean {
  if (message.case === 'rpcMethodInvocation') return true;
  if (message.case !== 'roomEvent') return false;
  return ffiHandle === undefined || (message.value as { roomHandle: bigint }).roomHandle === ffiHandle.handle;
}
