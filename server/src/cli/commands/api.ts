import { readConfig } from '../../config.ts';
import { type Command, parseArguments } from '../command.ts';
import { openAdminClient } from '../running-service.ts';
import { KEY_HOURS, makeShortLivedKey } from '../short-lived-key.ts';

export const api: Command = {
  help: `Usage: visavis api

Prints what calls of the API need, as the code of the guides reads it: VISAVIS_URL and VISAVIS_API_KEY.

  export $(npx visavis api)

The key is a new one of the oldest organization, valid for ${KEY_HOURS} hours; \`npx visavis keys create\` makes one that lasts.
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
