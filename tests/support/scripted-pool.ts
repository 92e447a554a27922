import { ENDING_WORKER_ENTRY, WatchedPool, type WorkerPoolOptions } from './inside/worker-pool.ts';

const pools: WatchedPool[] = [];

/** Opens a pool of worker processes that follow the script in their conversations' ids (`playScript`). */
export async function openScriptedPool(over: Partial<WorkerPoolOptions> = {}): Promise<WatchedPool> {
  const watched = await new WatchedPool().open(over);
  pools.push(watched);
  return watched;
}

/** Opens a pool whose workers exit before they are ready. */
export const openPoolThatFails = () => openScriptedPool({ entry: ENDING_WORKER_ENTRY });

export async function closeScriptedPools(): Promise<void> {
  await Promise.all(pools.splice(0).map(({ pool }) => pool.close()));
}
