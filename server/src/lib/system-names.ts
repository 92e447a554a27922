import type { LookupAddress } from 'node:dns';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';

const HOSTS = process.platform === 'win32' ? 'C:\\Windows\\System32\\drivers\\etc\\hosts' : '/etc/hosts';
/** Maximum number of search domains (resolv.conf(5)). */
const MAX_DOMAINS = 6;
const LOOPBACK = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const hosts = contentOf(HOSTS, readHosts, new Map());
const domains = contentOf('/etc/resolv.conf', readSearch, []);

/** Returns the addresses of a name in the hosts file, IPv4 first; `localhost` always has some. */
export async function namesOfHosts(name: string): Promise<readonly LookupAddress[]> {
  const plain = name.toLowerCase().replace(/\.$/, '');
  return (await hosts()).get(plain) ?? (plain === 'localhost' ? LOOPBACK : []);
}

/** Returns the search domains that the system appends to unqualified names, such as those of a cluster. */
export function searchDomains(): Promise<readonly string[]> {
  return domains();
}

function readHosts(text: string): Map<string, LookupAddress[]> {
  const found = new Map<string, LookupAddress[]>();
  for (const [address = '', ...names] of fieldsOf(text)) {
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of names.map((written) => written.toLowerCase())) {
      const both = [...(found.get(name) ?? []), { address, family }];
      found.set(
        name,
        both.sort((a, b) => a.family - b.family),
      );
    }
  }
  return found;
}

function readSearch(text: string): string[] {
  // If there are several such lines, the last one applies.
  const line = fieldsOf(text).findLast(([word]) => word === 'search' || word === 'domain');
  return (line ?? []).slice(1, 1 + MAX_DOMAINS).filter((domain) => domain !== '.');
}

function fieldsOf(text: string): string[][] {
  return text.split('\n').map((line) =>
    line
      .replace(/[#;].*/, '')
      .split(/\s+/)
      .filter(Boolean),
  );
}

/** Returns a function that reads and parses a system file, and caches the result until the file changes. */
function contentOf<T>(file: string, read: (text: string) => T, absent: T): () => Promise<T> {
  let known = { version: Number.NaN, content: absent };
  return async () => {
    try {
      const { mtimeMs } = await stat(file);
      if (mtimeMs !== known.version)
        known = { version: mtimeMs, content: read(await readFile(file, 'utf8')) };
      return known.content;
    } catch {
      return absent;
    }
  };
}
