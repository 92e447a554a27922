import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { lookUpName } from './look-up-name.ts';
import { fetchPublic } from './public-fetch.ts';

/** The contents of system files, by path. */
const files = new Map<string, string>();
vi.mock('node:fs/promises', async (original) => ({
  ...(await original<typeof import('node:fs/promises')>()),
  stat: async (file: string) => ({ mtimeMs: files.get(file)!.length }),
  readFile: async (file: string) => files.get(file),
}));
const nameServer = createSocket('udp4');
vi.mock('node:dns/promises', async (original) => {
  const real = await original<typeof import('node:dns/promises')>();
  return {
    ...real,
    Resolver: class extends real.Resolver {
      constructor(options: object) {
        super(options);
        this.setServers([`127.0.0.1:${nameServer.address().port}`]);
      }
    },
  };
});

/** IPv4 addresses by name. Other names do not exist, and for names below `silent.test` the server does not answer. */
const addresses = new Map([['good.test', '10.0.0.1']]);
const asked = new Set<string>();
beforeAll(async () => {
  nameServer.on('message', (query, { port }) => {
    const labels: string[] = [];
    let at = 12;
    for (; query[at]; at += query[at]! + 1)
      labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
    const name = labels.join('.');
    asked.add(name);
    if (name.endsWith('.silent.test')) return;
    const address = addresses.get(name);
    const isIpv4 = query.readUInt16BE(at + 1) === 1;
    const head = Buffer.from(query.subarray(0, at + 5));
    // The header of a recursive server's answer: RFC 1035, 4.1.1.
    head.writeUInt16BE(address ? 0x8180 : 0x8183, 2);
    head.fill(0, 6, 12);
    head.writeUInt16BE(address && isIpv4 ? 1 : 0, 6);
    const record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 1, 0, 4, ...(address ?? '').split('.').map(Number)];
    nameServer.send(Buffer.concat([head, Buffer.from(address && isIpv4 ? record : [])]), port);
  });
  await new Promise<void>((resolve) => nameServer.bind(0, '127.0.0.1', resolve));
});
afterEach(() => {
  vi.useRealTimers();
  files.clear();
  asked.clear();
});
afterAll(() => nameServer.close());

test('silent name servers delay no other lookup, and one organization can have only some lookups at once', async () => {
  const gone = new AbortController();
  let ended = 0;
  const burst = Array.from({ length: 60 }, (_, n) =>
    lookUpName(`n${n}.silent.test`, { owner: 'attacker', signal: gone.signal })
      .catch(() => undefined)
      .finally(() => ended++),
  );
  await expect(fetchPublic('https://good.test/', 100, { owner: 'neighbour' })).rejects.toThrow(
    'the host name has no public address',
  );
  expect(ended).toBe(0);
  asked.delete('good.test');
  expect([...asked].sort()).toEqual(['n0.silent.test', 'n1.silent.test', 'n2.silent.test', 'n3.silent.test']);
  gone.abort();
  await Promise.all(burst);
  expect(await lookUpName('good.test', { owner: 'attacker' })).toEqual([{ address: '10.0.0.1', family: 4 }]);
  expect(asked.size).toBe(5);
});

test('a lookup that gets no answer ends after three seconds', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const heard = once(nameServer, 'message');
  const looking = lookUpName('slow.silent.test', { owner: 'one' });
  await heard;
  vi.advanceTimersByTime(3_000);
  await expect(looking).rejects.toMatchObject({ code: 'ECANCELLED' });
});

test('names in the hosts file are not looked up, and the file is read again when it changes', async () => {
  files.set(
    '/etc/hosts',
    '::1 both # here\n10.0.0.2\tBoth other.test\n10.0.0.3 other.test\nnonsense good.test\n',
  );
  const find = (name: string) => lookUpName(name, { owner: 'one' });
  expect(await find('both')).toEqual([
    { address: '10.0.0.2', family: 4 },
    { address: '::1', family: 6 },
  ]);
  expect(await find('OTHER.test.')).toEqual([
    { address: '10.0.0.2', family: 4 },
    { address: '10.0.0.3', family: 4 },
  ]);
  files.set('/etc/hosts', '10.0.0.4 both\n');
  expect(await find('both')).toEqual([{ address: '10.0.0.4', family: 4 }]);
  expect(await find('localhost')).toContainEqual({ address: '127.0.0.1', family: 4 });
  expect(asked.size).toBe(0);
});

test('a relative name is looked up as it is, then in the search domains', async () => {
  files.set('/etc/resolv.conf', 'domain old.test\nsearch space.svc.test svc.test\noptions ndots:5\n');
  addresses.set('tool.svc.test', '10.0.0.5');
  expect(await lookUpName('tool', { owner: 'one' })).toEqual([{ address: '10.0.0.5', family: 4 }]);
  expect([...asked]).toEqual(['tool', 'tool.space.svc.test', 'tool.svc.test']);
  asked.clear();
  await expect(lookUpName('tool.', { owner: 'one' })).rejects.toThrow('the name has no address');
  expect([...asked]).toEqual(['tool']);
});
