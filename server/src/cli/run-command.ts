import { packageVersion } from '../lib/package-version.ts';
import { type Command, didYouMean, UsageError } from './command.ts';

/** What each command does, in the order of the help. `commands/<name>.ts` exports it under its name. */
export const commands: Readonly<Record<string, string>> = {
  serve: 'start the service (the default command)',
  worker: 'run conversations on this machine for a service on another machine',
  talk: 'print a link to the talk page or the console, ready to use',
  doctor: 'check this machine and its settings, and show what to fix',
  models: 'list, add, remove or verify the models that hear and speak on this machine',
  ready: 'show whether the service accepts conversations; exits with 1 if it does not',
  config: 'print the effective settings, with secrets masked',
  orgs: 'list, create, show, change or delete organizations',
  keys: 'create an API key for an organization',
  api: 'print the address and a key of the API, as the code in the guides reads them',
  rooms: 'print the address and keys that LiveKit agents and tools need to join rooms',
  backup: 'back up the database, files and secrets to one file, while the service runs',
  restore: 'restore a backup into an empty installation',
};

/** Loads a command on demand: `visavis --help` must not load native modules. */
async function load(name: string): Promise<Command> {
  const module: Record<string, Command> = await import(`./commands/${name}.js`);
  return module[name]!;
}

const NAME_WIDTH = Math.max(...Object.keys(commands).map(({ length }) => length));

const HELP = `Visavis ${packageVersion}: live conversational avatars on your own machines

Usage: visavis [command] [options]

${Object.entries(commands)
  .map(([name, summary]) => `  ${name.padEnd(NAME_WIDTH)}  ${summary}`)
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
  const command = await load(name);
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
