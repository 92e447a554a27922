import { packageVersion } from '../lib/package-version.ts';
import { StartupError } from '../lib/startup-error.ts';
import { type Command, UsageError } from './command.ts';

/** Loaded only when called: `visavis --help` must not pay for native modules. */
const commands: Record<string, { summary: string; load: () => Promise<Command> }> = {
  serve: {
    summary: 'start the service (the command where none is given)',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  worker: {
    summary: 'run conversations on this machine for a service on another one',
    load: async () => (await import('./commands/worker.ts')).worker,
  },
  talk: {
    summary: 'print a link to the talk page or the console, ready to use',
    load: async () => (await import('./commands/talk.ts')).talk,
  },
  conversations: {
    summary: 'list the conversations that run, or that were held, or stop one',
    load: async () => (await import('./commands/conversations.ts')).conversations,
  },
  top: {
    summary: 'watch conversations, places, latencies and processor, each second',
    load: async () => (await import('./commands/top.ts')).top,
  },
  doctor: {
    summary: 'check this machine and its settings, and say what to do',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  models: {
    summary: 'list, add, remove or verify the models that hear and speak on this machine',
    load: async () => (await import('./commands/models.ts')).models,
  },
  ready: {
    summary: 'say whether the service takes conversations; exits with 1 while it does not',
    load: async () => (await import('./commands/ready.ts')).ready,
  },
  config: {
    summary: 'print the effective settings, secrets masked',
    load: async () => (await import('./commands/config.ts')).config,
  },
  orgs: {
    summary: 'list, create, show, change or delete organizations',
    load: async () => (await import('./commands/orgs.ts')).orgs,
  },
  keys: {
    summary: 'create an API key of an organization',
    load: async () => (await import('./commands/keys.ts')).keys,
  },
  rooms: {
    summary: 'print the address and keys that LiveKit agents and tools need to join rooms',
    load: async () => (await import('./commands/rooms.ts')).rooms,
  },
  backup: {
    summary: 'write store, files and secrets to one file, while the service runs',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  restore: {
    summary: 'fill an empty installation from such a file',
    load: async () => (await import('./commands/restore.ts')).restore,
  },
  export: {
    summary: 'write every row of the store to a file',
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  import: {
    summary: 'fill an empty store from such a file',
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
};

const NAME_WIDTH = Math.max(...Object.keys(commands).map(({ length }) => length));

const HELP = `Visavis ${packageVersion}: live conversational avatars on your own machines

Usage: visavis [command] [options]

${Object.entries(commands)
  .map(([name, { summary }]) => `  ${name.padEnd(NAME_WIDTH)}  ${summary}`)
  .join('\n')}

  visavis <command> --help   options of a command
  visavis --version
`;

async function run(args: string[]): Promise<number> {
  const [first, ...rest] = args;
  if (first === 'help' && rest.length > 0) return run([...rest, '--help']);
  if (first === '--help' || first === '-h' || first === 'help') {
    process.stdout.write(HELP);
    return 0;
  }
  if (first === '--version' || first === '-v') {
    process.stdout.write(`${packageVersion}\n`);
    return 0;
  }
  const named = first !== undefined && !first.startsWith('-');
  const entry = commands[named ? first : 'serve'];
  if (!entry) {
    const near = (await import('../lib/nearest-name.ts')).nearestName(first!, Object.keys(commands));
    throw new UsageError(`unknown command "${first}"${near ? `; did you mean "${near}"?` : ''}`);
  }
  const command = await entry.load();
  const commandArgs = named ? rest : args;
  if (commandArgs.includes('--help') || commandArgs.includes('-h')) {
    process.stdout.write(command.help);
    return 0;
  }
  return command.run(commandArgs);
}

function helpHint(first: string | undefined): string {
  return `Run \`npx visavis ${first !== undefined && Object.hasOwn(commands, first) ? `${first} ` : ''}--help\`.`;
}

// Neither a hanging fetch nor its time-out keeps Node alive: the command would exit early with code 0.
const waiting = setInterval(() => undefined, 2 ** 30);

run(process.argv.slice(2)).then(
  (code) => {
    clearInterval(waiting);
    process.exitCode = code;
  },
  (error: unknown) => {
    if (error instanceof StartupError || error instanceof UsageError) {
      const hint = error instanceof UsageError ? helpHint(process.argv[2]) : error.hint;
      process.stderr.write(`visavis: ${error.message}\n${hint ? `         ${hint}\n` : ''}`);
    } else {
      process.stderr.write(`visavis: ${error instanceof Error ? error.stack : String(error)}\n`);
    }
    // Threads of a half-started service would keep the process alive.
    process.exit(error instanceof UsageError ? 2 : 1);
  },
);
