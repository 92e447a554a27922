import { readConfig } from '../../config.ts';
import { type Command, parseArguments, UsageError } from '../command.ts';
import { openAdminClient } from '../running-service.ts';
import { KEY_HOURS, makeShortLivedKey } from '../short-lived-key.ts';
import { consoleLink, talkLink } from '../talk-link.ts';

export const talk: Command = {
  help: `Usage: visavis talk [organization id] [--console]

Prints a link that opens the talk page, signed in and ready to use, valid for ${KEY_HOURS} hours. Without an id it is for the oldest
organization. The service must be running.

  --console   print the link that signs in to the console instead
`,
  async run(args) {
    const { values, positionals } = parseArguments({
      args,
      options: { console: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [organizationId, ...more] = positionals;
    if (more.length > 0) throw new UsageError('talk accepts only one organization id');
    const config = readConfig();
    const admin = await openAdminClient(config);
    const key = await makeShortLivedKey(admin, 'pages', organizationId);
    const link = values.console ? consoleLink : talkLink;
    process.stdout.write(`${link(config.publicUrl ?? admin.address, key)}\n`);
    return 0;
  },
};
