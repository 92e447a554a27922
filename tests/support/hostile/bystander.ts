/**
 * A participant with LiveKit's native client, in its own process, which that client may crash: `<url> <token>`. Prints
 * what happens to it as JSON lines until it is stopped.
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
