/** Limits that protect the server against overload by one or many clients. */
export const defaultLimits = {
  rooms: 1_000,
  participants: 2_000,
  participantsPerRoom: 100,
  /** Accepted signalling connections without connected media. */
  pendingJoins: 200,
  /** Accepted signalling connections without connected media, in all rooms of one organization. */
  pendingJoinsPerOwner: 50,
  /** Of these, connections in rooms that end users have begun: the rest is for rooms that the organization began itself. */
  pendingJoinsOfEndUsers: 40,
  /** Joins that the people of one organization's rooms may begin in a second. */
  joinsPerSecondPerOwner: 50,
  joinsPerSecondOfEndUsers: 40,
  /** Requests of one person of a room: joins, and questions why one failed. */
  joinsPerSecondPerPerson: 1,
  joinsAtOncePerPerson: 10,
  /** A participant whose media is not up by then is removed. */
  joinTimeoutMs: 30_000,
  /** How long a participant without signalling is kept, so that its client can resume. */
  resumeGraceMs: 15_000,
  tracksPerParticipant: 32,
  /** Maximum size of a track's description, which is sent to all participants with every update. */
  trackBytes: 8 * 1024,
  signalMessageBytes: 512 * 1024,
  /** Values in a signal or a packet of data, those of the messages in it included: every track of a full room is named in fewer. */
  messageItems: 4096,
  signalMessagesPerSecond: 200,
  /** Signalling bytes of a person. Who sends more is put out. */
  signalBytesPerSecond: 512 * 1024,
  signalBytesAtOnce: 4 * 1024 * 1024,
  /** How long the work on signals may take in a second. Further signals wait. */
  workMsPerSecondPerPerson: 100,
  workMsPerSecondPerOwner: 250,
  /**
   * How long the work on packets of media and data may take in a second (`MediaWork`): the shares of a person and of an
   * organization, and up to where all together may go beyond their shares. On a slow core a packet takes 32 µs, and 38 µs for
   * each receiver. So a camera of 720p in three sizes with a microphone (370 packets a second) takes 69 ms for a room of six, a
   * screen at 30 frames and 5 Mbit/s (570 packets) 126 ms, an avatar 19 ms.
   */
  mediaMsPerSecondPerPerson: 200,
  mediaMsPerSecondPerOwner: 300,
  mediaMsPerSecond: 700,
  /** Lists of tracks in one signal. */
  listBytes: 64 * 1024,
  signalBacklogBytes: 8 * 1024 * 1024,
  dataPacketBytes: 128 * 1024,
  /** RTP packets that a person sends; further ones are dropped. */
  mediaPacketsPerSecond: 8_000,
  /** Streams, calls, chat messages and transcriptions that a person may begin. Who begins more is put out. */
  beginningsPerSecond: 100,
  beginningsAtOnce: 500,
  /** Data streams of a participant that have not ended. Who has more is put out. */
  openStreams: 128,
  /** Data queued for a slow receiver: lossy packets are dropped beyond it. */
  lossyBacklogBytes: 256 * 1024,
  /**
   * Memory for data that waits until it is acknowledged, each message with what it costs besides its bytes: of one receiver, who is put
   * out beyond it, and of all in the rooms of one organization. Beyond that those are put out for whom more waits than the last.
   */
  reliableBacklogBytes: 32 * 1024 * 1024,
  reliableBacklogBytesPerOwner: 64 * 1024 * 1024,
  reliableBacklogBytesAlways: 1024 * 1024,
  /** Who acknowledges nothing for so long, while something waits, is put out. */
  unacknowledgedMs: 30_000,
  /** Names of rooms, participants and data tracks, in UTF-8. */
  nameBytes: 256,
  metadataBytes: 64 * 1024,
  attributesBytes: 64 * 1024,
  requestBodyBytes: 1024 * 1024,
};

export type RoomServerLimits = Readonly<typeof defaultLimits>;
