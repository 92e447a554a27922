import { readConfig } from '../../config.ts';
import { type Command, parseArguments, UsageError } from '../command.ts';
import { openAdminClient } from '../running-service.ts';
import { createKey } from '../short-lived-key.ts';

const LIST =
  'An organization lists and revokes its own keys in the console, or with GET /v3/api-keys and DELETE /v3/api-keys/{id}.';

export const keys: Command = {
  help: `Usage: visavis keys create <organization id> [--name <name>] [--days <until it expires>]

Creates an API key for an organization and prints it; it cannot be shown again. The service must be running.
\`npx visavis orgs\` lists the organization ids.
${LIST}
`,
  async run(args) {
    const { values, positionals } = parseArguments({
      args,
      options: { name: { type: 'string' }, days: { type: 'string' } },
      allowPositionals: true,
    });
    const [verb, organizationId, ...more] = positionals;
    if (verb === undefined) throw new UsageError('keys needs a subcommand: keys create <organization id>');
    if (verb !== 'create')
      throw new UsageError(
        `unknown subcommand \`keys ${verb}\`; the only one is \`keys create <organization id>\`. ${LIST}`,
      );
    if (!organizationId)
      throw new UsageError('keys create needs an organization id; `npx visavis orgs` lists them');
    if (more.length > 0) throw new UsageError('keys create accepts only one organization id');
    const days = values.days === undefined ? undefined : Number(values.days);
    if (days !== undefined && !(days > 0)) throw new UsageError('--days must be a number greater than 0');
    const key = await createKey(await openAdminClient(readConfig()), organizationId, {
      name: values.name ?? 'command line',
      ...(days !== undefined && { expiresAt: new Date(Date.now() + days * 86_400_000).toISOString() }),
    });
    process.stdout.write(`${key}\n`);
    return 0;
  },
};
