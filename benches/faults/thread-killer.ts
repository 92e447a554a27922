/** Preloaded into a service: ends one of its threads on SIGUSR2, as an uncaught error would. */
import { readFileSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import threads, { isMainThread, Worker } from 'node:worker_threads';

const running = new Map<string, Worker>();

if (isMainThread && process.env.FAULT_ORDER) {
  const order = process.env.FAULT_ORDER;
  class KnownWorker extends Worker {
    constructor(...args: ConstructorParameters<typeof Worker>) {
      super(...args);
      running.set(String(args[0]), this);
    }
  }
  threads.Worker = KnownWorker;
  syncBuiltinESMExports();
  process.on('SIGUSR2', () => {
    const wanted = readFileSync(order, 'utf8');
    const [, worker] = [...running].find(([file]) => file.includes(wanted)) ?? [];
    writeFileSync(`${order}.done`, worker ? 'ended' : 'no such thread');
    void worker?.terminate();
  });
}
