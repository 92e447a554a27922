import { type ClientOptions, createVisavisClient } from '@visavis/client';
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

test.each(['', 'localhost:1', 'localhost', '/visavis', 'ws://localhost:8080', 'http://', undefined])(
  'the address %s is refused when the client is created, with an example of a valid one',
  (baseUrl) => {
    expect(() => createVisavisClient({ baseUrl } as ClientOptions)).toThrow(
      `such as https://avatars.example.com or http://localhost:8080, not ${JSON.stringify(baseUrl)}`,
    );
  },
);

test.each(['http://service.example/v1', 'http://service.example/v3/'])(
  'the address %s is refused, because versions belong in the paths',
  (baseUrl) => {
    expect(() => createVisavisClient({ baseUrl })).toThrow('without /v1 or /v3');
  },
);

test.each(['http://me:secret@service.example', 'http://service.example?key=secret', 'http://a/#secret'])(
  'the address %s is refused for its credentials, query or fragment, which are not shown',
  (baseUrl) => {
    let refusal: unknown;
    try {
      createVisavisClient({ baseUrl });
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(TypeError);
    expect((refusal as Error).message).toContain('without a user name, a query or a fragment');
    expect((refusal as Error).message).not.toContain('secret');
  },
);

test('on a web page, an address may be relative to the page', async () => {
  vi.stubGlobal('location', { href: 'https://shop.example/help/' });
  const fetch = vi.fn(async (_url: string) => Response.json({ status: 'ok' }));
  await createVisavisClient({ baseUrl: '/avatars/', fetch }).get('/v3/health');
  await createVisavisClient({ baseUrl: '', fetch }).get('/v3/health');
  expect(fetch.mock.calls.map(([url]) => url)).toEqual(['/avatars/v3/health', '/v3/health']);
});

test('an empty credential is refused when the client is created; a missing one is not', () => {
  const baseUrl = 'http://service.example';
  for (const given of [{ apiKey: undefined }, { apiKey: '' }, { token: undefined }, { adminToken: '' }]) {
    const [name] = Object.keys(given);
    const options = { baseUrl, ...given } as ClientOptions;
    expect(() => createVisavisClient(options)).toThrow(`${name} has no value. Leave it out`);
  }
  createVisavisClient({ baseUrl });
  createVisavisClient({ baseUrl, apiKey: () => '' });
  createVisavisClient({ baseUrl, apiKey: undefined, token: 'x' } as unknown as ClientOptions);
});
