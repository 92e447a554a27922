import {
  type AudioFrame,
  AudioStream,
  type RemoteTrack,
  type Room,
  RoomEvent,
  type VideoFrame,
  VideoStream,
} from '@livekit/rtc-node';

/** Passes on every audio frame of a track, mono, until the track ends or the room is left. */
export function readSound(
  room: Room,
  track: RemoteTrack,
  sampleRate: number,
  onSound: (frame: AudioFrame) => void,
): void {
  readUntilLeft(room, new AudioStream(track, sampleRate, 1), onSound);
}

/** Passes on every video frame of a track until the track ends or the room is left. */
export function readPictures(room: Room, track: RemoteTrack, onPicture: (frame: VideoFrame) => void): void {
  readUntilLeft(room, new VideoStream(track), ({ frame }) => onPicture(frame));
}

/** Cancels the stream when the room is left: rtc-node 0.13.35 does not end it. */
function readUntilLeft<T>(room: Room, stream: ReadableStream<T>, onValue: (value: T) => void): void {
  const reader = stream.getReader();
  room.once(RoomEvent.Disconnected, () => void reader.cancel());
  const read = async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) onValue(next.value);
  };
  void read();
}
