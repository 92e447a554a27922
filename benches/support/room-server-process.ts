import { startRoomServer } from '@visavis/server/dist/room-server/start-room-server.js';

const [apiKey = '', apiSecret = ''] = process.argv.slice(2);
const server = await startRoomServer({ apiKey, apiSecret, logLevel: 'silent' });
process.on('disconnect', () => process.exit());
process.send?.(server.port);
