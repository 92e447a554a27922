import { ConnectionState, type Room, RoomEvent } from 'livekit-client';

/** As long as the service keeps the place of a participant whose connection was lost. */
const PATIENCE_MS = 30_000;

const CHANGES = [RoomEvent.ConnectionStateChanged, RoomEvent.ParticipantConnected] as const;

/**
 * Waits until this page is in the room and somebody else is there too. What livekit-client sends while it joins anew is dropped, and
 * after a restart of the room server the page is often back before the avatar is.
 *
 * @throws Error when the conversation ends meanwhile, or nobody comes in time
 */
export async function untilSomebodyReceives(room: Room): Promise<void> {
  const isReady = () => room.state === ConnectionState.Connected && room.remoteParticipants.size > 0;
  if (isReady()) return;
  let onChange: () => void = () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error('Nobody in the room can receive it.'));
      onChange = () => {
        if (room.state === ConnectionState.Disconnected) fail();
        else if (isReady()) resolve();
      };
      timer = setTimeout(fail, PATIENCE_MS);
      for (const change of CHANGES) room.on(change, onChange);
      onChange();
    });
    // livekit-client tells of a new join a moment before it sends again.
    await new Promise((resolve) => setTimeout(resolve, 0));
  } finally {
    clearTimeout(timer);
    for (const change of CHANGES) room.off(change, onChange);
  }
}
