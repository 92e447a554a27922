/** Limits that protect the server against overload by one or many clients. */
export interface RoomServerLimits {
  readonly rooms: number;
  readonly participants: number;
  readonly participantsPerRoom: number;
  /** Accepted signalling connections without connected media. */
  readonly pendingJoins: number;
  /** The same of all rooms of one owner, and how many joins it may begin in a second. */
  readonly pendingJoinsPerOwner: number;
  readonly joinsPerSecondPerOwner: number;
  /** A participant whose media is not up by then is removed. */
  readonly joinTimeoutMs: number;
  /** How long a participant without signalling is kept, so that its client can resume. */
  readonly resumeGraceMs: number;
  readonly tracksPerParticipant: number;
  /** Maximum size of a track's description, which is sent to all participants with every update. */
  readonly trackBytes: number;
  readonly signalMessageBytes: number;
  readonly signalMessagesPerSecond: number;
  readonly signalBacklogBytes: number;
  readonly dataPacketBytes: number;
  readonly dataPacketsPerSecond: number;
  /** Data queued for a slow receiver: lossy packets are dropped beyond the first, the receiver beyond the second. */
  readonly lossyBacklogBytes: number;
  readonly reliableBacklogBytes: number;
  readonly metadataBytes: number;
  readonly attributesBytes: number;
  readonly requestBodyBytes: number;
}

export const defaultLimits: RoomServerLimits = {
  rooms: 1_000,
  participants: 2_000,
  participantsPerRoom: 100,
  pendingJoins: 200,
  pendingJoinsPerOwner: 50,
  joinsPerSecondPerOwner: 50,
  joinTimeoutMs: 30_000,
  resumeGraceMs: 15_000,
  tracksPerParticipant: 32,
  trackBytes: 8 * 1024,
  signalMessageBytes: 512 * 1024,
  signalMessagesPerSecond: 200,
  signalBacklogBytes: 8 * 1024 * 1024,
  dataPacketBytes: 128 * 1024,
  dataPacketsPerSecond: 5_000,
  lossyBacklogBytes: 256 * 1024,
  reliableBacklogBytes: 32 * 1024 * 1024,
  metadataBytes: 64 * 1024,
  attributesBytes: 64 * 1024,
  requestBodyBytes: 1024 * 1024,
};
