import { readConfig } from '../../config.ts';
import { type Command, parseArguments } from '../command.ts';
import { openAdminClient } from '../running-service.ts';
import { KEY_HOURS, makeShortLivedKey } from '../short-lived-key.ts';

export const api: Command = {
  help: `Usage: visavis api

Prints the address of the API and a key, as the environment variables that the code in the guides reads.

  export $(npx visavis api)

The key is new, belongs to the oldest organization and is valid for ${KEY_HOURS} hours; for a permanent one: \`npx visavis keys create\`.
The service must be running.
`,
  async run(args) {
    parseArguments({ args, options: {} });
    const config = readConfig();
    const admin = await openAdminClient(config);
    const key = await makeShortLivedKey(admin, 'shell');
    process.stdout.write(`VISAVIS_URL=${config.publicUrl ?? admin.address}\nVISAVIS_API_KEY=${key}\n`);
    return 0;
  },
};
