import { setTimeout } from 'node:timers/promises';
import { readConfig } from '../../config.ts';
import { type ApiCaller, openApiCaller } from '../api-caller.ts';
import { type Command, parseArguments } from '../command.ts';
import { renderTop } from '../top/render-top.ts';
import { type Snapshot, takeSnapshot } from '../top/snapshot.ts';

const EVERY_MS = 1000;
const MINUTE = 60;
/** Where the output goes into a file or a pipe. */
const PLAIN_COLUMNS = 160;
const SCREEN = {
  open: '\u001b[?1049h\u001b[?25l',
  close: '\u001b[?25h\u001b[?1049l',
  top: '\u001b[H',
  rest: '\u001b[0J',
};

export const top: Command = {
  help: `Usage: visavis top

The conversations that run, and what the service has to do for them, each second: places, how fast answers come, pictures a second,
processor and memory. q leaves. Where the output is no terminal, it is printed once.

  --key <key>      an API key of the organization; VISAVIS_API_KEY, or else the oldest organization, by the admin token
  --url <address>  a service elsewhere

Figures of the service are those of one process, the one that answers, and for the operator: on its machine, or with
VISAVIS_ADMIN_TOKEN.
`,
  async run(args) {
    const { values } = parseArguments({
      args,
      options: { key: { type: 'string' }, url: { type: 'string' } },
    });
    const api = await openApiCaller(readConfig(), values, 'visavis top');
    const isHere = values.url === undefined;
    try {
      await (process.stdout.isTTY ? watch(api, isHere) : printOnce(api, isHere));
      return 0;
    } finally {
      await api.close();
    }
  },
};

async function printOnce(api: ApiCaller, isHere: boolean): Promise<void> {
  const before = await takeSnapshot(api);
  await setTimeout(EVERY_MS);
  const now = await takeSnapshot(api);
  const view = { address: api.address, isHere, now, before, oldest: undefined };
  const lines = renderTop({ ...view, columns: PLAIN_COLUMNS, rows: Number.MAX_SAFE_INTEGER, colours: false });
  process.stdout.write(`${lines.join('\n')}\n`);
}

async function watch(api: ApiCaller, isHere: boolean): Promise<void> {
  const seen: Snapshot[] = [];
  const leaving = new AbortController();
  const onKey = (key: Buffer) => {
    if (['q', 'Q', '\u0003', '\u0004'].includes(key.toString())) leaving.abort();
  };
  const leave = () => leaving.abort();
  const draw = () => {
    const now = seen.at(-1);
    if (!now) return;
    const { columns, rows } = process.stdout;
    const lines = renderTop({
      address: api.address,
      isHere,
      now,
      before: seen.at(-2),
      oldest: seen.length > 1 ? seen[0] : undefined,
      columns,
      rows,
      colours: !process.stdout.hasColors || process.stdout.hasColors(),
    });
    process.stdout.write(`${SCREEN.top}${lines.map((line) => `${line}\u001b[K`).join('\n')}\n${SCREEN.rest}`);
  };
  process.stdin.setRawMode?.(true).resume().on('data', onKey);
  process.once('SIGTERM', leave);
  process.stdout.on('resize', draw);
  process.stdout.write(SCREEN.open);
  try {
    while (!leaving.signal.aborted) {
      seen.push(await takeSnapshot(api));
      if (seen.length > MINUTE) seen.shift();
      draw();
      await setTimeout(EVERY_MS, undefined, { signal: leaving.signal }).catch(() => undefined);
    }
  } finally {
    process.stdout.write(SCREEN.close);
    process.stdin.off('data', onKey).pause().setRawMode?.(false);
    process.stdout.off('resize', draw);
    process.off('SIGTERM', leave);
  }
}
