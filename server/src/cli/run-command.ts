import { packageVersion } from '../lib/package-version.ts';
import { type Command, didYouMean, UsageError } from './command.ts';

/** Commands are loaded on demand: `visavis --help` must not load native modules. */
export const commands: Readonly<Record<string, { summary: string; load: () => Promise<Command> }>> = {
  serve: {
    summary: 'start the service (the default command)',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  worker: {
    summary: 'run conversations on this machine for a service on another machine',
    load: async () => (await import('./commands/worker.ts')).worker,
  },
  talk: {
    summary: 'print a link to the talk page or the console, ready to use',
    load: async () => (await import('./commands/talk.ts')).talk,
  },
  doctor: {
    summary: 'check this machine and its settings, and show what to fix',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  models: {
    summary: 'list, add, remove or verify the models that hear and speak on this machine',
    load: async () => (await import('./commands/models.ts')).models,
  },
  ready: {
    summary: 'show whether the service accepts conversations; exits with 1 if it does not',
    load: async () => (await import('./commands/ready.ts')).ready,
  },
  config: {
    summary: 'print the effective settings, with secrets masked',
    load: async () => (await import('./commands/config.ts')).config,
  },
  orgs: {
    summary: 'list, create, show, change or delete organizations',
    load: async () => (await import('./commands/orgs.ts')).orgs,
  },
  keys: {
    summary: 'create an API key for an organization',
    load: async () => (await import('./commands/keys.ts')).keys,
  },
  api: {
    summary: 'print the address and a key of the API, as the code in the guides reads them',
    load: async () => (await import('./commands/api.ts')).api,
  },
  rooms: {
    summary: 'print the address and keys that LiveKit agents and tools need to join rooms',
    load: async () => (await import('./commands/rooms.ts')).rooms,
  },
  backup: {
    summary: 'back up the database, files and secrets to one file, while the service runs',
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  restore: {
    summary: 'restore a backup into an empty installation',
    load: async () => (await import('./commands/restore.ts')).restore,
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

/** Runs a command and resolves with the exit code. Rejects with a `UsageError` or a `StartupError`. */
export async function runCommand(args: string[]): Promise<number> {
  const [first, ...rest] = args;
  if (args.includes('')) throw new UsageError('an argument of the command is empty');
  if (first === 'help' && rest.length > 0) return runCommand([...rest, '--help']);
  if (first === '--help' || first === '-h' || first === 'help') {
    process.stdout.write(HELP);
    return 0;
  }
  if (first === '--version' || first === '-v') {
    process.stdout.write(`${packageVersion}\n`);
    return 0;
  }
  const named = first !== undefined && !first.startsWith('-');
  const name = named ? first : 'serve';
  if (!isCommand(name)) {
    throw new UsageError(`unknown command "${name}"${didYouMean(name, Object.keys(commands))}`);
  }
  const command = await commands[name]!.load();
  const commandArgs = named ? rest : args;
  if (commandArgs.includes('--help') || commandArgs.includes('-h')) {
    process.stdout.write(command.help);
    return 0;
  }
  for (const warning of (await import('../config.ts')).readSettings().warnings)
    process.stderr.write(`visavis: ${warning}\n`);
  return command.run(commandArgs);
}

/** Returns where to find help for the typed command. */
export function helpHint(first = ''): string {
  return `Run \`npx visavis ${isCommand(first) ? `${first} ` : ''}--help\`.`;
}

const isCommand = (name: string): boolean => Object.hasOwn(commands, name);
