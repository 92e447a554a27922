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
  return {
    address,
    token,
    async call<T>(method: string, path: string, body?: unknown): Promise<T> {
      const response = await fetch(url + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      }).catch(() => {
        throw notRunning(url);
      });
      if (!response.ok) throw await refusalOf(response);
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
      const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } }).catch(
        () => {
          throw notRunning(url);
        },
      );
      if (!response.ok || !response.body) throw await refusalOf(response);
      try {
        yield* response.body;
      } catch {
        throw new StartupError(
          'the service closed the connection before the end of its response',
          'See its log for the reason, then try again.',
        );
      }
    },
  };
}

async function refusalOf(response: Response): Promise<StartupError> {
  const { detail } = (await response.json()) as { detail?: string };
  return new StartupError(detail ?? `the service answered ${response.status}`);
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

function notRunning(url: string): StartupError {
  return new StartupError(`no service answers at ${url}`, 'Start it with `npx visavis serve`.');
}
