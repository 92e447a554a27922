import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from './find-program.ts';
import { findLivekitServer } from './livekit-server.ts';
import { poll } from './poll.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { Program } from './program.ts';
import { type Service, startService } from './service.ts';
import { openBalancer, type TcpRelay } from './tcp-relay.ts';

const COMMAND = fileURLToPath(new URL('../../../server/dist/cli/visavis.js', import.meta.url));
const LIVEKIT_KEY = 'visavis';
const LIVEKIT_SECRET = 'a-secret-of-at-least-32-characters';
const WORKER_TOKEN = 'a-token-of-at-least-32-characters-for-workers';

/** The versitygw program, an S3 server under Apache-2.0: on PATH, or where `go install` puts it. */
export const findS3Gateway = () => findProgram('versitygw', join(homedir(), 'go/bin'));

/** A process that is killed and started again with the same settings. */
class Part {
  readonly #start: () => ChildProcess;
  readonly #port: number;
  #child: ChildProcess | undefined;

  constructor(port: number, start: () => ChildProcess) {
    this.#port = port;
    this.#start = start;
  }

  async start(): Promise<void> {
    const child = this.#start();
    this.#child = child;
    await poll(
      `something to listen on port ${this.#port}`,
      () => child.exitCode === null && listens(this.#port),
      (answer) => answer,
    );
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
  }
}

/**
 * The distributed form that docs/guides/deploy.md describes, on one machine: PostgreSQL, S3, Redis, two LiveKit nodes behind one
 * address, two API processes, and a worker for each. Every part can be killed and started again.
 */
export class Cluster {
  readonly folder: string;
  readonly redis: Part;
  readonly s3: Part;
  readonly livekit: [Part, Part];
  postgres!: TestPostgres;
  readonly services: Service[] = [];
  readonly workers: Program[] = [];
  readonly #rooms: TcpRelay;
  readonly #s3Port: number;
  readonly #apiPorts: number[];

  private constructor(folder: string, ports: number[], rooms: TcpRelay) {
    const [redis, s3, first, second, tcp1, tcp2, udp1, udp2, ...apiPorts] = ports as [number, ...number[]];
    this.folder = folder;
    this.#rooms = rooms;
    this.#s3Port = s3!;
    this.#apiPorts = apiPorts;
    const quietly = { stdio: 'ignore' } as const;
    this.redis = new Part(redis, () =>
      spawn('redis-server', ['--port', String(redis), '--bind', '127.0.0.1', '--save', ''], quietly),
    );
    this.s3 = new Part(s3!, () =>
      spawn(
        findS3Gateway()!,
        [
          '--access',
          'visavis',
          '--secret',
          LIVEKIT_SECRET,
          '--port',
          `127.0.0.1:${s3}`,
          'posix',
          join(folder, 's3'),
        ],
        quietly,
      ),
    );
    const node = (port: number, tcp: number, udp: number) =>
      new Part(port, () =>
        spawn(findLivekitServer()!, ['--config-body', livekitConfig({ port, tcp, udp, redis })], quietly),
      );
    this.livekit = [node(first!, tcp1!, udp1!), node(second!, tcp2!, udp2!)];
  }

  static async open(): Promise<Cluster> {
    const folder = await mkdtemp(join(tmpdir(), 'visavis-cluster-'));
    await mkdir(join(folder, 's3', 'visavis'), { recursive: true });
    const ports = await freePorts(10);
    const rooms = await openBalancer('127.0.0.1', ports.slice(2, 4));
    const cluster = new Cluster(folder, ports, rooms);
    cluster.postgres = await startPostgres();
    await Promise.all([cluster.redis.start(), cluster.s3.start()]);
    await Promise.all(cluster.livekit.map((node) => node.start()));
    for (const at of [0, 1]) await cluster.startApi(at);
    for (const at of [0, 1]) await cluster.startWorker(at);
    return cluster;
  }

  /** One of the two API processes, again on its port. */
  async startApi(at: number): Promise<void> {
    this.services[at] = await startService({
      dataDir: join(this.folder, `api-${at}`),
      env: {
        PORT: String(this.#apiPorts[at]),
        DATABASE_URL: this.postgres.url,
        S3_ENDPOINT: `http://127.0.0.1:${this.#s3Port}`,
        S3_BUCKET: 'visavis',
        S3_ACCESS_KEY_ID: 'visavis',
        S3_SECRET_ACCESS_KEY: LIVEKIT_SECRET,
        LIVEKIT_URL: `ws://127.0.0.1:${this.#rooms.port}`,
        LIVEKIT_API_KEY: LIVEKIT_KEY,
        LIVEKIT_API_SECRET: LIVEKIT_SECRET,
        VISAVIS_SECRET: LIVEKIT_SECRET,
        VISAVIS_WORKER_TOKEN: WORKER_TOKEN,
        VISAVIS_WORKERS: '0',
        VISAVIS_VIDEO_FPS: '10',
      },
    });
  }

  /** The worker of one of the API processes. Resolves when it has arrived there. */
  async startWorker(at: number): Promise<void> {
    const address = `http://127.0.0.1:${this.#apiPorts[at]}`;
    const worker = new Program(process.execPath, [COMMAND, 'worker', '--service', address], {
      VISAVIS_WORKER_TOKEN: WORKER_TOKEN,
      VISAVIS_WORKERS: '1',
      VISAVIS_CONVERSATIONS_PER_WORKER: '3',
    });
    this.workers[at] = worker;
    await worker.line(/^Working for /);
  }

  async close(): Promise<void> {
    for (const worker of this.workers) worker.signal('SIGKILL');
    await Promise.all(this.workers.map(({ exited }) => exited));
    await Promise.all(this.services.map((service) => service.stop('SIGKILL')));
    await Promise.all([this.redis, this.s3, ...this.livekit].map((part) => part.kill()));
    await this.#rooms.close();
    await this.postgres?.stop();
    await rm(this.folder, { recursive: true, force: true });
  }
}

function livekitConfig(ports: { port: number; tcp: number; udp: number; redis: number }): string {
  return [
    `port: ${ports.port}`,
    'bind_addresses: ["127.0.0.1"]',
    `keys: { ${LIVEKIT_KEY}: ${LIVEKIT_SECRET} }`,
    `rtc: { tcp_port: ${ports.tcp}, udp_port: ${ports.udp}, use_external_ip: false, enable_loopback_candidate: true }`,
    `redis: { address: "127.0.0.1:${ports.redis}" }`,
    'room: { auto_create: false }',
    'logging: { level: error }',
  ].join('\n');
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('close', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** Held all at once, so that no two are the same. */
async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  for (const server of servers) await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const ports = servers.map((server) => (server.address() as { port: number }).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
