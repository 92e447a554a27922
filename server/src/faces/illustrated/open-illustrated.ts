import { isIllustratedIdentity } from './identities.ts';
import { IllustratedDrawer } from './illustrated-drawer.ts';
import { LOOKS } from './looks/looks.ts';
import { type Portrait, paintPortrait } from './portrait.ts';

/** Painting takes a few hundred milliseconds; one person at one size is painted once a thread. */
const KEPT = 4;
const portraits = new Map<string, Portrait>();

/** @throws Error when there is no such identity. */
export function openIllustrated(identity: string, width: number, height: number): IllustratedDrawer {
  if (!isIllustratedIdentity(identity)) throw new Error(`There is no illustrated identity "${identity}".`);
  const key = `${identity} ${width}x${height}`;
  const portrait = portraits.get(key) ?? paintPortrait(LOOKS[identity], width, height);
  portraits.delete(key);
  portraits.set(key, portrait);
  for (const oldest of portraits.keys()) {
    if (portraits.size <= KEPT) break;
    portraits.delete(oldest);
  }
  return new IllustratedDrawer(portrait);
}
