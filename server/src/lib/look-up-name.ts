import type { LookupAddress } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { FairTurns } from './fair-turns.ts';
import { namesOfHosts, searchDomains } from './system-names.ts';

/** Each name server of the system is queried up to three times, after timeouts of one and two seconds. */
const QUERY = { timeout: 1_000, tries: 3 };
const TIMEOUT_MS = 3_000;
/** Maximum number of concurrent lookups: a machine's resolver drops queries beyond a few hundred pending ones. */
const BOUNDS = { atOnce: 128, ofOne: 4, waitingOfOne: 64, waiting: 2_048 };
/** Error codes for a name that does not exist or has no such address; any other code means that no answer came. */
const ABSENT = ['ENOTFOUND', 'ENODATA'];

const turns = new FairTurns(BOUNDS, () => new Error('too many names are being looked up'));

export interface LookupOptions {
  /** Whose lookups wait for each other: an organization, or an independent part of the service. */
  owner: string | object;
  /** Cancels the lookup, even while it waits for its turn. */
  signal?: AbortSignal | undefined;
}

/**
 * Looks up the addresses of a name, IPv4 first: in the hosts file, or at the system's name servers, as it is and then
 * in its search domains. `dns.lookup` has two threads, which a silent name server blocks for minutes; this uses no
 * thread and ends after three seconds. @throws Error if there is no address
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
  // A resolver per lookup, because `cancel` ends all queries of a resolver.
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

/** Returns the addresses; none if the servers know none. @throws Error if they do not answer */
async function addressesOf(resolver: Resolver, name: string): Promise<LookupAddress[]> {
  // Wrapped in async functions: if `resolve6` threw synchronously, nothing would await the first promise.
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
