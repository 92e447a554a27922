import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, readConfig } from '../../config.ts';
import { onParentGone } from '../../lib/on-parent-gone.ts';
import { packageVersion } from '../../lib/package-version.ts';
import type { RunningService } from '../../main.ts';
import { type Command, parseArguments, UsageError } from '../command.ts';
import { describeOldNode } from '../old-node.ts';
import { RUN_FILE } from '../running-service.ts';
import { publicAddress, reportStart } from '../start-report.ts';

const CLOSE_MS = 20_000;

export const serve: Command = {
  help: `Usage: visavis serve [--https] [--tied]

Starts the service: API, talk page, room server, conversation workers. No setting is required. Settings are environment
variables, such as PORT=8081 or VISAVIS_DATA_DIR=/srv/visavis; \`npx visavis config\` lists all of them.
Ctrl-C ends all conversations gracefully; a second Ctrl-C exits immediately. If VISAVIS_DRAIN_SECONDS is set, running
conversations may first continue for that time, while no new ones are accepted.

  --https   serve https with a certificate that is created at the first such start, because browsers allow the microphone
            on pages of other machines only over https. The output tells you how to trust it on a phone. For a certificate
            of your own, set VISAVIS_TLS_CERT and VISAVIS_TLS_KEY instead.
  --tied    stop when the process that started it, or the parent of that process, ends for any reason. Use it with npx,
            which does not pass on SIGTERM.
`,
  async run(args) {
    // Settings come from the environment, so unknown options are refused instead of ignored.
    const options = { https: { type: 'boolean' }, tied: { type: 'boolean' } } as const;
    const { https, tied } = parseArguments({ args, options }).values;
    if (tied) onParentGone(() => process.kill(process.pid, 'SIGTERM'));
    const startedAt = performance.now();
    const settings = readConfig();
    if (https && settings.tls) {
      throw new UsageError(
        '--https creates a certificate, but VISAVIS_TLS_CERT is set to another: use only one of them',
      );
    }
    const config: Config = https ? { ...settings, tls: 'local' } : settings;
    process.stdout.write(`Visavis ${packageVersion} starts…\n`);
    const oldNode = describeOldNode();
    if (oldNode) process.stdout.write(`${oldNode}\n`);
    // Loaded only now, so that an invalid setting is reported at once.
    const { runService } = await import('../../main.ts');
    const service = await runService(config);
    // Before printing the address: its reader may stop the service at once, which would otherwise kill it.
    stopOnSignal(config, service);
    await writeFile(
      join(config.dataDir, RUN_FILE),
      JSON.stringify({ url: service.commandUrl, address: publicAddress(config, service), pid: process.pid }),
    );
    process.stdout.write(await reportStart(config, service, performance.now() - startedAt));
    return 0;
  },
};

function stopOnSignal(config: Config, service: RunningService): void {
  let stopping = false;
  const stop = () => {
    if (stopping) process.exit(130);
    stopping = true;
    drainAndClose(config, service).then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`visavis: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

async function drainAndClose({ drainSeconds, dataDir }: Config, service: RunningService): Promise<void> {
  const running = service.workers.active().length;
  if (drainSeconds > 0 && running > 0) {
    process.stdout.write(
      `No new conversations are accepted; ${running} may continue for ${drainSeconds} s… (repeat to stop immediately)\n`,
    );
    await service.drain(drainSeconds * 1000);
  }
  process.stdout.write('Ending conversations… (repeat to stop immediately)\n');
  const giveUp = setTimeout(() => {
    process.stderr.write(`visavis: not everything stopped within ${CLOSE_MS / 1000} s; exiting anyway\n`);
    process.exit(1);
  }, CLOSE_MS);
  await service.close();
  clearTimeout(giveUp);
  await rm(join(dataDir, RUN_FILE), { force: true });
}
