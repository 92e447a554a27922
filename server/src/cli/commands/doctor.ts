import { type Config, readConfig } from '../../config.ts';
import { type Command, parseArguments } from '../command.ts';
import { type Finding, fail } from '../doctor/finding.ts';
import { checkInstalledModels } from '../doctor/installed-models-check.ts';
import {
  checkCertificate,
  checkCores,
  checkDataDir,
  checkDisk,
  checkNode,
} from '../doctor/machine-checks.ts';
import { checkOutside } from '../doctor/outside-checks.ts';
import { checkOwnLanguageModel } from '../doctor/own-language-model-check.ts';
import {
  checkLiveKit,
  checkProviders,
  checkStorage,
  checkStore,
  checkWorkers,
} from '../doctor/peer-checks.ts';
import { checkMediaPorts, checkTcpPort, isVisavis } from '../doctor/port-checks.ts';
import { findService } from '../running-service.ts';

const CHECKS = [
  checkNode,
  checkCores,
  checkDataDir,
  checkDisk,
  checkTcpPort,
  checkCertificate,
  checkMediaPorts,
  checkOutside,
  checkLiveKit,
  checkWorkers,
  checkStore,
  checkStorage,
  checkProviders,
  checkInstalledModels,
  checkOwnLanguageModel,
];

const NAME_WIDTH = Math.max(...CHECKS.map(({ name }) => name.length));

const MARKS = { ok: 'ok  ', note: 'note', fail: 'FAIL' } as const;

export const doctor: Command = {
  help: `Usage: visavis doctor [--measure]

Checks this machine and the settings: ports, disk, store, storage, the keys of providers, the clock, installed models
(including the speed of the language model), and the addresses and ports at which clients must reach the service.
Exits with 1 if there is a problem that must be fixed. The settings are those of this shell: start it with the same
environment variables as the service, because it does not ask a running service for its settings.

  --measure  measures the speed of the language model again; without it, once per machine and model
`,
  async run(args) {
    const { values } = parseArguments({ args, options: { measure: { type: 'boolean' } } });
    const config = readConfig();
    let failed = 0;
    for (const check of CHECKS) {
      const result = await check
        .run(config, { measuresAgain: values.measure === true })
        .catch((error: Error) => fail(error.message));
      for (const finding of [result].flat()) {
        process.stdout.write(line(check.name, finding));
        if (finding.level === 'fail') failed++;
      }
    }
    process.stdout.write(
      failed === 0 ? `\nReady: ${await nextStep(config)}\n` : `\n${failed} problem(s) to fix.\n`,
    );
    // Exits even if something opened by a check, such as a language model, would keep the process alive.
    setTimeout(() => process.exit(), 100).unref();
    return failed === 0 ? 0 : 1;
  },
};

async function nextStep(config: Config): Promise<string> {
  const { url, address } = await findService(config);
  return (await isVisavis(url)) ? `the service runs at ${address}` : 'npx visavis serve';
}

function line(name: string, { level, text, hint }: Finding): string {
  const indent = ' '.repeat(MARKS.ok.length + NAME_WIDTH + 4);
  return `${MARKS[level]}  ${name.padEnd(NAME_WIDTH)}  ${text}\n${hint ? `${indent}→ ${hint}\n` : ''}`;
}
