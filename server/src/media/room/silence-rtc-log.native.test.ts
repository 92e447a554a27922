import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const { href } = new URL('./silence-rtc-log.js', import.meta.url);

/** Runs a program that reads a text stream that its sender breaks off, after `first`. Returns its output. */
function readBrokenStream(first: string): string {
  const source = `
    import { TextStreamReader } from '@livekit/rtc-node';
    import { silenceRtcLog } from ${JSON.stringify(href)};
    ${first}
    const stream = new ReadableStream({ start: (controller) => controller.error(new Error('incomplete utf-8')) });
    await new TextStreamReader({}, stream).readAll().catch(() => undefined);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    encoding: 'utf8',
    cwd: import.meta.dirname,
  });
  return stdout;
}

test('a stream that breaks prints nothing', () => {
  expect(readBrokenStream('')).toContain('incomplete utf-8');
  expect(readBrokenStream('silenceRtcLog();')).toBe('');
});
