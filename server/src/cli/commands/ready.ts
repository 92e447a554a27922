import { readConfig } from '../../config.ts';
import { type Command, parseArguments } from '../command.ts';
import { findService } from '../running-service.ts';

const ANSWER_MS = 4_000;

export const ready: Command = {
  help: `Usage: visavis ready

Asks the service on this machine whether it accepts conversations, and prints the status of each part. Exits with 1 if it
does not, so it can be the health check of a container.
`,
  async run(args) {
    parseArguments({ args, options: {} });
    const { url } = await findService(readConfig());
    try {
      const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) });
      const {
        status,
        detail,
        parts = [],
      } = (await response.json()) as {
        /** A number in the response of a service that is still starting (a problem document). */
        status: string | number;
        detail?: string;
        parts?: { name: string; status: string; reason?: string }[];
      };
      const each = parts.map(
        ({ name, status: its, reason }) => `${name} ${its}${reason ? ` (${reason})` : ''}`,
      );
      process.stdout.write(`${[detail ?? status, ...each].join(', ')}\n`);
      return response.ok ? 0 : 1;
    } catch {
      process.stdout.write(`no service answers at ${url}\n`);
      return 1;
    }
  },
};
