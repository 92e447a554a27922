import { afterAll, beforeAll } from 'vitest';
import { type Service, startService } from './service.ts';

/**
 * Runs a service during the tests of a file. Must be called where they are declared, because it adds hooks.
 * @param settings is called when they are needed
 */
export const useService = (settings: () => Parameters<typeof startService>[0] = () => ({})): Service =>
  useStarted(
    () => startService(settings()),
    (service) => service.dispose(),
  );

/** Starts a resource for the tests of a file, and ends it afterwards; the last one started is ended first. */
export function useStarted<T extends object>(start: () => Promise<T>, end: (started: T) => unknown): T {
  let started: T | undefined;
  beforeAll(async () => {
    started = await start();
  });
  afterAll(async () => {
    if (started) await end(started);
  });
  return lateBound(() => started!);
}

/** Returns a proxy for an object that is created later. */
export function lateBound<T extends object>(get: () => T): T {
  return new Proxy({} as T, {
    get(_, name) {
      const it = get();
      const value: unknown = Reflect.get(it, name, it);
      return typeof value === 'function' ? (value.bind(it) as unknown) : value;
    },
    set: (_, name, value) => Reflect.set(get(), name, value),
  });
}
