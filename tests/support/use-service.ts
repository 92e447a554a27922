import { afterAll, beforeAll } from 'vitest';
import { type Service, startService } from './service.ts';

/**
 * A service that is there while the tests of a file run. To be called where they are declared: it adds hooks.
 * @param settings once they are needed
 */
export function useService(settings: () => Parameters<typeof startService>[0] = () => ({})): Service {
  let service: Service | undefined;
  beforeAll(async () => {
    service = await startService(settings());
  });
  afterAll(() => service?.dispose());
  return lateBound(() => service!);
}

/** Stands for what comes later. */
export function lateBound<T extends object>(get: () => T): T {
  return new Proxy({} as T, {
    get(_, name) {
      const it = get();
      const value: unknown = Reflect.get(it, name, it);
      return typeof value === 'function' ? (value.bind(it) as unknown) : value;
    },
  });
}
