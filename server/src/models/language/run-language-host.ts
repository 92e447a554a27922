import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { HostReport } from '../host/host-messages.ts';
import type { LanguageModel } from './chat-request.ts';
import { readLanguageAddress, writeLanguageAddress } from './language-address.ts';
import { serveLanguage } from './serve-language.ts';

const REPORT_MS = 2000;

/** SIGKILL, because nothing else ends native code that hangs: a process that exits waits for it. */
const end = () => process.kill(process.pid, 'SIGKILL');

/**
 * Loads a model, serves it to the processes that read `addressFile`, and reports to the parent. The process ends if the
 * parent dies, if the model cannot be loaded, or by itself if the model makes no progress for `hangsMs`. The next
 * process then uses the same address.
 */
export async function runLanguageHost(
  load: () => Promise<LanguageModel>,
  addressFile: string,
  hangsMs: number,
): Promise<{ readonly isIdle: boolean }> {
  // Ctrl-C reaches the whole process group, but the parent decides when this process ends.
  process.on('SIGINT', () => undefined);
  process.on('disconnect', end);
  let answers = false;
  const report = () =>
    process.send?.({ residentBytes: process.memoryUsage.rss(), answers } satisfies HostReport);
  // Report from the start, because loading may take longer than a silent process is tolerated.
  setInterval(report, REPORT_MS);
  const model = await load().catch((error: Error) => {
    process.send?.({ fault: error.message } satisfies HostReport, () => process.exit(1));
    return new Promise<never>(() => undefined);
  });
  const before = await readLanguageAddress(addressFile);
  const apiKey = before?.apiKey ?? randomBytes(32).toString('hex');
  let isIdle = true;
  const server = serveLanguage(model, {
    apiKey,
    hangsMs,
    onBusy: (isBusy) => {
      isIdle = !isBusy;
    },
    onHung: end,
  });
  server.listen(before ? Number(new URL(before.baseUrl).port) : 0, '127.0.0.1');
  // Another program may use the port by now.
  await once(server, 'listening').catch(() => once(server.listen(0, '127.0.0.1'), 'listening'));
  const { port } = server.address() as AddressInfo;
  await writeLanguageAddress(addressFile, {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    apiKey,
    model: model.name,
    takesTools: model.takesTools,
  });
  answers = true;
  report();
  return {
    get isIdle() {
      return isIdle;
    },
  };
}
