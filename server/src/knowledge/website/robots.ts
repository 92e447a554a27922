import { toUSVString } from 'node:util';

/** The product token (RFC 9309) of this service, which groups of rules name. */
const PRODUCT = 'visavis';
const MAX_RULES = 1_000;
/** Maximum characters and wildcards of a pattern. The rest is ignored; the pattern then forbids or allows more. */
const MAX_PATTERN_CHARS = 200;
const MAX_WILDCARDS = 8;
const LONGEST_DELAY_MS = 10_000;

/** The rules of a site for this service. */
export interface Robots {
  allows(url: URL): boolean;
  /** The delay in milliseconds that the site requests between two requests; 0 if it states none. */
  delayMs: number;
}

interface Rule {
  /** Texts that must follow one another in a path, the first at its beginning. */
  parts: readonly string[];
  /** Whether the path must end after the last of them. */
  isWhole: boolean;
  length: number;
  isAllowed: boolean;
}

interface Group {
  rules: Rule[];
  delayMs: number;
}

export const EVERYTHING_ALLOWED: Robots = { allows: () => true, delayMs: 0 };

/**
 * Parses a `robots.txt` by RFC 9309: the groups for this service together, otherwise those for everybody. The longest
 * matching pattern decides; in a tie, `allow` wins. It is our own because strangers write the input: the time of npm's
 * parser grows with the product of the rule's and the path's lengths, and nothing limits its rules.
 */
export function readRobots(text: string): Robots {
  const own: Group = { rules: [], delayMs: 0 };
  const everybody: Group = { rules: [], delayMs: 0 };
  let hasOwn = false;
  let named = new Set<Group>();
  let isNaming = false;
  for (const line of text.split(/\r\n?|\n/)) {
    const [, field = '', value = ''] = /^\s*([\w-]+)\s*:([^#]*)/.exec(line) ?? [];
    const name = field.toLowerCase();
    if (name === 'user-agent') {
      if (!isNaming) named = new Set();
      isNaming = true;
      const agent = value.trim().toLowerCase();
      if (agent === PRODUCT) named.add(own);
      else if (agent === '*') named.add(everybody);
      hasOwn ||= named.has(own);
    } else if (name !== '') {
      isNaming = false;
      for (const group of named) addRule(group, name, value.trim());
    }
  }
  const { rules, delayMs } = hasOwn ? own : everybody;
  return {
    delayMs,
    allows({ pathname, search }) {
      const path = normal(pathname + search);
      let longest = -1;
      let isAllowed = true;
      for (const rule of rules) {
        const { length } = rule;
        if (length < longest || (length === longest && isAllowed) || !matches(rule, path)) continue;
        longest = length;
        isAllowed = rule.isAllowed;
      }
      return isAllowed;
    },
  };
}

function addRule(group: Group, name: string, value: string): void {
  if (name === 'crawl-delay') {
    const ms = Number(value) * 1_000;
    if (ms > 0) group.delayMs = Math.min(ms, LONGEST_DELAY_MS);
    return;
  }
  // An empty pattern forbids nothing.
  if ((name !== 'allow' && name !== 'disallow') || value === '' || group.rules.length >= MAX_RULES) return;
  const pattern = normal(value.slice(0, MAX_PATTERN_CHARS));
  const all = pattern.replace(/\$$/, '').split(/\*+/);
  const parts = all.slice(0, MAX_WILDCARDS + 1);
  const isWhole = pattern.endsWith('$') && parts.length === all.length && value.length <= MAX_PATTERN_CHARS;
  group.rules.push({ parts, isWhole, length: pattern.length, isAllowed: name === 'allow' });
}

/** Normalizes a path: percent-encoded, in upper case. */
function normal(path: string): string {
  const encoded = path.replace(/[^\x21-\x7e]+/g, (part) => encodeURIComponent(toUSVString(part)));
  return encoded.replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

function matches({ parts, isWhole }: Rule, path: string): boolean {
  const [first = '', ...others] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = isWhole ? others.pop() : undefined;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (last !== undefined) return path.length - last.length >= at && path.endsWith(last);
  return !isWhole || at === path.length;
}
