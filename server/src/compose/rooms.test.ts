import { expect, it } from 'vitest';
import { resolveAddresses } from './rooms.ts';

it('of several unresolvable public names, the first in the setting is reported, whichever fails first', async () => {
  const failing = new Map<string, () => void>();
  const lookUp = (name: string) =>
    new Promise<never>((_, reject) => failing.set(name, () => reject(new Error('ENOTFOUND'))));
  const resolving = resolveAddresses(['203.0.113.7', 'one.example', 'two.example'], lookUp);
  failing.get('two.example')!();
  const refused = expect(resolving).rejects.toThrow(
    'the host name one.example in VISAVIS_PUBLIC_IP cannot be resolved',
  );
  failing.get('one.example')!();
  await refused;
});

it('addresses stay unchanged, in their order among the names', async () => {
  const lookUp = async (name: string) => [{ address: `${name}-a` }, { address: `${name}-b` }];
  expect(await resolveAddresses(['x', '203.0.113.7', '2001:db8::7'], lookUp)).toEqual([
    'x-a',
    'x-b',
    '203.0.113.7',
    '2001:db8::7',
  ]);
});
