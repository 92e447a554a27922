import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { expect, test } from 'vitest';

const ofRtcNode = createRequire(createRequire(import.meta.url).resolve('@livekit/rtc-node'));
const bindings = ofRtcNode.resolve('@livekit/rtc-ffi-bindings');
const { href } = new URL('./ignore-disposed-handles.js', import.meta.url);

/** Runs a program after a call of `ignoreDisposedHandles`. */
function run(program: string) {
  const source = `
    import { createRequire } from 'node:module';
    import { ignoreDisposedHandles } from ${JSON.stringify(href)};
    const { FfiHandle } = createRequire(${JSON.stringify(bindings)})(${JSON.stringify(bindings)});
    const log = (_fields, message) => console.log(message);
    ignoreDisposedHandles({ debug: log, info: log, warn: log, error: log });
    ${program}`;
  const { status, stdout } = spawnSync(
    process.execPath,
    ['--expose-gc', '--input-type=module', '-e', source],
    { encoding: 'utf8' },
  );
  return { status, lines: stdout.trim().split('\n') };
}

test('native objects that are dropped twice do not end the process, and are reported once', () => {
  const { status, lines } = run(`
    for (let n = 0; n < 3; n++) new FfiHandle(99_999n);
    for (let n = 0; n < 20; n++) {
      gc();
      await new Promise(setImmediate);
    }
    console.log('alive');`);
  expect({ status, lines }).toEqual({
    status: 0,
    lines: ['rtc-node disposed a native handle twice; nothing needs to be done', 'alive'],
  });
});

test('any other uncaught error ends it', () => {
  const { status, lines } = run(`setImmediate(() => { throw new Error('another'); });
    setInterval(() => undefined, 1000);`);
  expect({ status, lines }).toEqual({ status: 1, lines: ['an error was not caught; the worker exits'] });
});
