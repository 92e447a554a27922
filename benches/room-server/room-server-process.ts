import { startRoomServer } from '@visavis/server/dist/room-server/start-room-server.js';

// A process of its own, so that its processor time is the room server's alone.
const [apiKey = '', apiSecret = ''] = process.argv.slice(2);
const server = await startRoomServer({ apiKey, apiSecret, logLevel: 'silent' });
process.on('disconnect', () => void server.close().then(() => process.exit(0)));
process.send?.(server.port);
