import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { FairTurns } from './fair-turns.ts';
import { namesOfHosts, searchDomains } from './system-names.ts';

/** A query is sent again after a second and after two more, to each server of the system. */
const QUERY = { timeout: 1_000, tries: 3 };
const TIMEOUT_MS = 3_000;
/** Most lookups at once: a resolver that serves a machine drops queries beyond some hundred that are under way. */
const BOUNDS = { atOnce: 128, ofOne: 4, waitingOfOne: 64, waiting: 2_048 };
/** Error codes that say that there is no such name, or no address of the kind; any other says that there is no answer. */
const ABSENT = ['ENOTFOUND', 'ENODATA'];

const turns = new FairTurns(BOUNDS, () => new Error('too many names are being looked up'));

export interface LookupOptions {
  /** Whose lookups wait for each other: an organization, or what asks by itself. */
  owner: string | object;
  /** Ends the lookup, also one that waits for its turn. */
  signal?: AbortSignal | undefined;
}

/**
 * Looks up the addresses of a name, IPv4 first: in the hosts file, or at the name servers of the system, as
 * it is and then in its search domains. Unlike `dns.lookup`, whose two threads a silent name server holds for
 * minutes, it holds none, and ends after three seconds. @throws Error where there is no address
 */
export async function lookUpName(name: string, { owner, signal }: LookupOptions): Promise<LookupAddress[]> {
  const family = isIP(name);
  if (family !== 0) return [{ address: name, family }];
  const known = await namesOfHosts(name);
  if (known.length > 0) return [...known];
  const domains = name.endsWith('.') ? [] : await searchDomains();
  return turns.run(owner, () => ask([name, ...domains.map((domain) => `${name}.${domain}`)], signal));
}

async function ask(names: readonly string[], signal: AbortSignal | undefined): Promise<LookupAddress[]> {
  signal?.throwIfAborted();
  // One of its own, since `cancel` ends all queries of a resolver.
  const resolver = new Resolver(QUERY);
  const cancel = () => resolver.cancel();
  const patience = setTimeout(cancel, TIMEOUT_MS);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    for (const name of names) {
      const found = await addressesOf(resolver, name);
      if (found.length > 0) return found;
    }
  } finally {
    clearTimeout(patience);
    signal?.removeEventListener('abort', cancel);
  }
  throw new Error('the name has no address');
}

/** Returns the addresses; none where the servers know none. @throws Error where they do not answer */
async function addressesOf(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  // Async, since the second may throw at once, and nothing would wait for the first.
  const answers = await Promise.allSettled([
    (async () => resolver.resolve4(name))(),
    (async () => resolver.resolve6(name))(),
  ]);
  const found = answers.flatMap((answer, at) =>
    answer.status === 'fulfilled'
      ? answer.value.map((address) => ({ address, family: at === 0 ? 4 : 6 }))
      : [],
  );
  const failed = answers.find(
    (answer) => answer.status === 'rejected' && !ABSENT.includes(answer.reason.code),
  );
  if (found.length === 0 && failed) throw (failed as PromiseRejectedResult).reason;
  return found;
}
