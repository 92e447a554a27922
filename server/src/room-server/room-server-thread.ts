import { performance } from 'node:perf_hooks';
import { parentPort, workerData } from 'node:worker_threads';
import { type Log, logRank } from './log.ts';
import { workFaults } from './room/room.ts';
import { RoomServerCore } from './room-server.ts';
import { mediaCounts } from './rtp/media-counts.ts';
import type { FromThread, ThreadData, ToThread } from './thread-messages.ts';

/** Entry point of the room server's own thread, which `start-room-server.ts` starts. */
const port = parentPort;
if (port === null) throw new Error('room-server-thread can run only as a worker thread');
const data = workerData as ThreadData;

const post = (message: FromThread) => port.postMessage(message);
const log: Log = (level, message, fields) => {
  if (logRank[level] >= logRank[data.logLevel]) post({ type: 'log', level, message, fields });
};

// werift creates promises without rejection handlers. Such a rejection (a peer vanished during the handshake) affects
// that peer only.
process.on('unhandledRejection', (error) =>
  log('debug', 'an error of one connection was not caught; other connections are not affected', {
    event: 'room_server.unhandled_rejection',
    error: String(error),
  }),
);

// An exception in work for a participant ends only that participant (`Room.attempt`, `WeriftTransport.guard`). Any
// other ends this thread with all rooms, because the state is unknown. `start-room-server.ts` starts another thread.
const core = await RoomServerCore.start(data, log);

let before = performance.eventLoopUtilization();
port.on('message', (message: ToThread) => {
  if (message.type === 'stats') {
    const busy = performance.eventLoopUtilization(before).utilization;
    before = performance.eventLoopUtilization();
    const { rooms } = core;
    const stats = {
      rooms: rooms.list().length,
      participants: rooms.participantCount,
      media: mediaCounts,
      faults: workFaults.count,
      busy,
    };
    post({ type: 'stats', id: message.id, stats });
    return;
  }
  if (message.type === 'admit' || message.type === 'seal') {
    if (message.type === 'admit') core.admissions.admit(message.admitted);
    else core.admissions.seal(message.room);
    post({ type: 'done', id: message.id });
    return;
  }
  core
    .close()
    .catch((error: unknown) =>
      log('warn', 'the room server could not close cleanly', {
        event: 'room_server.not_closed',
        error: String(error),
      }),
    )
    .finally(() => port.close());
});

const addresses = await core.mediaAddresses();
post({
  type: 'started',
  port: core.port,
  mediaPort: addresses[0]!.port,
  addresses: [...new Set(addresses.map((entry) => entry.address))],
});
