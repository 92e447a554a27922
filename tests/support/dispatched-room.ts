import { LiveConsumer } from './live-consumer.ts';
import { poll } from './poll.ts';
import type { Program } from './program.ts';
import { mintToken, type RoomTarget } from './room-target.ts';

/** LiveKit Agents gives a job's process ten seconds to start, which may be too short on a loaded machine. */
const LAUNCH_FAILED = /error launching job|initialization timed out|error initializing process/;
const ATTEMPTS = 3;

/**
 * Joins a new room of a LiveKit server, which sends a job to a worker; resolves when the avatar is there too. A worker
 * that failed to launch its job is replaced, because LiveKit sends it no other job.
 */
export async function enterDispatchedRoom(
  target: RoomTarget,
  startWorker: () => Promise<Program>,
  avatar: string,
  prepare: (consumer: LiveConsumer) => void,
): Promise<LiveConsumer> {
  const seen: string[] = [];
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const worker = await startWorker();
    await worker.line(/registered worker/);
    const consumer = new LiveConsumer(avatar);
    prepare(consumer);
    const room = `dispatched-${process.pid}-${attempt}`;
    await consumer.join(target.url, await mintToken(target, room, 'ada'));
    const came = () => consumer.room.remoteParticipants.has(avatar);
    const failed = () => worker.lines.some((line) => LAUNCH_FAILED.test(line));
    await poll('the avatar', () => came() || failed(), Boolean);
    if (came()) return consumer;
    await consumer.leave();
    await worker.stop();
    seen.push(...worker.lines);
  }
  throw new Error(`no job of ${ATTEMPTS} was launched:\n${seen.join('\n')}`);
}
