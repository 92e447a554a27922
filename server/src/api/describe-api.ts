import type { Services } from '../domain/services.ts';
import { packageVersion } from '../lib/package-version.ts';
import { buildApp } from './app.ts';

/** Stands in for any service: the document calls none. It must not look like a promise, because it is awaited. */
const nothing: unknown = new Proxy(() => nothing, {
  get: (_target, name) => (name === 'then' ? undefined : nothing),
});

/** The OpenAPI document of the API as it stands in this build, without a store, a port or a worker. */
export async function describeApi(): Promise<string> {
  const app = await buildApp(nothing as Services, { version: packageVersion });
  try {
    const { body } = await app.inject('/openapi.json');
    return body;
  } finally {
    await app.close();
  }
}
