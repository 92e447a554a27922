import type { ConversationPlan, WaitingRoom, WorkerReport } from '@visavis/contracts';
import { systemClock } from '../lib/clock.ts';
import { Deferred } from '../lib/deferred.ts';
import type { Logger } from '../lib/logger.ts';
import { withTimeout } from '../lib/timeout.ts';
import { TypingLimits } from '../media/agent/typing-limits.ts';
import { Ending } from '../media/life/ending.ts';
import { AudioSources } from '../media/room/audio-sources.ts';
import { RtcRoomLink } from '../media/room/rtc-room-link.ts';
import { RtcTracks } from '../media/room/rtc-tracks.ts';
import { WaitingAvatar } from '../media/room/waiting-avatar.ts';
import { runConversation } from '../media/run-conversation.ts';
import { FramePace } from '../media/showing/frame-pace.ts';
import { FramePhases } from '../media/showing/frame-phases.ts';
import { ServiceRequests } from './service-requests.ts';
import { HEARTBEAT_MS, isCommand } from './worker-link.ts';
import type { WorkerMedia } from './worker-media.ts';

const LOAD_REPORT_MS = 1000;
const SHUTDOWN_TIMEOUT_MS = 8000;
/** Without the service nothing can be reported; rooms are still left in order if that is quick. */
const ORPHANED_MS = 1500;

export interface WorkerChannel {
  send(report: WorkerReport): void;
  onMessage(handler: (message: unknown) => void): void;
  onClosed(handler: () => void): void;
}

interface RunningConversation {
  ending: Ending;
  forget(content: string | undefined): void;
  warnOfShutdown(secondsLeft: number): void;
  done: Promise<void>;
}

/** Runs the conversations of one worker process. Resolves when it should exit. */
export function runWorker(media: WorkerMedia, channel: WorkerChannel, log: Logger): Promise<void> {
  const worker = new ConversationWorker(media, channel, log);
  return worker.run();
}

class ConversationWorker {
  readonly #media: WorkerMedia;
  readonly #channel: WorkerChannel;
  readonly #log: Logger;
  readonly #framePhases = new FramePhases();
  readonly #framePace = new FramePace();
  readonly #typing = new TypingLimits();
  readonly #audioSources = new AudioSources();
  readonly #running = new Map<string, RunningConversation>();
  /** Waiting avatars, by the id of the conversation for which each waits. */
  readonly #waiting = new Map<string, WaitingAvatar>();
  readonly #requests: ServiceRequests;
  readonly #exiting = new Deferred();

  constructor(media: WorkerMedia, channel: WorkerChannel, log: Logger) {
    this.#media = media;
    this.#channel = channel;
    this.#log = log;
    this.#requests = new ServiceRequests((report) => channel.send(report));
  }

