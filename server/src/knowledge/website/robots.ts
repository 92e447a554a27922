import { toUSVString } from 'node:util';

/** The product token of RFC 9309 that groups of rules name. */
const PRODUCT = 'visavis';
const MAX_RULES = 2_000;
const MAX_PATTERN_CHARS = 2_000;
const LONGEST_DELAY_MS = 10_000;

/** What a site lets this service read. */
export interface Robots {
  allows(url: URL): boolean;
  /** Milliseconds that the site wants between two requests; 0 where it says nothing. */
  delayMs: number;
}

interface Rules {
  patterns: { pattern: string; isAllowed: boolean }[];
  delayMs: number;
}

export const EVERYTHING_ALLOWED: Robots = { allows: () => true, delayMs: 0 };

/**
 * Reads a `robots.txt` by RFC 9309: the groups for this service together, else those for everybody; the longest pattern
 * that matches decides, and what allows wins a tie. The parser that is kept on npm takes time for each rule that grows with
 * the product of both lengths, which a hostile site could use.
 */
export function readRobots(text: string): Robots {
  const groups: Record<string, Rules> = {};
  let agents: string[] = [];
  let isNaming = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, field = '', value = ''] = /^\s*([\w-]+)\s*:([^#]*)/.exec(line) ?? [];
    const name = field.toLowerCase();
    if (name === 'user-agent') {
      if (!isNaming) agents = [];
      isNaming = true;
      agents.push(value.trim().toLowerCase());
      continue;
    }
    if (name === '') continue;
    isNaming = false;
    for (const agent of agents) {
      groups[agent] ??= { patterns: [], delayMs: 0 };
      addRule(groups[agent], name, value.trim());
    }
  }
  const { patterns, delayMs } = groups[PRODUCT] ?? groups['*'] ?? { patterns: [], delayMs: 0 };
  return {
    delayMs,
    allows({ pathname, search }) {
      const path = normal(pathname + search);
      let longest = -1;
      let isAllowed = true;
      for (const rule of patterns) {
        const { length } = rule.pattern;
        if (length < longest || (length === longest && isAllowed) || !matches(rule.pattern, path)) continue;
        longest = length;
        isAllowed = rule.isAllowed;
      }
      return isAllowed;
    },
  };
}

function addRule(rules: Rules, name: string, value: string): void {
  if (name === 'crawl-delay') {
    const ms = Number(value) * 1_000;
    if (ms > 0) rules.delayMs = Math.min(ms, LONGEST_DELAY_MS);
    return;
  }
  // An empty pattern forbids nothing.
  if ((name !== 'allow' && name !== 'disallow') || value === '') return;
  if (rules.patterns.length >= MAX_RULES || value.length > MAX_PATTERN_CHARS) return;
  rules.patterns.push({ pattern: normal(value), isAllowed: name === 'allow' });
}

/** One spelling of a path: percent-encoded, in capitals. */
function normal(path: string): string {
  const encoded = path.replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(toUSVString(part)));
  return encoded.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

/** `*` stands for any text; a `$` at the end for the end of the path. */
function matches(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...parts] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = parts.pop();
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (last === undefined) return !isWhole || at === path.length;
  if (isWhole) return path.length - last.length >= at && path.endsWith(last);
  return path.includes(last, at);
}
