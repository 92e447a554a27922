import { expect, test } from 'vitest';
import { runCommand } from '../support/command.ts';

const COMMANDS = 'serve worker talk ready doctor models config orgs keys api rooms backup restore'.split(' ');

test.each(COMMANDS)('visavis %s prints its help', async (command) => {
  const help = await runCommand([command, '--help']);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toMatch(new RegExp(`^Usage: visavis ${command}`));
});
