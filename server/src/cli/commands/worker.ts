import { readConfig } from '../../config.ts';
import { packageVersion } from '../../lib/package-version.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { trimEnd } from '../../lib/trim-end.ts';
import { type Command, parseArguments } from '../command.ts';

export const worker: Command = {
  help: `Usage: visavis worker [--service https://avatars.example]

Runs conversations on this machine for a service on another machine, which accepts workers that have its
VISAVIS_WORKER_TOKEN. Reconnects automatically if the service was unreachable.

  --service   address of the service; default: VISAVIS_SERVICE_URL

Settings: VISAVIS_WORKER_TOKEN (the same as at the service), VISAVIS_WORKERS and VISAVIS_CONVERSATIONS_PER_WORKER
(the capacity of this machine), and the same provider settings as at the service.
Ctrl-C or SIGTERM: accepts no more conversations and exits after the last one; a second signal ends them gracefully.
`,
  async run(args) {
    const { values } = parseArguments({ args, options: { service: { type: 'string' } } });
    const config = readConfig();
    const url = addressOf(values.service) ?? config.service.url;
    const { token, processes } = config.workers;
    if (!url) {
      throw new StartupError(
        'the address of the service is missing',
        'Give --service or set VISAVIS_SERVICE_URL.',
      );
    }
    if (!token) {
      throw new StartupError(
        'the token for the service is missing',
        'Set VISAVIS_WORKER_TOKEN to the same value as at the service.',
      );
    }
    if (processes === 0) throw new StartupError('VISAVIS_WORKERS is 0', 'Unset it, or set it to 1 or more.');
    process.stdout.write(`Visavis ${packageVersion} worker starts…\n`);
    const { runRemoteWorker } = await import('../../run-remote-worker.ts');
    const say = (text: string) => void process.stdout.write(`${text}\n`);
    await runRemoteWorker({ url, token }, config, { say, ...signals() });
    return 0;
  },
};

function addressOf(given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  if (/^https?:\/\//.test(given) && URL.canParse(given)) return trimEnd(given, '/');
  throw new StartupError(`--service must be a URL that begins with http:// or https://, not "${given}"`);
}

/** The first signal drains the worker, the second stops it at once. */
function signals(): { leave: AbortSignal; stop: AbortSignal } {
  const leave = new AbortController();
  const stop = new AbortController();
  const next = () => {
    if (leave.signal.aborted) stop.abort();
    else leave.abort();
  };
  process.on('SIGINT', next);
  process.on('SIGTERM', next);
  return { leave: leave.signal, stop: stop.signal };
}
