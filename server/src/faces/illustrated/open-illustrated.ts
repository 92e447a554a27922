import { IllustratedDrawer } from './illustrated-drawer.ts';
import { loadPortrait } from './painted-portraits.ts';
import { lookOf } from './people.ts';
import type { Portrait } from './portrait.ts';

/** One person at one size is loaded once a thread, and kept for the next conversation. */
const KEPT = 6;
const portraits = new Map<string, Promise<Portrait>>();

/** @throws Error when there is no such person */
export async function openIllustrated(
  identity: string,
  width: number,
  height: number,
): Promise<IllustratedDrawer> {
  lookOf(identity);
  const key = `${identity} ${width}x${height}`;
  const portrait = portraits.get(key) ?? loadPortrait(identity, width, height);
  portraits.delete(key);
  portraits.set(key, portrait);
  for (const oldest of portraits.keys()) {
    if (portraits.size <= KEPT) break;
    portraits.delete(oldest);
  }
  return new IllustratedDrawer(await portrait);
}
