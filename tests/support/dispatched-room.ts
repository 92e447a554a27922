import { LiveConsumer } from './live-consumer.ts';
import { poll } from './poll.ts';
import type { Program } from './program.ts';
import { mintToken, type RoomTarget } from './room-target.ts';

/** LiveKit Agents gives a job's process ten seconds to come up, which a loaded machine may not keep. */
const LAUNCH_FAILED = /error launching job|initializ\w+ timed out|error initializing process/;
const ATTEMPTS = 5;

/**
 * Enters a new room of a LiveKit server, for which the worker is sent a job; resolves when the avatar is there too.
 * A job that the worker could not launch is tried again with the next room, as a user would reload the page.
 */
export async function enterDispatchedRoom(
  target: RoomTarget,
  worker: Program,
  avatar: string,
  prepare: (consumer: LiveConsumer) => void,
): Promise<LiveConsumer> {
  const failures = () => worker.lines.filter((line) => LAUNCH_FAILED.test(line)).length;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
    const before = failures();
    const consumer = new LiveConsumer(avatar);
    prepare(consumer);
    const room = `dispatched-${avatar}-${attempt}`;
    await consumer.join(target.url, await mintToken(target, room, 'ada'));
    const came = () => consumer.room.remoteParticipants.has(avatar);
    await poll('the avatar', () => came() || failures() > before, Boolean);
    if (came()) return consumer;
    await consumer.leave();
  }
  throw new Error(`no job of ${ATTEMPTS} was launched:\n${worker.lines.join('\n')}`);
}
