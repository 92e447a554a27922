/** Parsers for settings that are more than a word or a number; each returns `undefined` for an invalid text. */
import { isIP } from 'node:net';
import { objectOf } from '../lib/json-reader.ts';
import { isSecureAddress } from '../lib/secure-address.ts';

export const splitList = (value: string) => value.split(',').flatMap((text) => text.trim() || []);

/** Returns the entries of a list; `undefined` if it is empty or an entry is invalid. */
function listOf(value: string, isValid: (entry: string) => boolean): string[] | undefined {
  const entries = splitList(value);
  return entries.length > 0 && entries.every(isValid) ? entries : undefined;
}

export function parseOrigins(value: string): string[] | '*' | undefined {
  if (value === '*') return '*';
  const origins = splitList(value).map((text) => text.replace(/\/$/, ''));
  return listOf(origins.join(','), (text) => URL.canParse(text) && new URL(text).origin === text);
}

/** The names are those of `proxy-addr`, which parses the value. */
export function parseTrust(value: string): boolean | string | undefined {
  if (value === 'true' || value === 'false') return value === 'true';
  const networks = listOf(value, (text) => {
    if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
    const [address, bits, ...rest] = text.split('/');
    const family = isIP(address ?? '');
    if (family === 0 || rest.length > 0) return false;
    return bits === undefined || (/^[1-9]\d*$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
  });
  return networks?.join(',');
}

export function parsePortRange(value: string): { min: number; max: number } | undefined {
  const [min, max] = value.split('-').map(Number);
  if (!Number.isInteger(min) || !Number.isInteger(max)) return undefined;
  return min! >= 1024 && max! <= 65_535 && min! <= max! ? { min: min!, max: max! } : undefined;
}

export function parseTurnUrls(value: string): string[] | undefined {
  const urls = listOf(value, (text) =>
    /^turns?:(\[[\da-f:.]+\]|[\w.-]+)(:\d{1,5})?(\?transport=(udp|tcp))?$/i.test(text),
  );
  return urls && urls.length <= 8 ? urls : undefined;
}

/** Returns the text unchanged: an issuer must match its own name exactly, including a trailing slash. */
export function parseIssuer(value: string): string | undefined {
  if (!URL.canParse(value)) return undefined;
  const url = new URL(value);
  const isPlain = [url.username, url.password, url.search, url.hash].every((part) => part === '');
  return isPlain && isSecureAddress(url) ? value : undefined;
}

export function parseModelNames(value: string, foreign: RegExp | undefined): string[] | undefined {
  return listOf(value, (name) => /^[\w.:/-]{1,100}$/.test(name) && !foreign?.test(name));
}

/** Returns the text itself if it is a JSON object. */
export function parseJsonObject(text: string): string | undefined {
  try {
    return objectOf(JSON.parse(text)) && text;
  } catch {
    return undefined;
  }
}

export function parseRatio(value: string): number | undefined {
  const ratio = Number(value);
  return ratio >= 0 && ratio <= 1 ? ratio : undefined;
}

export function parseAttributes(value: string): Record<string, string> | undefined {
  const pairs = splitList(value).map((pair) => /^([^=]+)=(.*)$/.exec(pair));
  if (!pairs.every((pair) => pair !== null)) return undefined;
  return Object.fromEntries(pairs.map(([, key, text]) => [key!.trim(), text!.trim()]));
}
