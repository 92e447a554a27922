import { readConfig } from '../../config.ts';
import { packageVersion } from '../../lib/package-version.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { trimEnd } from '../../lib/trim-end.ts';
import { type Command, parseArguments } from '../command.ts';

export const worker: Command = {
  help: `Usage: visavis worker [--service https://avatars.example]

Runs conversations on this machine for a service on another one, which lets workers in that know its
VISAVIS_WORKER_TOKEN. Comes back by itself when the service has been away.

  --service   address of the service; VISAVIS_SERVICE_URL where absent

Settings: VISAVIS_WORKER_TOKEN (the same as at the service), VISAVIS_WORKERS and VISAVIS_CONVERSATIONS_PER_WORKER
(what this machine takes on), and the providers' as at the service.
Ctrl-C or SIGTERM: takes no more conversations and goes with the last one; a second one ends them in order.
`,
  async run(args) {
    const { values } = parseArguments({ args, options: { service: { type: 'string' } } });
    const config = readConfig();
    const url = addressOf(values.service) ?? config.service.url;
    const { token, processes } = config.workers;
    if (!url) {
      throw new StartupError('whose worker is this to be?', 'Give --service or set VISAVIS_SERVICE_URL.');
    }
    if (!token) {
      throw new StartupError(
        'there is no token for the service',
        'Set VISAVIS_WORKER_TOKEN as at the service.',
      );
    }
    if (processes === 0)
      throw new StartupError('VISAVIS_WORKERS is 0', 'Leave it out, or set it to 1 or more.');
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
