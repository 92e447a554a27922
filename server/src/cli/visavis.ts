import { StartupError } from '../lib/startup-error.ts';
import { UsageError } from './command.ts';
import { helpHint, runCommand } from './run-command.ts';

// Keeps Node alive: neither a hanging fetch nor its timeout does, so the command would exit early with code 0.
const waiting = setInterval(() => undefined, 2 ** 30);

runCommand(process.argv.slice(2)).then(
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
