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

/** Fake devices without a question, sound without a click, and WebRTC also where loopback is the only network. */
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

/** The program: FIREFOX_PATH, else on PATH. */
export function findFirefox(): string | undefined {
  const wanted = process.env.FIREFOX_PATH ?? '';
  if (wanted !== '') return wanted;
  return findProgram('firefox') ?? findProgram('firefox-esr');
}

/**
 * Starts the machine's Firefox with a fake camera and microphone, driven over WebDriver BiDi: Playwright drives a
 * Firefox of its own only.
 * @throws Error when there is none, or it does not start.
 */
export async function launchFirefox(): Promise<DrivenBrowser> {
  const program = findFirefox();
  if (program === undefined) throw new Error('no firefox on PATH: install one, or set FIREFOX_PATH');
  const profile = await mkdtemp(join(tmpdir(), 'visavis-firefox-'));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${value});`,
  );
  await writeFile(join(profile, 'user.js'), lines.join('\n'));
  const args = [
    '--headless',
    '--no-remote',
    '--profile',
    profile,
    '--remote-debugging-port',
    '0',
    'about:blank',
  ];
  const child = spawn(program, args, {
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  try {
    const socket = new WebSocket(`${await listeningUrl(child)}/session`);
    await once(socket, 'open');
    const connection = new BidiConnection(socket);
    await connection.send('session.new', { capabilities: {} });
    return new Firefox(child, connection, profile);
  } catch (error) {
    await end(child, profile);
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

async function end(child: ChildProcess, profile: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }
  // Its content processes go on writing for a moment.
  await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

interface Answer {
  readonly id: number;
  readonly type: 'success' | 'error';
  readonly result?: unknown;
  readonly message?: string;
}

/** Commands and their answers (W3C WebDriver BiDi §3). */
class BidiConnection {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (answer: Answer) => void>();
  #nextId = 1;

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => {
      const answer = JSON.parse(data.toString('utf8')) as Answer;
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
    socket.on('close', () => {
      for (const [id, settle] of this.#waiting) settle({ id, type: 'error', message: 'Firefox is gone' });
      this.#waiting.clear();
    });
  }

  /** @throws Error with Firefox's message. */
  async send(method: string, params: object): Promise<unknown> {
    const id = this.#nextId++;
    const answered = new Promise<Answer>((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    const answer = await answered;
    if (answer.type === 'error') throw new Error(`${method}: ${answer.message}`);
    return answer.result;
  }

  close(): void {
    this.#socket.terminate();
  }
}

class Firefox implements DrivenBrowser {
  readonly #child: ChildProcess;
  readonly #connection: BidiConnection;
  readonly #profile: string;

  constructor(child: ChildProcess, connection: BidiConnection, profile: string) {
    this.#child = child;
    this.#connection = connection;
    this.#profile = profile;
  }

  async newPage(): Promise<FirefoxPage> {
    const created = await this.#connection.send('browsingContext.create', { type: 'window' });
    return new FirefoxPage(this.#connection, (created as { context: string }).context);
  }

  async close(): Promise<void> {
    this.#connection.close();
    await end(this.#child, this.#profile);
  }
}

class FirefoxPage implements DrivenPage {
  readonly #connection: BidiConnection;
  readonly #context: string;

  constructor(connection: BidiConnection, context: string) {
    this.#connection = connection;
    this.#context = context;
  }

  async goto(url: string): Promise<void> {
    await this.#connection.send('browsingContext.navigate', {
      context: this.#context,
      url,
      wait: 'complete',
    });
  }

  /** @throws Error with what the page threw. */
  async evaluate<A, R>(run: (argument: A) => R, argument: A): Promise<Awaited<R>> {
    // As JSON text: BiDi wraps every value in a description of its own.
    const expression = `Promise.resolve((${run.toString()})(${JSON.stringify(argument)})).then((it) => JSON.stringify(it))`;
    const outcome = (await this.#connection.send('script.evaluate', {
      expression,
      target: { context: this.#context },
      awaitPromise: true,
      userActivation: true,
    })) as { type: string; result?: { value?: string }; exceptionDetails?: { text: string } };
    if (outcome.type === 'exception') throw new Error(outcome.exceptionDetails?.text ?? 'the page threw');
    const text = outcome.result?.value;
    return (text === undefined ? undefined : JSON.parse(text)) as Awaited<R>;
  }

  async close(): Promise<void> {
    await this.#connection.send('browsingContext.close', { context: this.#context });
  }
}
