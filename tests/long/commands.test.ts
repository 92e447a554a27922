import { describe, expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';
import { expectOneClearLine } from '../support/expect-one-clear-line.ts';

const COMMANDS = 'serve worker talk ready doctor models config orgs keys api rooms backup restore'.split(' ');

describe.each(COMMANDS)('visavis %s', (command) => {
  test('prints its help', async () => {
    const help = await runCommand([command, '--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toMatch(new RegExp(`^Usage: visavis ${command}`));
  });

  test('refuses an option that it does not have', async () => {
    expectOneClearLine(await runCommand([command, '--colour']), /--colour/, 2);
  });
});
