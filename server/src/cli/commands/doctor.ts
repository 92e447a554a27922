import { type Config, readConfig } from '../../config.ts';
import { type Command, parseArguments } from '../command.ts';
import { checkCapacity } from '../doctor/capacity-check.ts';
import { type Finding, fail } from '../doctor/finding.ts';
import {
  checkCertificate,
  checkCores,
  checkDataDir,
  checkDisk,
  checkNode,
} from '../doctor/machine-checks.ts';
import { checkMeaning } from '../doctor/meaning-check.ts';
import { checkNaturalVoice } from '../doctor/natural-voice-check.ts';
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
import { checkSpeechRecognition } from '../doctor/speech-recognition-check.ts';
import { findService } from '../running-service.ts';

const CHECKS = [
  checkNode,
  checkCores,
  checkCapacity,
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
  checkSpeechRecognition,
  checkNaturalVoice,
  checkOwnLanguageModel,
  checkMeaning,
];

const NAME_WIDTH = Math.max(...CHECKS.map(({ name }) => name.length));

const MARKS = { ok: 'ok  ', note: 'note', fail: 'FAIL' } as const;

export const doctor: Command = {
  help: `Usage: visavis doctor

Checks this machine and the settings: ports, data directory, store, storage, providers, this clock against those of
the servers that it reaches, and whether clients of other networks could connect.
Exits with 1 when a problem must be fixed.
`,
  async run(args) {
    parseArguments({ args, options: {} });
    const config = readConfig();
    let failed = 0;
    for (const check of CHECKS) {
      const result = await check.run(config).catch((error: Error) => fail(error.message));
      for (const finding of [result].flat()) {
        process.stdout.write(line(check.name, finding));
        if (finding.level === 'fail') failed++;
      }
    }
    process.stdout.write(
      failed === 0 ? `\nReady: ${await whatNext(config)}\n` : `\n${failed} thing(s) to put right.\n`,
    );
    // werift's TURN client leaves a timer of minutes behind when it is closed.
    setTimeout(() => process.exit(), 100).unref();
    return failed === 0 ? 0 : 1;
  },
};

async function whatNext(config: Config): Promise<string> {
  const { url, address } = await findService(config);
  return (await isVisavis(url)) ? `the service runs at ${address}` : 'npx visavis serve';
}

function line(name: string, { level, text, hint }: Finding): string {
  const indent = ' '.repeat(MARKS.ok.length + NAME_WIDTH + 4);
  return `${MARKS[level]}  ${name.padEnd(NAME_WIDTH)}  ${text}\n${hint ? `${indent}→ ${hint}\n` : ''}`;
}
