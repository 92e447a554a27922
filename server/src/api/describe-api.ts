import type { Services } from '../domain/services.ts';
import { packageVersion } from '../lib/package-version.ts';
import { buildApp } from './app.ts';

/** A stand-in for any service, as the document calls none. It must not look like a promise, as it is awaited. */
const nothing: unknown = new Proxy(() => nothing, {
  get: (_target, name) => (name === 'then' ? undefined : nothing),
});

/** Returns the OpenAPI document of this build's API, without a store, a port or a worker. */
export async function describeApi(): Promise<string> {
  const app = await buildApp(nothing as Services, { version: packageVersion });
  try {
    const { body } = await app.inject('/openapi.json');
    return body;
  } finally {
    await app.close();
  }
}
