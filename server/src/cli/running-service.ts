/** The service stores its address in this file of the data directory, where commands find it. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { ADMIN_TOKEN_FILE } from '../instance-secrets.ts';
import { StartupError } from '../lib/startup-error.ts';

export const RUN_FILE = 'service.json';

/** Addresses of the local service, whether or not it is running. */
export interface ServiceAddresses {
  url: string;
  address: string;
}

export interface AdminClient {
  token: string;
  address: string;
  /** @throws StartupError with the problem's detail */
  call<T>(method: string, path: string, body?: unknown): Promise<T>;
  isRunning(): Promise<boolean>;
  /** Yields a response body as it arrives. @throws StartupError with the problem's detail, or if it is cut off */
  stream(path: string): AsyncIterable<Uint8Array>;
}

/** @throws StartupError if no service is running, or its token cannot be read */
export async function openAdminClient(config: Config): Promise<AdminClient> {
  const { url, address } = await findService(config);
  const token = config.adminToken ?? (await readToken(config.dataDir));
  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${token}`);
    const response = await fetch(url + path, { ...init, headers }).catch(() => {
      throw new StartupError(`no service answers at ${url}`, 'Start it with `npx visavis serve`.');
    });
    if (response.ok) return response;
    const { detail } = (await response.json()) as { detail?: string };
    throw new StartupError(detail ?? `the service answered ${response.status}`);
  }

  return {
    address,
    token,
    async call<T>(method: string, path: string, body?: unknown): Promise<T> {
      const response = await ask(path, {
        method,
        ...(body !== undefined && {
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        signal: AbortSignal.timeout(30_000),
      });
      return (await response.json()) as T;
    },
    isRunning: () =>
      fetch(`${url}/livez`, { signal: AbortSignal.timeout(10_000) }).then(
        async (response) => {
          await response.body?.cancel();
          return true;
        },
        () => false,
      ),
    async *stream(path) {
      const { body } = await ask(path);
      try {
        yield* body ?? [];
      } catch {
        throw new StartupError(
          'the service closed the connection before the end of its response',
          'See its log for the reason, then try again.',
        );
      }
    },
  };
}

export async function findService({ dataDir, port }: Config): Promise<ServiceAddresses> {
  try {
    return JSON.parse(await readFile(join(dataDir, RUN_FILE), 'utf8')) as ServiceAddresses;
  } catch {
    const url = `http://localhost:${port}`;
    return { url, address: url };
  }
}

async function readToken(dataDir: string): Promise<string> {
  try {
    return (await readFile(join(dataDir, ADMIN_TOKEN_FILE), 'utf8')).trim();
  } catch {
    throw new StartupError(
      `no admin token in ${dataDir}`,
      'Start the service first. Run this command on the same machine with the same VISAVIS_DATA_DIR, or set VISAVIS_ADMIN_TOKEN.',
    );
  }
}
