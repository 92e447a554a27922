/** Limits that protect the server against overload by one or many clients. */
export const defaultLimits = {
  rooms: 1_000,
  participants: 2_000,
  participantsPerRoom: 100,
  /** Accepted signalling connections without connected media. */
  pendingJoins: 200,
  /** Accepted signalling connections without connected media, in all rooms of one organization. */
  pendingJoinsPerOwner: 50,
  /** Of these, the maximum in rooms that end users opened; the rest is for the organization's own rooms. */
  pendingJoinsOfEndUsers: 40,
  /** The maximum number of joins per second in all rooms of one organization. */
  joinsPerSecondPerOwner: 50,
  joinsPerSecondOfEndUsers: 40,
  /** Requests of one person to one room: joins, and questions about why a join failed. */
  joinsPerSecondPerPerson: 1,
  joinsAtOncePerPerson: 10,
  /** A participant whose media is not connected by then is removed. */
  joinTimeoutMs: 30_000,
  /** How long a participant without signalling is kept so that its client can resume. */
  resumeGraceMs: 15_000,
  tracksPerParticipant: 32,
  /** Maximum size of a track's description, which is sent to all participants with every update. */
  trackBytes: 8 * 1024,
  signalMessageBytes: 512 * 1024,
  /** Values in a signal or data packet, including nested messages. A full room needs fewer to name all its tracks. */
  messageItems: 4096,
  signalMessagesPerSecond: 200,
  /** Bytes of signalling per person. A participant that sends more is removed. */
  signalBytesPerSecond: 512 * 1024,
  signalBytesAtOnce: 4 * 1024 * 1024,
  /** How long processing signals may take per second. Further signals wait. */
  workMsPerSecondPerPerson: 100,
  workMsPerSecondPerOwner: 250,
  /**
   * How long processing media and data packets may take per second (see `MediaWork`): the share of a person, the share
   * of an organization, and the total up to which all may exceed their shares. On a slow core a packet takes 32 µs,
   * plus 38 µs for each receiver. So a 720p camera in three sizes with a microphone (370 packets a second) takes 69 ms
   * in a room of six, a screen at 30 frames per second and 5 Mbit/s (570 packets) takes 126 ms, and an avatar 19 ms.
   */
  mediaMsPerSecondPerPerson: 200,
  mediaMsPerSecondPerOwner: 300,
  mediaMsPerSecond: 700,
  /** The maximum size of the lists of tracks in one signal. */
  listBytes: 64 * 1024,
  signalBacklogBytes: 8 * 1024 * 1024,
  dataPacketBytes: 128 * 1024,
  /** RTP packets that a person may send per second. Further ones are dropped. */
  mediaPacketsPerSecond: 8_000,
  /** Streams, calls, chat messages and transcriptions that a person may start. One who starts more is removed. */
  messageStartsPerSecond: 100,
  messageStartsAtOnce: 500,
  /** Unfinished data streams of a participant. A participant that has more is removed. */
  openStreams: 128,
  /** Data queued for a slow receiver. Beyond it, lossy packets are dropped. */
  lossyBacklogBytes: 256 * 1024,
  /**
   * Memory for data that awaits acknowledgement, with the overhead of each message: of one receiver, which is removed
   * if it exceeds this, and of all in an organization. While that is exceeded, receivers above the third are removed.
   */
  reliableBacklogBytes: 32 * 1024 * 1024,
  reliableBacklogBytesPerOwner: 64 * 1024 * 1024,
  reliableBacklogBytesAlways: 1024 * 1024,
  /** A receiver that acknowledges nothing for this long, while data awaits acknowledgement, is removed. */
  unacknowledgedMs: 30_000,
  /** The maximum size of the names of rooms, participants and data tracks, in UTF-8. */
  nameBytes: 256,
  metadataBytes: 64 * 1024,
  attributesBytes: 64 * 1024,
  requestBodyBytes: 1024 * 1024,
};

export type RoomServerLimits = Readonly<typeof defaultLimits>;
