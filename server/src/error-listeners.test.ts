import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/**
 * A socket, server, stream, thread or process without an `error` listener ends the process on an error. So each file
 * that opens or accepts some has at least as many listeners, or stands below with the reason.
 */
const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));

/** What opens, by the module that it comes from. */
const OPENERS: [module: string, call: RegExp][] = [
  [
    'node:net',
    /(?<![\w.#])(?:net\.)?(?:connect|createConnection|createServer)\(|new (?:net\.)?(?:Socket|Server)\(/g,
  ],
  ['node:tls', /(?<![\w.#])(?:tls\.)?connect\(/g],
  ['node:http', /(?<![\w.#])(?:http\.)?(?:createServer|httpRequest|get)\(/g],
  ['node:dgram', /createSocket\(/g],
  ['node:child_process', /(?<![\w.#])(?:fork|spawn)\(/g],
  ['node:worker_threads', /new Worker\(/g],
  ['node:fs', /create(?:Read|Write)Stream\(/g],
  ['node:zlib', /create(?:Gzip|Gunzip|Inflate|Deflate)\(/g],
  ['ws', /new (?:WebSocket|WebSocketServer)\(/g],
  ['pg', /new (?:pg\.)?(?:Pool|Client|SafePool)\(/g],
  ['', /\.on\('upgrade'/g],
];
const LISTENER = /\(\s*'error'|pipeline\(/g;

/** Files that open more than they listen to, and the file that listens for them. */
const ELSEWHERE: Record<string, string> = {
  'answer-starting.ts': 'answerSocket listens to every socket that it answers',
  'knowledge/extraction/extraction-process.ts':
    'RunningChild in extract-text.ts listens to the child and its pipes',
  'main.ts': 'watchConnections listens to each of its servers',
  'media/dispatch/worker-door.ts': 'ws listens to the socket, and socketWorker to what ws makes of it',
  'models/store/unpack-npm.ts':
    'the iterator of BlockReader rejects with whatever the inflated stream fails with',
  'store/backup/read-backup.ts':
    'both streams are read by iterators, which reject with whatever they fail with',
  'store/blobs/file-blob-store.ts': 'whoever asked for the stream reads it to its end or destroys it',
  'tls/open-web-server.ts': 'main.ts listens to the server that it gets',
};

function sources(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.ts') && !/\.test\.ts$|(^|\/)testing\//.test(name))
    .sort();
}

function count(file: string): { opened: number; heard: number } {
  const code = readFileSync(SOURCE + file, 'utf8').replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '');
  const opened = OPENERS.filter(([module]) => code.includes(`from '${module}`)).flatMap(
    ([, call]) => code.match(call) ?? [],
  );
  return { opened: opened.length, heard: code.match(LISTENER)?.length ?? 0 };
}

test('whatever is opened or accepted has a listener for its errors', () => {
  const files = sources().map((file) => ({ file, ...count(file) }));
  const opening = files.filter(({ opened }) => opened > 0);
  expect(opening.length).toBeGreaterThan(15);
  const unheard = opening.filter(({ file, opened, heard }) => heard < opened && !(file in ELSEWHERE));
  expect(unheard).toEqual([]);
});

test('no reason stands there in vain', () => {
  for (const file of Object.keys(ELSEWHERE)) {
    const { opened, heard } = count(file);
    expect({ file, isNeeded: opened > heard }).toEqual({ file, isNeeded: true });
  }
});
