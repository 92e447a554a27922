import {
  AvailabilityRequest,
  type AvailabilityResponse,
  Job,
  JobAssignment,
  JobState,
  JobStatus,
  JobTermination,
  JobType,
  ParticipantPermission,
  type RegisterWorkerRequest,
  RegisterWorkerResponse,
  ServerMessage,
  WorkerMessage,
  WorkerPong,
  WorkerStatus,
} from '@livekit/protocol';
import type { WebSocket } from 'ws';
import { boundControlFrames } from '../../lib/bound-control-frames.ts';
import { RateGate } from '../../lib/rate-gate.ts';
import { readMessage } from '../read-message.ts';
import { createSid } from '../sids.ts';
import { serverInfo } from '../signal/join-response.ts';
import type { Tokens } from '../tokens.ts';

/** Timeouts for a worker's registration and for its answer to a job, as in LiveKit's server. */
const REGISTER_TIMEOUT_MS = 10_000;
const ANSWER_TIMEOUT_MS = 10_000;
const PING_MS = 10_000;
const DEAD_AFTER_MS = 45_000;
const MESSAGES_PER_SECOND = 100;
const TOKEN_SECONDS = 3_600;
/** The maximum number of jobs per worker at once, including simulated ones, which the worker creates itself. */
const MAX_JOBS = 200;
/** The participant attribute with the name under which the agent's worker registered. */
const AGENT_NAME_ATTRIBUTE = 'lk.agent_name';

/** Nanoseconds since 1970, the unit of job times in LiveKit's protocol. */
export const nowNs = () => BigInt(Date.now()) * 1_000_000n;

export interface AgentWorkerHandlers {
  handleRegistered(worker: AgentWorker): void;
  handleClosed(worker: AgentWorker): void;
}

/** The job types of a worker. */
export interface WorkerKind {
  readonly agentName: string;
  readonly namespace: string;
  readonly deployment: string;
  readonly jobType: JobType;
}

/**
 * A LiveKit Agents worker, connected by a WebSocket (`/agent`) that carries protobuf in binary frames
 * (livekit_agent.proto).
 */
export class AgentWorker {
  readonly id = createSid('AW_');
  kind: WorkerKind | undefined;
  load = 0;
  full = false;
  readonly #socket: WebSocket;
  readonly #tokens: Pick<Tokens, 'renew'>;
  readonly #handlers: AgentWorkerHandlers;
  readonly #gate = new RateGate(MESSAGES_PER_SECOND);
  readonly #timers: NodeJS.Timeout[];
  readonly #jobs = new Map<string, Job>();
  readonly #availabilityRequests = new Map<string, (answer: AvailabilityResponse | undefined) => void>();
  #permissions = new ParticipantPermission();
  #lastReceivedAt = performance.now();

