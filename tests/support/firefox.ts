import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { findProgram } from './find-program.ts';
import type { DrivenBrowser, DrivenPage } from './room-client-page.ts';

const START_TIMEOUT_MS = 60_000;

/** Fake devices without a prompt, audio without a click, and WebRTC even if loopback is the only network. */
const preferences = {
  'media.navigator.permission.disabled': true,
  'media.navigator.streams.fake': true,
  'media.autoplay.default': 0,
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
  'dom.timeout.enable_budget_timer_throttling': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'app.update.enabled': false,
  'media.gmp-manager.updateEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

/** Returns the program: FIREFOX_PATH, otherwise from PATH. */
export const findFirefox = (): string | undefined =>
  process.env.FIREFOX_PATH || findProgram('firefox') || findProgram('firefox-esr');

/**
 * Starts the machine's Firefox with a fake camera and microphone, driven over WebDriver BiDi: Playwright needs more of
 * it than an ESR release has.
 * @throws Error if there is none, or it does not start
 */
export async function launchFirefox(): Promise<DrivenBrowser> {
  const program = findFirefox();
  if (program === undefined) throw new Error('no firefox on PATH: install one, or set FIREFOX_PATH');
  const profile = await mkdtemp(join(tmpdir(), 'visavis-firefox-'));
  const lines = Object.entries(preferences).map(([name, value]) => `user_pref("${name}", ${value});`);
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const args = `--headless --no-remote --profile ${profile} --remote-debugging-port 0 about:blank`.split(' ');
  const env = { ...process.env, HOME: profile };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const end = async () => {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL'))
      await once(child, 'exit');
    // Its content processes still write briefly.
    await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  };
  try {
    const socket = new WebSocket(`${await listeningUrl(child)}/session`);
    await once(socket, 'open');
    const send = answeredOn(socket);
    await send('session.new', { capabilities: {} });
    return {
      async newPage() {
        const { context } = await send<{ context: string }>('browsingContext.create', { type: 'window' });
        return pageOf(context, send);
      },
      async close() {
        socket.terminate();
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

async function listeningUrl(child: ChildProcess): Promise<string> {
  const output: string[] = [];
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new Error(`Firefox ${reason}:\n${output.join('\n')}`));
    const timer = setTimeout(() => fail('did not start in time'), START_TIMEOUT_MS);
    child.once('error', (error) => fail(String(error)));
    child.once('exit', () => fail('ended'));
    createInterface({ input: child.stderr! }).on('line', (line) => {
      output.push(line);
      const found = /WebDriver BiDi listening on (ws:\S+)/.exec(line);
      if (found === null) return;
      clearTimeout(timer);
      resolve(found[1]!);
    });
  });
}

type Send = <R = unknown>(method: string, params: object) => Promise<R>;

/** Returns a function that sends commands (W3C WebDriver BiDi §3) and rejects with Firefox's message. */
function answeredOn(socket: WebSocket): Send {
  const waiting = new Map<number, (answer: { result?: unknown; message?: string }) => void>();
  let count = 0;
  socket.on('message', (data: Buffer) => {
    const answer = JSON.parse(data.toString('utf8')) as { id: number; result?: unknown; message?: string };
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  });
  socket.on('close', () => {
    for (const settle of waiting.values()) settle({ message: 'Firefox is gone' });
  });
  return <R>(method: string, params: object) =>
    new Promise<R>((resolve, reject) => {
      waiting.set(++count, ({ result, message }) =>
        message === undefined ? resolve(result as R) : reject(new Error(`${method}: ${message}`)),
      );
      socket.send(JSON.stringify({ id: count, method, params }));
    });
}

function pageOf(context: string, send: Send): DrivenPage {
  return {
    goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
    async evaluate<A, R>(run: (argument: A) => R, argument: A): Promise<Awaited<R>> {
      // As JSON text, because BiDi wraps every value in its own format.
      const expression = `Promise.resolve((${run.toString()})(${JSON.stringify(argument)})).then((it) => JSON.stringify(it))`;
      const target = { expression, target: { context }, awaitPromise: true, userActivation: true };
      const { result, exceptionDetails } = await send<{
        result?: { value?: string };
        exceptionDetails?: { text: string };
      }>('script.evaluate', target);
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      const text = result?.value;
      return (text === undefined ? undefined : JSON.parse(text)) as Awaited<R>;
    },
    close: async () => {
      await send('browsingContext.close', { context });
    },
  };
}
