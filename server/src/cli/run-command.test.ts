import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { UsageError } from './command.ts';
import { commands, helpHint, runCommand } from './run-command.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

/** Commands that take a name that only the service or the disk can check. */
const TAKES_A_NAME = ['talk', 'backup', 'restore'];

describe.each(Object.keys(commands))('visavis %s', (name) => {
  it.each([['--nonsense'], [''], ['one', 'word', 'too many']])('refuses %j', (...words) =>
    expect(runCommand([name, ...words])).rejects.toThrow(UsageError),
  );

  it.skipIf(TAKES_A_NAME.includes(name))('refuses an unknown argument', async () => {
    await expect(runCommand([name, 'nonsense'])).rejects.toThrow(UsageError);
  });
});

it.each(['constructor', 'toString', '__proto__', ''])(
  'a word that is not a command is refused: "%s"',
  async (word) => {
    await expect(runCommand([word])).rejects.toThrow(UsageError);
    expect(helpHint(word)).toBe('Run `npx visavis --help`.');
  },
);

it('does not advise to remove a model that was never installed', async () => {
  vi.stubEnv('VISAVIS_DATA_DIR', join(tmpdir(), 'visavis-no-such-folder'));
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  expect(await runCommand(['models', 'verify', 'whisper-tiny'])).toBe(1);
  expect(write.mock.calls).toEqual([['whisper-tiny: it is not installed\n']]);
});

it.each([
  ['doctr', 'unknown command "doctr"; did you mean "doctor"?'],
  ['orgs shw org_1', 'unknown command: orgs shw org_1; did you mean "orgs show"?'],
  ['orgs show org_1 org_2', 'unknown command: orgs show org_1 org_2'],
  ['models ad voice', 'did you mean "models add"?'],
  ['keys create org_1 org_2', 'keys create accepts only one organization id'],
  ['backup museum.tar --verfy', 'Unknown option \'--verfy\'; did you mean "--verify"?'],
])('suggests the known words nearest to mistyped ones: %s', (words, refusal) =>
  expect(runCommand(words.split(' '))).rejects.toThrow(refusal),
);
