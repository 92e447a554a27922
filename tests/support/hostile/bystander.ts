/**
 * Somebody with LiveKit's native client in a room, in a process of its own, which that client may end: `<url> <token>`. Prints
 * what happens to it as lines of JSON, until it is ended.
 */
import { Room, RoomEvent } from '@livekit/rtc-node';

const [url = '', token = ''] = process.argv.slice(2);
const print = (event: string, more: object = {}) =>
  process.stdout.write(`${JSON.stringify({ event, ...more })}\n`);

const room = new Room();
room.on(RoomEvent.TrackSubscribed, (_, __, { identity }) => void print('subscribed', { identity }));
room.on(RoomEvent.Disconnected, (reason) => void print('disconnected', { reason }));
room.on(RoomEvent.Reconnecting, () => void print('reconnecting'));
await room.connect(url, token, { autoSubscribe: true, dynacast: false });
print('connected');
