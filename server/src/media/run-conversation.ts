import type { ConversationEvent, ConversationPlan, EngineName, FoundPassage } from '@visavis/contracts';
import type { EngineFactory } from '../engines/engine.ts';
import type { Face } from '../faces/face.ts';
import { type Clock, sleep } from '../lib/clock.ts';
import { guardClock } from '../lib/guard-clock.ts';
import type { Logger } from '../lib/logger.ts';
import { steadyClock } from '../lib/steady-clock.ts';
import type { LipTrack } from '../lips/lip-track.ts';
import type { Voice } from '../voices/voice.ts';
import { AgentSession } from './agent/agent-session.ts';
import type { VoiceActivity } from './agent/consumer-ears.ts';
import { type CallTool, organizationTools } from './agent/organization-tools.ts';
import { AvatarRunner } from './avatar/avatar-runner.ts';
import type { FramePhases } from './avatar/frame-phases.ts';
import { CleanUp } from './life/clean-up.ts';
import { ConversationLimits } from './life/conversation-limits.ts';
import type { Ending } from './life/ending.ts';
import { FaceKeeper } from './life/face-keeper.ts';
import { Presence } from './life/presence.ts';
import { RemoteSession } from './remote-agent/remote-session.ts';
import { Reporter } from './reporter.ts';
import type { AvatarTracks, RoomLink, RoomLinkOptions } from './room/room-link.ts';
import type { Session } from './session.ts';

/** How long the greeting waits for the consumer to receive our sound. */
const HEARD_TIMEOUT_MS = 3000;
/** Whoever owns the room does this on purpose: LiveKit Agents removes the avatar when its job is over. */
const DISMISSALS = ['PARTICIPANT_REMOVED', 'ROOM_DELETED', 'ROOM_CLOSED'];
/** A step of the clean-up that takes longer is left behind. */
const CLEAN_UP_STEP_MS = 3000;
/** How long the apology for an engine that did not start waits for somebody to hear it. */
const ARRIVAL_MS = 10_000;
const APOLOGY = 'I am sorry, I cannot go on just now. Please try again in a moment.';

/** What a worker lends to a conversation. */
export interface ConversationDeps {
  clock: Clock;
  log: Logger;
  emit: (event: ConversationEvent) => void;
  createTracks: (video: ConversationPlan['video']) => AvatarTracks;
  openRoom: (options: RoomLinkOptions) => RoomLink;
  openFace: (plan: ConversationPlan) => Promise<Face>;
  /** `FaceCaps.latencyMs` of that face, known before it is open; 0 where it draws from visemes. */
  faceLatencyMs: (plan: ConversationPlan) => number;
  engines: Partial<Record<EngineName, EngineFactory>>;
  createLipTrack: () => LipTrack;
  /** Shared by the conversations of the process. */
  framePhases: FramePhases;
  createVoiceActivity: () => VoiceActivity;
  searchKnowledge?: (query: string, take: number) => Promise<FoundPassage[]>;
  /** Calls when memories of the consumer are erased: all, or those with this content. */
  onForget?: (listener: (content: string | undefined) => void) => void;
  /** Absent where tools cannot be called. */
  callTool?: CallTool;
  /** Says sorry when the engine cannot. */
  apologyVoice?: Voice;
}

/**
 * The live half of a conversation. Resolves when everything is cleaned up and the end is reported, which happens
 * exactly once, whatever goes wrong. `ending` is also how others end it.
 */
export async function runConversation(
  plan: ConversationPlan,
  deps: ConversationDeps,
  ending: Ending,
): Promise<void> {
  // The machine's clock may be put right meanwhile; what a conversation lasts is charged by what is reported.
  const clock = steadyClock(deps.clock);
  const reporter = new Reporter(clock, deps.emit);
  const cleanUp = new CleanUp(deps.log, CLEAN_UP_STEP_MS);
  try {
    await Promise.race([perform(plan, { ...deps, clock }, { ending, reporter, cleanUp }), ending.came]);
  } catch (error) {
    deps.log.error({ err: error }, 'the conversation could not go on');
    ending.because('avatar_error', messageOf(error));
  }
  const { reason, detail, at } = await ending.came;
  await cleanUp.run();
  reporter.ended(reason, detail, at);
}

