import { readConfig } from '../../config.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { type Command, parseArguments, UsageError } from '../command.ts';
import { openAdminClient } from '../running-service.ts';
import { consoleLink, TALK_KEY_HOURS, TALK_KEY_NAME, talkKeyExpiry, talkLink } from '../talk-link.ts';

export const talk: Command = {
  help: `Usage: visavis talk [organization id] [--console]

Prints a link that opens the talk page ready to use, valid for ${TALK_KEY_HOURS} hours; without an id for the oldest
organization. The service must be running.

  --console   print the link that signs in to the console instead
`,
  async run(args) {
    const { values, positionals } = parseArguments({
      args,
      options: { console: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [given, ...more] = positionals;
    if (more.length > 0) throw new UsageError('talk takes one organization');
    const config = readConfig();
    const admin = await openAdminClient(config);
    const organizationId = given ?? (await oldest(admin));
    const { key } = await admin.call<{ key: string }>(
      'POST',
      `/admin/organizations/${encodeURIComponent(organizationId)}/keys`,
      {
        name: TALK_KEY_NAME,
        expiresAt: talkKeyExpiry(),
      },
    );
    const link = values.console ? consoleLink : talkLink;
    process.stdout.write(`${link(config.publicUrl ?? admin.address, key)}\n`);
    return 0;
  },
};

async function oldest(admin: Awaited<ReturnType<typeof openAdminClient>>): Promise<string> {
  const first = await admin.call<{ total: number }>('GET', '/admin/organizations?take=1');
  const skip = Math.max(0, first.total - 1);
  const page = await admin.call<{ organizations: { id: string }[] }>(
    'GET',
    `/admin/organizations?take=1&skip=${skip}`,
  );
  const id = page.organizations[0]?.id;
  if (!id) throw new StartupError('there is no organization', 'Create one with `npx visavis orgs create`.');
  return id;
}
