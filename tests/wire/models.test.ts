import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { OPENAI, OPENAI_TRANSCRIPTION } from '../support/inside/wire.ts';
import { VENDOR_PACKAGES } from './prepare.ts';

/** Returns the date by model from the SDK's comments: `- "a", "b": Announced shutdown date: 2027-01-20`. */
function announcedShutdowns(): Map<string, string> {
  const source = readFileSync(join(VENDOR_PACKAGES, 'openai/resources/realtime/realtime.d.ts'), 'utf8');
  const flat = source.replaceAll(/\n\s*\*\s*/g, ' ');
  const days = new Map<string, string>();
  for (const [, names, day] of flat.matchAll(
    /- ((?:"[\w.-]+",? ?)+): Announced shutdown date: (\d{4}-\d\d-\d\d)/g,
  )) {
    for (const [, name] of names!.matchAll(/"([\w.-]+)"/g)) days.set(name!, day!);
  }
  return days;
}

test('the dates on which OpenAI shuts models down match its SDK', () => {
  const announced = announcedShutdowns();
  expect(announced.get('gpt-realtime')).toMatch(/^\d{4}/);
  for (const { name, retiresAt, successor } of [...OPENAI.models, ...OPENAI_TRANSCRIPTION.models]) {
    if (announced.has(name)) expect({ name, retiresAt }).toEqual({ name, retiresAt: announced.get(name) });
    if (retiresAt) expect(successor, name).toBeDefined();
    if (successor) expect(announced.has(successor), successor).toBe(false);
  }
});
