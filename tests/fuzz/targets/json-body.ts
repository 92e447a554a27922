import { exceededShape } from '@visavis/server/dist/lib/json-shape.js';
import type { FuzzTarget } from '../fuzz-target.ts';

const MOST = { depth: 6, values: 200 };

export const target: FuzzTarget = {
  about: 'bodies of requests, before they are parsed: how deep and how wide JSON is',
  covers: ['/lib/json-shape.js'],
  seeds: ['{"a":[1,{"b":"c\\"d"}],"e":{}}', '[[[[[1]]]]]', '["\\\\",",","[",{"]":"{"}]'],
  tokens: '{"a": } [ ] , " \\" \\\\ "[ ]" null 0 [[[[[[[ 1,',
  read(input) {
    const text = input.toString();
    const exceeded = exceededShape(text, MOST);
    if (exceeded !== undefined) return exceeded;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return undefined;
    }
    if (depthOf(value) > MOST.depth) throw new RangeError('deeper than it was said to be');
    return exceeded;
  },
};

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
