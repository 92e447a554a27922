/** The server of a caller's room broke its protocol; says how, in words for the caller. The conversation cannot go on. */
export class CallerRoomFault extends Error {
  override name = 'CallerRoomFault';
}

/**
 * The server puts the avatar out; the message is the name of its `DisconnectReason`. It is not passed on: the native client would
 * close its connection at once, and the process ends where a track is being published meanwhile (see `NativeRoom`).
 */
export class CallerRoomDismissal extends Error {
  override name = 'CallerRoomDismissal';
}