/** Resolves when the avatar stands in the room; from then on events drive the functions below. */
async function perform(
  plan: ConversationPlan,
  deps: ConversationDeps,
  { ending, reporter, cleanUp }: { ending: Ending; reporter: Reporter; cleanUp: CleanUp },
): Promise<void> {
  const { log } = deps;
  // Other conversations live in this process: what one of them throws in a timer ends that one.
  const clock = guardClock(deps.clock, (error) => {
    log.error({ err: error }, 'a conversation failed');
    ending.because('avatar_error', messageOf(error));
  });
  const presence = new Presence(plan);
  let tellSomebodyCame: () => void = () => undefined;
  const somebodyCame = new Promise<void>((resolve) => {
    tellSomebodyCame = resolve;
  });

  let drawn = false;
  let published = false;

  const place = deps.framePhases.take();
  cleanUp.add('frame phase', () => place.release());
  const tracks = deps.createTracks(plan.video);
  cleanUp.add('tracks', () => tracks.close());
  const runner = new AvatarRunner({
    ...plan.video,
    clock,
    audio: tracks.audio,
    video: tracks.video,
    framePhase: place.phase,
    faceLatencyMs: deps.faceLatencyMs(plan),
    createLipTrack: () => deps.createLipTrack(),
    events: {
      onAudible: (utteranceId) => session.onAudible(utteranceId),
      onUttered: (utteranceId, text, playedMs) => session.onUttered(utteranceId, text, playedMs),
      onFirstFrame: () => {
        drawn = true;
        if (published) tellFirstFrame();
      },
      onFaceFailed: (error) => void face.failed(error),
      onMediaFailed: (error) => ending.because('avatar_error', error.message),
    },
  });
  const room = deps.openRoom({
    url: plan.room.url,
    token: plan.room.token,
    ...(plan.room.host && { host: plan.room.host }),
    hears: (identity) => identity === plan.consumer?.identity,
    events: {
      onJoined: (identity) => {
        // Whoever comes earlier is met when there is something to see and hear.
        if (published) arrived(identity);
      },
      onLeft: dropped,
      onDisconnected: (why) =>
        ending.because(DISMISSALS.includes(why) ? 'stopped' : 'host_unreachable', `disconnected: ${why}`),
      onReconnected: () => reporter.timeline('reconnected', 'system', 'The avatar reconnected to the room.'),
      onText: (text) => session.onText(text),
      onBytes: (bytes) => session.onBytes?.(bytes),
      onMicrophone: (_, pcm) => session.onMicrophone(pcm),
      onMicrophoneEnded: () => session.onMicrophoneEnded(),
    },
  });
  const limits = new ConversationLimits(clock, plan.limits, {
    onNeverJoined: () => ending.because('never_joined'),
    onGone: (leftAt) => ending.because('consumer_left', undefined, leftAt),
    onWrapUp: almostOver,
    onTimeUp: () => void timeUp(),
    onIdle: () => ending.because('idle'),
    isBusy: () => runner.busy,
  });
  const session = createSession();
  /** Absent where the caller's agent speaks. */
  const hosted = session instanceof AgentSession ? session : undefined;
  if (hosted) deps.onForget?.((content) => hosted.forget(content));
  const face = new FaceKeeper({
    open: () => deps.openFace(plan),
    runner,
    clock,
    log,
    reporter,
    sendEvent: (event) => room.sendEvent(event),
  });
  cleanUp.add('face', () => face.close());
  cleanUp.add('runner', () => runner.stop());
  cleanUp.add('room', () => room.leave());
  cleanUp.add('farewell', async () => room.sendEvent({ type: 'ended', reason: (await ending.came).reason }));
  cleanUp.add('session', () => session.close());
  cleanUp.add('limits', () => limits.close());

  // The face is drawn and the provider called while the room is entered.
  runner.start();
  void face.show();
  const sessionReady = hosted?.start();
  await enter();

  async function enter(): Promise<void> {
    try {
      await room.connect(session);
    } catch (error) {
      ending.because('host_unreachable', messageOf(error).replaceAll(plan.room.token, '…'));
    }
    if (ending.hasCome) return;
    await room.publish(tracks);
    published = true;
    reporter.timeline('avatar_joined', 'system', plan.room.avatarIdentity);
    limits.opened();
    for (const identity of room.participants()) arrived(identity);
    if (drawn) tellFirstFrame();
  }

  function tellFirstFrame(): void {
    reporter.timeline('first_frame', 'system', '');
  }

  function arrived(identity: string): void {
    const change = presence.joined(identity);
    if (presence.present) tellSomebodyCame();
    if (change === 'joined') {
      reporter.joined();
      reporter.timeline('consumer_joined', 'user', identity);
      limits.joined();
      void welcome();
    } else if (change === 'seen') {
      reporter.timeline('consumer_joined', 'user', identity);
    } else if (change === 'back') {
      reporter.timeline('reconnected', 'user', identity);
      limits.back();
      session.back();
    }
  }

  async function welcome(): Promise<void> {
    // The first words would be lost on somebody whose connection still comes up.
    const [ready] = await Promise.all([sessionReady, room.heardBySomebody(HEARD_TIMEOUT_MS)]);
    if (ready && !ending.hasCome) hosted?.greet();
  }

  function dropped(identity: string, hungUp: boolean): void {
    // Who leaves because it is over has not left it.
    if (presence.left(identity) !== 'lost' || ending.hasCome) return;
    reporter.timeline('consumer_left', 'user', identity);
    session.lost(identity);
    // Last, because this may be when it ended: nothing in the timeline comes after its end.
    limits.lost(hungUp);
  }

  function almostOver(secondsLeft: number): void {
    const message = `The conversation ends in ${Math.round(secondsLeft)} seconds.`;
    reporter.timeline('warning', 'system', message);
    room.sendEvent({ type: 'warning', code: 'ending_soon', message, secondsLeft });
    hosted?.wrapUp(secondsLeft);
  }

  async function timeUp(): Promise<void> {
    await session.finishSentence(plan.limits.finishSentenceMs);
    ending.because('max_duration');
  }

  async function sessionFailed(message: string): Promise<void> {
    if (ending.hasCome) return;
    log.error({ reason: message }, 'the engine failed');
    reporter.timeline('error', 'system', message);
    // Whoever is still on the way is told, too: an empty room explains nothing.
    if (!presence.present) await Promise.race([somebodyCame, sleep(clock, ARRIVAL_MS)]);
    if (presence.present) {
      await room.heardBySomebody(HEARD_TIMEOUT_MS);
      room.sendEvent({ type: 'warning', code: 'provider', message: 'The agent cannot go on.' });
      await hosted?.apologise(APOLOGY);
    }
    ending.because('provider_error', message);
  }

  function createSession(): Session {
    const { createVoiceActivity } = deps;
    const common = { clock, runner, room, reporter, log, createVoiceActivity };
    if (plan.mode === 'remote_agent') {
      const agentIdentity = plan.remoteAgent?.identity;
      if (!agentIdentity) throw new Error('the plan names no remote agent');
      return new RemoteSession({ ...common, plan, agentIdentity, onActivity: () => limits.activity() });
    }
    const createEngine = plan.engine && deps.engines[plan.engine.name];
    if (!plan.engine || !createEngine) throw new Error(`there is no engine "${plan.engine?.name ?? ''}"`);
    return new AgentSession({
      ...common,
      plan: plan.engine,
      consumerIdentity: plan.consumer?.identity,
      createEngine,
      ...(deps.searchKnowledge && plan.knowledgeBaseId && { searchKnowledge: deps.searchKnowledge }),
      ...(deps.callTool && plan.tools && { tools: organizationTools(plan.tools, deps.callTool) }),
      ...(deps.apologyVoice && { apologyVoice: deps.apologyVoice }),
      events: {
        onActivity: () => limits.activity(),
        onEndRequested: () => ending.because('stopped', 'The agent ended the conversation.'),
        onFailed: (message) => void sessionFailed(message),
      },
    });
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
