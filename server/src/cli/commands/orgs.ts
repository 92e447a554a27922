import type { Organization } from '@visavis/contracts';
import { readConfig } from '../../config.ts';
import { type Command, parseArguments, UsageError, unknownCommand } from '../command.ts';
import { type AdminClient, openAdminClient } from '../running-service.ts';
import { formatTable } from '../table.ts';

const OPTIONS = {
  name: { type: 'string' },
  plan: { type: 'string' },
  seconds: { type: 'string' },
  concurrent: { type: 'string' },
  'document-bytes': { type: 'string' },
  'stored-bytes': { type: 'string' },
  'retention-days': { type: 'string' },
  yes: { type: 'boolean' },
} as const;

export const orgs: Command = {
  help: `Usage: visavis orgs [list]
       visavis orgs show <id>
       visavis orgs create --name <name> [--plan free|paid] [limits]
       visavis orgs change <id> [--name <name>] [--plan free|paid] [limits]
       visavis orgs delete <id> --yes

Limits: --seconds <of a session>  --concurrent <sessions>  --document-bytes <of a document>
        --stored-bytes <of all documents and pictures>
        --retention-days <for which ended conversations are kept; 0: until they are deleted>
The service must be running. Create the first key of a new organization with \`npx visavis keys create\`.
`,
  async run(args) {
    const { values, positionals } = parse(args);
    const [verb = 'list', ...ids] = positionals;
    const request = requestOf(verb, ids, values);
    const admin = await openAdminClient(readConfig());
    return print(request ? [await admin.call(...request)] : await listAll(admin));
  },
};

const VERBS = ['list', 'show', 'create', 'change', 'delete'];

type Values = ReturnType<typeof parse>['values'];

/** Returns the request for a command line; `undefined` for listing organizations. @throws UsageError */
function requestOf(verb: string, ids: string[], values: Values): Parameters<AdminClient['call']> | undefined {
  const [id, ...more] = ids;
  const takesId = ['show', 'change', 'delete'].includes(verb);
  if (more.length > 0 || (id !== undefined && !takesId) || !VERBS.includes(verb))
    throw unknownCommand('orgs', [verb, ...ids], VERBS);
  switch (verb) {
    case 'show':
      return ['GET', path(id)];
    case 'create':
      if (!values.name) throw new UsageError('orgs create needs --name');
      return ['POST', '/admin/organizations', fields(values)];
    case 'change':
      return ['PATCH', path(id), fields(values)];
    case 'delete':
      if (!values.yes)
        throw new UsageError(
          'this deletes the organization with everything that it owns; to confirm, add --yes',
        );
      return ['DELETE', path(id)];
    default:
      return undefined;
  }
}

function parse(args: string[]) {
  return parseArguments({ args, options: OPTIONS, allowPositionals: true });
}

function path(id: string | undefined): string {
  if (!id) throw new UsageError('an organization id is missing; `npx visavis orgs` lists them');
  return `/admin/organizations/${encodeURIComponent(id)}`;
}

function fields(values: Values): object {
  const limits = {
    maxSessionSeconds: number('seconds', values.seconds),
    concurrentSessions: number('concurrent', values.concurrent),
    documentBytes: number('document-bytes', values['document-bytes']),
    storedBytes: number('stored-bytes', values['stored-bytes']),
  };
  const given = Object.values(limits).some((value) => value !== undefined);
  const retentionDays = number('retention-days', values['retention-days']);
  return { name: values.name, plan: values.plan, retentionDays, ...(given ? { limits } : {}) };
}

function number(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const parsed = Number(value);
  if (!Number.isInteger(parsed)) throw new UsageError(`--${option} must be a whole number`);
  return parsed;
}

async function listAll(admin: AdminClient): Promise<Organization[]> {
  const all: Organization[] = [];
  for (;;) {
    const page = await admin.call<{ organizations: Organization[]; total: number }>(
      'GET',
      `/admin/organizations?take=50&skip=${all.length}`,
    );
    all.push(...page.organizations);
    if (page.organizations.length === 0 || all.length >= page.total) return all;
  }
}

function print(organizations: unknown[]): number {
  const rows = (organizations as Organization[]).map(({ id, name, plan, limits, retentionDays }) => [
    id,
    name,
    plan,
    `${limits.maxSessionSeconds} s`,
    String(limits.concurrentSessions),
    String(limits.documentBytes),
    String(limits.storedBytes),
    retentionDays === 0 ? 'forever' : `${retentionDays} days`,
  ]);
  const head = ['id', 'name', 'plan', 'session', 'concurrent', 'document bytes', 'stored bytes', 'kept'];
  process.stdout.write(`${formatTable([head, ...rows])}\n`);
  return 0;
}
