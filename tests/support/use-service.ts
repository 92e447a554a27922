import { afterAll, beforeAll } from 'vitest';
import { type Service, startService } from './service.ts';

/**
 * A service that is there while the tests of a file run. To be called where they are declared: it adds hooks.
 * @param settings once they are needed
 */
export const useService = (settings: () => Parameters<typeof startService>[0] = () => ({})): Service =>
  useStarted(
    () => startService(settings()),
    (service) => service.dispose(),
  );

/** Starts something while the tests of a file run, and ends it: the last one is ended first. */
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

/** Stands for what comes later. */
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
