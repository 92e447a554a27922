import { readSettings } from '../../config.ts';
import { type Command, parseArguments } from '../command.ts';
import { formatTable } from '../table.ts';

export const config: Command = {
  help: `Usage: visavis config [--json]

Prints every setting with its effective value; secrets are masked. Settings are environment variables:

  PORT=8081 OPENAI_API_KEY=sk-… npx visavis serve
`,
  async run(args) {
    const { values } = parseArguments({ args, options: { json: { type: 'boolean' } } });
    const { rows, complaints } = readSettings();
    if (values.json) {
      process.stdout.write(
        `${JSON.stringify(Object.fromEntries(rows.map((r) => [r.setting, r.value])), null, 2)}\n`,
      );
    } else {
      process.stdout.write(`${formatTable(rows.map((row) => [row.setting, row.value, row.meaning]))}\n`);
    }
    if (complaints.length > 0) {
      const lines = complaints.map((complaint) => `visavis: bad setting: ${complaint}\n`);
      process.stderr.write(`\n${lines.join('')}         The list shows the default instead.\n`);
    }
    return complaints.length === 0 ? 0 : 1;
  },
};
