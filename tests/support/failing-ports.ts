import type { Ports } from './inside/service.ts';

/** Makes one call of a port fail, before or after it has done its work. All other calls are passed on. */
export class FailingPorts {
  /** The calls since `record`, such as `stores.conversations.admit`. */
  readonly calls: string[] = [];
  #failing: { nth: number; when: 'before' | 'after' } | undefined;

  record(failing?: { nth: number; when: 'before' | 'after' }): void {
    this.calls.length = 0;
    this.#failing = failing;
  }

  wrap(ports: Ports): Ports {
    const { idempotency, requestRates, apiKeys, ...stores } = ports.stores;
    const wrapped = Object.fromEntries(
      Object.entries(stores).map(([name, store]) => [name, this.#wrapOne(`stores.${name}`, store)]),
    ) as unknown as typeof stores;
    return {
      ...ports,
      // Not wrapped: these calls happen before a start or after its failure, and are not part of it.
      stores: { ...wrapped, idempotency, requestRates, apiKeys },
      blobs: this.#wrapOne('blobs', ports.blobs),
      rooms: this.#wrapOne('rooms', ports.rooms),
      dispatcher: this.#wrapOne('dispatcher', ports.dispatcher),
    };
  }

  #wrapOne<T extends object>(name: string, port: T): T {
    return new Proxy(port, {
      get: (target, key) => {
        const member: unknown = Reflect.get(target, key);
        if (typeof member !== 'function') return member;
        return (...args: unknown[]) => {
          const called = `${name}.${String(key)}`;
          const nth = this.calls.push(called) - 1;
          const failing = this.#failing?.nth === nth ? this.#failing.when : undefined;
          if (failing === 'before') throw new Error(`${called} failed`);
          const answer: unknown = member.apply(target, args);
          if (failing !== 'after') return answer;
          return Promise.resolve(answer).then(() => {
            throw new Error(`${called} failed after it was done`);
          });
        };
      },
    });
  }
}
