import { readConfig } from '../../config.ts';
import { type ApiCaller, openApiCaller } from '../api-caller.ts';
import { type Command, parseArguments, UsageError } from '../command.ts';
import {
  clockText,
  type ListedConversation,
  plain,
  secondsOf,
  stateText,
  timeText,
} from '../conversation-rows.ts';
import { formatTable } from '../table.ts';

const OPTIONS = {
  all: { type: 'boolean' },
  status: { type: 'string' },
  reason: { type: 'string' },
  user: { type: 'string' },
  client: { type: 'string' },
  take: { type: 'string' },
  json: { type: 'boolean' },
  key: { type: 'string' },
  url: { type: 'string' },
} as const;
const PAGE = 50;

type Values = ReturnType<typeof parse>['values'];
interface ConversationPage {
  total: number;
  conversations: ListedConversation[];
}

export const conversations: Command = {
  help: `Usage: visavis conversations [list] [filters] [--json]
       visavis conversations stop <id>

Lists the conversations that run now, newest first, or stops one.

  --all              those that have ended, too
  --status <status>  running, ended, error or blocked
  --reason <reason>  why they ended, such as consumer_left or provider_error
  --user <identity>  of this consumer
  --client <client>  of this client
  --take <n>         at most so many; 50 where it is left out
  --json             as the API answers, one conversation a line, with transcripts and timelines

  --key <key>        an API key of the organization; VISAVIS_API_KEY, or else the oldest organization, by the admin token
  --url <address>    a service elsewhere
`,
  async run(args) {
    const { values, positionals } = parse(args);
    const [verb = 'list', id, ...more] = positionals;
    if (more.length > 0 || (verb === 'list' && id) || !['list', 'stop'].includes(verb))
      throw new UsageError(`unknown: conversations ${positionals.join(' ')}`);
    if (verb === 'stop' && !id) throw new UsageError('which conversation? see `npx visavis conversations`');
    const take = readTake(values.take);
    const api = await openApiCaller(readConfig(), values, 'visavis conversations');
    try {
      return verb === 'stop' ? await stop(api, id!) : await list(api, values, take);
    } finally {
      await api.close();
    }
  },
};

function parse(args: string[]) {
  return parseArguments({ args, options: OPTIONS, allowPositionals: true });
}

function readTake(text: string | undefined): number {
  const take = Number(text ?? PAGE);
  if (!Number.isInteger(take) || take < 1) throw new UsageError('--take must be a whole number above 0');
  return take;
}

async function list(api: ApiCaller, values: Values, take: number): Promise<number> {
  const status = values.status ?? (values.all || values.reason ? undefined : 'running');
  const filter = { status, endReason: values.reason, user: values.user, client: values.client };
  const given = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const found: ListedConversation[] = [];
  let total = 0;
  do {
    const page = {
      ...Object.fromEntries(given),
      take: String(Math.min(PAGE, take - found.length)),
      skip: String(found.length),
    };
    const answer = await api.call<ConversationPage>(
      'GET',
      `/v3/conversations?${new URLSearchParams(page).toString()}`,
    );
    total = answer.total;
    found.push(...answer.conversations);
    if (answer.conversations.length === 0) break;
  } while (found.length < Math.min(take, total));
  process.stdout.write(
    values.json ? found.map((one) => `${JSON.stringify(one)}\n`).join('') : tableOf(found, total, status),
  );
  return 0;
}

function tableOf(found: readonly ListedConversation[], total: number, status: string | undefined): string {
  if (found.length === 0) {
    return status === 'running'
      ? 'No conversation runs. Those that have ended: visavis conversations --all\n'
      : 'No conversation fits.\n';
  }
  const now = new Date();
  const rows = found.map((one) => [
    one.id,
    stateText(one),
    timeText(one.startedAt, now),
    clockText(secondsOf(one, now.getTime())),
    one.engine ?? 'own agent',
    plain(one.consumerName ?? one.consumerIdentity, 24),
    ...(found.some(({ client }) => client !== undefined) ? [plain(one.client, 20)] : []),
    plain(one.name, 40),
  ]);
  const client = rows[0]!.length === 8 ? ['CLIENT'] : [];
  const head = ['ID', 'STATE', 'STARTED', 'LENGTH', 'ENGINE', 'USER', ...client, 'NAME'];
  const rest = total > found.length ? `\n${found.length} of ${total}; more with --take.` : '';
  return `${formatTable([head, ...rows])}\n${rest && `${rest}\n`}`;
}

async function stop(api: ApiCaller, id: string): Promise<number> {
  const stopped = await api.call<ListedConversation>(
    'POST',
    `/v3/conversations/${encodeURIComponent(id)}/stop`,
  );
  process.stdout.write(
    `${stopped.id} has ended: ${stateText(stopped)}, after ${clockText(secondsOf(stopped, Date.now()))}\n`,
  );
  return 0;
}