  async run(): Promise<void> {
    this.#channel.onMessage((message) => this.#handleCommand(message));
    this.#channel.onClosed(() => void this.#endAll(ORPHANED_MS));
    const beat = setInterval(
      () =>
        this.#channel.send({
          type: 'heartbeat',
          conversationIds: [...this.#running.keys()],
          residentBytes: process.memoryUsage.rss(),
        }),
      HEARTBEAT_MS,
    );
    const load = this.#reportLoad();
    const { frameMs } = this.#media;
    this.#channel.send({
      type: 'ready',
      pid: process.pid,
      ...(frameMs !== undefined && { pictureMs: frameMs }),
    });
    await this.#exiting.promise;
    clearInterval(beat);
    clearInterval(load);
    await withTimeout(this.#media.close(), ORPHANED_MS, 'closing the shared media').catch(() => undefined);
  }

  #reportLoad(): NodeJS.Timeout {
    let [lastMs, last, idle] = [performance.now(), process.cpuUsage(), true];
    return setInterval(() => {
      const [nowMs, now] = [performance.now(), process.cpuUsage()];
      const { due, late } = this.#framePace.takeCount();
      const conversations = this.#running.size;
      if (conversations > 0 || !idle) {
        this.#channel.send({
          type: 'load',
          conversations,
          picturesDue: due,
          picturesLate: late,
          processorMs: (now.user - last.user + now.system - last.system) / 1000,
          elapsedMs: nowMs - lastMs,
        });
      }
      [lastMs, last, idle] = [nowMs, now, conversations === 0];
    }, LOAD_REPORT_MS);
  }

  /** Ends all conversations because the process was asked to end. */
  async #endAll(timeoutMs: number): Promise<void> {
    for (const { ending } of this.#running.values()) ending.end('shutdown');
    const conversations = [...this.#running.values()].map(({ done }) => done);
    const all = Promise.all([...conversations, ...[...this.#waiting.keys()].map((id) => this.#discard(id))]);
    await withTimeout(all, timeoutMs, 'ending the conversations').catch(() => undefined);
    this.#exiting.resolve();
  }

  #handleCommand(message: unknown): void {
    if (!isCommand(message, this.#log)) return;
    switch (message.type) {
      case 'start':
        this.#start(message.plan);
        break;
      case 'prepare':
        void this.#prepare(message.conversationId, message);
        break;
      case 'discard':
        void this.#discard(message.conversationId);
        break;
      case 'stop':
        this.#running.get(message.conversationId)?.ending.end(message.reason, message.detail);
        break;
      case 'forget':
        this.#running.get(message.conversationId)?.forget(message.content);
        break;
      case 'ending_soon':
        this.#running.get(message.conversationId)?.warnOfShutdown(message.secondsLeft);
        break;
      case 'answer':
        this.#requests.receive(message);
        break;
      case 'pictures':
        this.#framePace.set(message);
        break;
      case 'shutdown':
        void this.#endAll(SHUTDOWN_TIMEOUT_MS);
        break;
    }
  }

  /** Enters the room and reports the outcome; also reports if the avatar loses its room before it is taken. */
  async #prepare(conversationId: string, { room, video }: WaitingRoom): Promise<void> {
    const reportWaiting = (present: boolean) =>
      this.#channel.send({ type: 'waiting', conversationId, present });
    const lost = (why: string, error?: unknown) => {
      if (this.#waiting.get(conversationId) !== avatar) return;
      this.#log.info(
        { event: 'waiting_avatar.lost', conversationId, why, err: error },
        'an avatar that waited for a conversation lost its room',
      );
      void this.#discard(conversationId);
      reportWaiting(false);
    };
    const avatar = new WaitingAvatar(
      video,
      this.#audioSources,
      withFields(this.#log, { conversationId }),
      () => lost('its room was lost'),
    );
    this.#waiting.set(conversationId, avatar);
    try {
      await avatar.enter(room);
      if (this.#waiting.get(conversationId) === avatar) reportWaiting(true);
    } catch (error) {
      lost('its room could not be entered', error);
    }
  }

  /** Resolves when that conversation's waiting avatar, if any, has left. */
  async #discard(conversationId: string): Promise<void> {
    const avatar = this.#waiting.get(conversationId);
    this.#waiting.delete(conversationId);
    await this.#leaveRoom(conversationId, avatar);
  }

  async #leaveRoom(conversationId: string, avatar: WaitingAvatar | undefined): Promise<void> {
    try {
      await avatar?.leave();
    } catch (error) {
      this.#log.warn(
        { event: 'waiting_avatar.leave_not_confirmed', err: error, conversationId },
        'the room did not confirm that a waiting avatar left',
      );
    }
  }

  /** Takes this conversation's waiting avatar. One outside its room leaves; the conversation then connects itself. */
  #takeWaiting(conversationId: string): WaitingAvatar | undefined {
    const avatar = this.#waiting.get(conversationId);
    if (!avatar?.isPresent) {
      void this.#discard(conversationId);
      return undefined;
    }
    this.#waiting.delete(conversationId);
    avatar.handOver();
    return avatar;
  }

  #start(plan: ConversationPlan): void {
    const { conversationId } = plan;
    if (this.#running.has(conversationId)) return;
    const waiting = this.#takeWaiting(conversationId);
    const { engines, openLips, frameMs: _, prepare, ...shared } = this.#media;
    const ending = new Ending();
    let forget: RunningConversation['forget'] = () => undefined;
    let serviceEnds: RunningConversation['warnOfShutdown'] = () => undefined;
    const run = () =>
      runConversation(
        plan,
        {
          ...shared,
          engines: engines(plan),
          createLipTrack: openLips(),
          framePhases: this.#framePhases,
          framePace: this.#framePace,
          typing: this.#typing,
          clock: systemClock,
          log: withFields(this.#log, { conversationId }),
          emit: (event) => this.#channel.send({ type: 'event', conversationId, event }),
          createTracks: (video) => waiting?.tracks ?? new RtcTracks(video, this.#audioSources),
          openRoom: (options) => new RtcRoomLink(options, withFields(this.#log, { conversationId }), waiting),
          onForget: (listener) => {
            forget = listener;
          },
          onShutdownWarning: (listener) => {
            serviceEnds = listener;
          },
          searchKnowledge: (query, take) => this.#requests.search(conversationId, query, take),
          callTool: (request, timeoutMs, signal) =>
            this.#requests.callTool(conversationId, request, timeoutMs, signal),
        },
        ending,
      );
    const prepared = prepare?.().catch((error: unknown) => {
      this.#log.warn(
        { event: 'model.look_failed', err: error, conversationId },
        'the worker could not look for installed models',
      );
    });
    const done = (prepared ? prepared.then(run) : run())
      // The avatar has already left, unless the conversation ended before it connected.
      .then(() => this.#leaveRoom(conversationId, waiting))
      .finally(() => this.#running.delete(conversationId));
    this.#running.set(conversationId, {
      ending,
      done,
      forget: (content) => forget(content),
      warnOfShutdown: (secondsLeft) => serviceEnds(secondsLeft),
    });
  }
}

function withFields(log: Logger, bound: object): Logger {
  const at =
    (level: keyof Logger): Logger[keyof Logger] =>
    (fields, message) =>
      log[level]({ ...bound, ...fields }, message);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
