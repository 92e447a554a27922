/** The server of a caller's room broke the protocol. The message is for the caller; the conversation ends. */
export class CallerRoomFault extends Error {
  override name = 'CallerRoomFault';
}

/**
 * The server removed the avatar; the message is the name of its `DisconnectReason`. The native client is not informed:
 * it would close its connection at once, which ends the process if it is publishing a track (see `NativeRoom`).
 */
export class CallerRoomDismissal extends Error {
  override name = 'CallerRoomDismissal';
}
