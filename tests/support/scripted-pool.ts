import { ENDING_WORKER_ENTRY, WatchedPool, type WorkerPoolOptions } from './inside/worker-pool.ts';

const pools: WatchedPool[] = [];

/** A pool of worker processes that do what the ids of their conversations say (`playScript`). */
export async function openScriptedPool(over: Partial<WorkerPoolOptions> = {}): Promise<WatchedPool> {
  const watched = await new WatchedPool().open(over);
  pools.push(watched);
  return watched;
}

/** A pool whose workers end before they have begun. */
export const openPoolThatFails = () => openScriptedPool({ entry: ENDING_WORKER_ENTRY });

export async function closeScriptedPools(): Promise<void> {
  await Promise.all(pools.splice(0).map(({ pool }) => pool.close()));
}
