import { type RemoteTrack, type Room, RoomEvent, type VideoFrame, VideoStream } from '@livekit/rtc-node';

/**
 * Hands on every picture of a track until the track ends or the room is left. Where the server closes the room,
 * rtc-node (0.13.35) ends the stream only in `dispose()`, when its handle is gone already, and throws "trying to drop
 * an invalid handle" where nobody can catch it.
 */
export function watchPictures(room: Room, track: RemoteTrack, onPicture: (frame: VideoFrame) => void): void {
  const reader = new VideoStream(track).getReader();
  room.once(RoomEvent.Disconnected, () => void reader.cancel());
  const watch = async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) onPicture(next.value.frame);
  };
  void watch();
}
