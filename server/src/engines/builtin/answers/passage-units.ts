import type { FoundPassage } from '@visavis/contracts';
import { splitSentences } from '../../../lib/split-sentences.ts';

/** The smallest piece of a passage that can be quoted. */
export interface Unit {
  kind: 'sentence' | 'item' | 'record';
  text: string;
}

export interface ReadPassage {
  documentName: string;
  /** The headings that the passage stands under, outermost first; empty where it has none. */
  heading: string;
  units: Unit[];
}

const ITEM = /^\s*(?:[-*•‣–]|\d{1,2}[.)])\s+/;
const RECORD = /^[^:;?!]{1,60}: [^;]+(?:; [^:;]{1,60}: [^;]+)+$/;

/**
 * Takes a passage apart. A first line `# A › B` is its heading; lines with a bullet are items; lines like
 * `name: Espresso; price: 2.50` are records of a table.
 */
export function readPassage(passage: FoundPassage): ReadPassage {
  const text = passage.text.replaceAll('\r\n', '\n').trim();
  const first = /^#{1,6} ([^\n]+)(?:\n|$)/.exec(text);
  const heading = first?.[1]?.trim() ?? '';
  const body = text.slice(first?.[0].length ?? 0);
  const units: Unit[] = [];
  for (const block of body.split(/\n\s*\n/)) readBlock(block, units);
  return { documentName: passage.documentName, heading, units };
}

function readBlock(block: string, units: Unit[]): void {
  let running: string[] = [];
  const flush = () => {
    for (const sentence of splitSentences(running.join(' ')))
      units.push({ kind: 'sentence', text: sentence });
    running = [];
  };
  for (const line of block.split('\n')) {
    const trimmed = line.trim();
    if (trimmed === '') continue;
    if (ITEM.test(trimmed)) {
      flush();
      units.push({ kind: 'item', text: trimmed.replace(ITEM, '') });
    } else if (RECORD.test(trimmed)) {
      flush();
      units.push({ kind: 'record', text: trimmed });
    } else {
      running.push(trimmed);
      // "You need:" introduces the items after it and is a unit of its own.
      if (trimmed.endsWith(':')) flush();
    }
  }
  flush();
}