  constructor(socket: WebSocket, tokens: Pick<Tokens, 'renew'>, handlers: AgentWorkerHandlers) {
    this.#socket = socket;
    this.#tokens = tokens;
    this.#handlers = handlers;
    this.#timers = [
      setTimeout(() => {
        if (this.kind === undefined) socket.close(1008, 'the agent worker did not register in time');
      }, REGISTER_TIMEOUT_MS),
      setInterval(() => {
        if (performance.now() - this.#lastReceivedAt > DEAD_AFTER_MS) socket.terminate();
        else socket.ping();
      }, PING_MS),
    ];
    socket.on('pong', () => {
      this.#lastReceivedAt = performance.now();
    });
    boundControlFrames(socket);
    socket.on('message', (data: Buffer) => this.#receive(data));
    socket.on('error', () => undefined);
    socket.on('close', () => this.#handleClose());
  }

  get running(): Iterable<Job> {
    return this.#jobs.values();
  }

  /** Offers a job. @returns the job with its state, or undefined if the worker did not accept it within ten seconds. */
  async assign(offered: Job): Promise<Job | undefined> {
    const room = offered.room?.name;
    if (room === undefined || this.#availabilityRequests.has(offered.id)) return undefined;
    if (this.#jobs.size + this.#availabilityRequests.size >= MAX_JOBS) return undefined;
    const job = offered.clone();
    const now = nowNs();
    job.state = new JobState({
      status: JobStatus.JS_RUNNING,
      workerId: this.id,
      startedAt: now,
      updatedAt: now,
    });
    const answer = await this.#requestAvailability(job);
    if (answer === undefined || answer.terminate || !answer.available) return undefined;
    // LiveKit's SDKs use this identity if the agent's code names none.
    const identity = answer.participantIdentity || `agent-${job.id}`;
    job.state.participantIdentity = identity;
    const { participantName: name, participantMetadata: metadata } = answer;
    const attributes = {
      ...answer.participantAttributes,
      [AGENT_NAME_ATTRIBUTE]: this.kind?.agentName ?? '',
    };
    const { canSubscribe, canPublish, canPublishData, canUpdateMetadata, hidden } = this.#permissions;
    const grant = {
      room,
      roomJoin: true,
      agent: true,
      canSubscribe,
      canPublish,
      canPublishData,
      canUpdateOwnMetadata: canUpdateMetadata,
      hidden,
    };
    const token = await this.#tokens.renew({
      identity,
      name,
      metadata,
      attributes,
      grant,
      kind: 'agent',
      ttlSeconds: TOKEN_SECONDS,
    });
    if (this.#socket.readyState !== this.#socket.OPEN) return undefined;
    this.#jobs.set(job.id, job);
    this.#send({ case: 'assignment', value: new JobAssignment({ job, token }) });
    return job;
  }

  /** Ends a running job. @param error the reason, if the job failed */
  terminate(jobId: string, error = ''): void {
    const job = this.#jobs.get(jobId);
    if (job === undefined) return;
    this.#send({ case: 'termination', value: new JobTermination({ jobId }) });
    this.#update(job, error === '' ? JobStatus.JS_SUCCESS : JobStatus.JS_FAILED, error);
  }

  close(reason: string): void {
    this.#socket.close(1001, reason);
  }

  #requestAvailability(job: Job): Promise<AvailabilityResponse | undefined> {
    return new Promise((resolve) => {
      const timeout = setTimeout(() => settle(undefined), ANSWER_TIMEOUT_MS);
      const settle = (answer: AvailabilityResponse | undefined) => {
        clearTimeout(timeout);
        this.#availabilityRequests.delete(job.id);
        resolve(answer);
      };
      this.#availabilityRequests.set(job.id, settle);
      this.#send({ case: 'availability', value: new AvailabilityRequest({ job }) });
    });
  }

  #receive(data: Buffer): void {
    this.#lastReceivedAt = performance.now();
    if (!this.#gate.pass()) {
      this.#socket.pause();
      this.#socket.close(1008, 'too many messages');
      return;
    }
    let message: WorkerMessage['message'];
    try {
      message = readMessage(WorkerMessage, data).message;
    } catch {
      return;
    }
    switch (message.case) {
      case 'register':
        this.#register(message.value);
        return;
      case 'availability':
        this.#availabilityRequests.get(message.value.jobId)?.(message.value);
        return;
      case 'updateWorker':
        this.full = message.value.status === WorkerStatus.WS_FULL;
        this.load = Math.min(1, Math.max(0, message.value.load || 0));
        return;
      case 'updateJob': {
        const { jobId, status, error } = message.value;
        const job = this.#jobs.get(jobId);
        if (job !== undefined) this.#update(job, status, error);
        return;
      }
      case 'ping': {
        const { timestamp: lastTimestamp } = message.value;
        const value = new WorkerPong({ lastTimestamp, timestamp: BigInt(Date.now()) });
        this.#send({ case: 'pong', value });
        return;
      }
      case 'simulateJob': {
        const { kind } = this;
        if (kind === undefined) return;
        const { room, participant } = message.value;
        const type = participant === undefined ? JobType.JT_ROOM : JobType.JT_PUBLISHER;
        const { agentName, namespace } = kind;
        const id = createSid('AJ_');
        void this.assign(new Job({ id, type, room, participant, agentName, namespace }));
        return;
      }
      default:
      // LiveKit's open-source server cannot migrate jobs to another worker either.
    }
  }

  #register({ type, agentName, namespace, deployment, allowedPermissions }: RegisterWorkerRequest): void {
    if (this.kind !== undefined) return;
    this.#permissions =
      allowedPermissions ??
      new ParticipantPermission({
        canSubscribe: true,
        canPublish: true,
        canPublishData: true,
        canUpdateMetadata: true,
      });
    this.kind = { agentName, namespace: namespace ?? '', deployment, jobType: type };
    const value = new RegisterWorkerResponse({ workerId: this.id, serverInfo: serverInfo() });
    this.#send({ case: 'register', value });
    this.#handlers.handleRegistered(this);
  }

  #update(job: Job, status: JobStatus, error: string): void {
    if (job.state === undefined) return;
    job.state.status = status;
    job.state.error = error;
    job.state.updatedAt = nowNs();
    if (status !== JobStatus.JS_SUCCESS && status !== JobStatus.JS_FAILED) return;
    job.state.endedAt = job.state.updatedAt;
    this.#jobs.delete(job.id);
  }

  #handleClose(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    for (const settle of this.#availabilityRequests.values()) settle(undefined);
    for (const job of this.#jobs.values())
      this.#update(job, JobStatus.JS_FAILED, 'the agent worker disconnected');
    this.#handlers.handleClosed(this);
  }

  #send(message: ServerMessage['message']): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return;
    this.#socket.send(new ServerMessage({ message }).toBinary());
  }
}
