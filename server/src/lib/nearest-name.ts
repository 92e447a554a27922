import { editDistance } from './edit-distance.ts';

/** Returns the known name closest to a mistyped one, or `undefined` if none is close. */
export function nearestName(typed: string, names: Iterable<string>): string | undefined {
  if (typed.length > 64) return undefined;
  let best: string | undefined;
  let limit = Math.max(2, Math.ceil(typed.length / 3));
  for (const name of names) {
    const distance = editDistance(typed.toLowerCase(), name.toLowerCase(), limit);
    if (distance > limit) continue;
    best = name;
    limit = distance - 1;
  }
  return best;
}
