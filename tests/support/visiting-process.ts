/** Joins and leaves rooms one after another, and reports the memory that remains: `{ target, rooms }` in, MB out. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { enterAsAvatar } from './entered-avatar.ts';
import type { RoomTarget } from './room-target.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

process.on('disconnect', () => process.exit());
process.on('message', ({ target, rooms }: { target: RoomTarget; rooms: string[] }) => {
  void visit(target, rooms).then((residentMb) => process.send?.(residentMb));
});

async function visit(target: RoomTarget, rooms: string[]): Promise<number> {
  for (const room of rooms) await (await enterAsAvatar(target, room)).leave();
  collectGarbage();
  return process.memoryUsage.rss() / 2 ** 20;
}
