/** Tries out every regular expression of the files that it is sent: an exponential one never ends, and takes a process with it. */
import { readFileSync } from 'node:fs';
import { parseAst } from 'rolldown/parseAst';
import { MOST_MS, quadraticOn, slowest } from './pump.ts';

export type Pumped =
  | { kind: 'trying'; where: string }
  | { kind: 'slow'; where: string; ms: number; text: string }
  | { kind: 'quadratic'; where: string; text: string }
  | { kind: 'done'; count: number };

const tell = (message: Pumped) => process.send!(message);

function* expressionsOf(node: unknown): Generator<RegExp> {
  if (typeof node !== 'object' || node === null) return;
  if ('regex' in node) {
    const { pattern, flags } = node.regex as { pattern: string; flags: string };
    yield new RegExp(pattern, flags);
  } else for (const inner of Object.values(node)) yield* expressionsOf(inner);
}

process.on('message', (files: string[]) => {
  let count = 0;
  for (const file of files) {
    for (const expression of expressionsOf(parseAst(readFileSync(file, 'utf8')))) {
      const where = `${file.replace(/^.*\/(?=(?:server|contracts)\/dist\/)/, '')} ${expression}`;
      tell({ kind: 'trying', where });
      count += 1;
      const { ms, text } = slowest(expression);
      if (ms > MOST_MS) {
        tell({ kind: 'slow', where, ms, text: JSON.stringify(text.slice(0, 8)) });
        continue;
      }
      const pump = quadraticOn(expression);
      if (pump !== undefined) tell({ kind: 'quadratic', where, text: JSON.stringify(pump.slice(0, 8)) });
    }
  }
  tell({ kind: 'done', count });
});
