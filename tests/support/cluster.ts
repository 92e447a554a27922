import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from './free-ports.ts';
import { COMMAND } from './inside.ts';
import { findLivekitServer, livekitConfig } from './livekit-server.ts';
import { startPostgres, type TestPostgres } from './postgres.ts';
import { Program } from './program.ts';
import { S3_KEYS, s3Gateway } from './s3-gateway.ts';
import { ServerProcess } from './server-process.ts';
import { type Service, startService } from './service.ts';
import { openBalancer, type TcpRelay } from './tcp-relay.ts';

const LIVEKIT = { apiKey: 'visavis', apiSecret: 'a-secret-of-at-least-32-characters' };
const SECRET = 'the-one-secret-of-both-processes-of-the-api';
const WORKER_TOKEN = 'a-token-of-at-least-32-characters-for-workers';

/**
 * The distributed form that docs/guides/deploy.md describes, on one machine: PostgreSQL, S3, Redis, two LiveKit nodes behind one
 * address, two API processes, and a worker for each. Every part can be killed and started again.
 */
export class Cluster {
  readonly folder: string;
  readonly redis: ServerProcess;
  readonly s3: ServerProcess;
  readonly livekit: [ServerProcess, ServerProcess];
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
    this.redis = new ServerProcess(redis, () =>
      spawn('redis-server', ['--port', String(redis), '--bind', '127.0.0.1', '--save', ''], quietly),
    );
    this.s3 = s3Gateway(s3!, join(folder, 's3'));
    const config = (port: number, tcp: number, udp: number) =>
      livekitConfig({ port, tcp, udp }, LIVEKIT, [
        `redis: { address: "127.0.0.1:${redis}" }`,
        'room: { auto_create: false }',
      ]);
    const node = (port: number, tcp: number, udp: number) =>
      new ServerProcess(port, () =>
        spawn(findLivekitServer()!, ['--config-body', config(port, tcp, udp)], quietly),
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

  /** Starts one of the two API processes again, on its port. */
  async startApi(at: number): Promise<void> {
    this.services[at] = await startService({
      dataDir: join(this.folder, `api-${at}`),
      env: {
        PORT: String(this.#apiPorts[at]),
        DATABASE_URL: this.postgres.url,
        S3_ENDPOINT: `http://127.0.0.1:${this.#s3Port}`,
        S3_BUCKET: 'visavis',
        ...S3_KEYS,
        LIVEKIT_URL: `ws://127.0.0.1:${this.#rooms.port}`,
        LIVEKIT_API_KEY: LIVEKIT.apiKey,
        LIVEKIT_API_SECRET: LIVEKIT.apiSecret,
        VISAVIS_SECRET: SECRET,
        VISAVIS_WORKER_TOKEN: WORKER_TOKEN,
        VISAVIS_WORKERS: '0',
        VISAVIS_VIDEO_FPS: '10',
      },
    });
  }

  /** Starts the worker of one of the API processes. Resolves when it has connected. */
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
