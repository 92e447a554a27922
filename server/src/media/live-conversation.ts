import { type ConversationPlan, type EnginePlan, NO_PICTURE_RPC } from '@visavis/contracts';
import type { EngineFactory } from '../engines/engine.ts';
import { WaitPhrases } from '../engines/phrases.ts';
import { type Clock, sleep } from '../lib/clock.ts';
import { Deferred } from '../lib/deferred.ts';
import { type Guard, guardCallbacks } from '../lib/guard.ts';
import { messageOf } from '../lib/message-of.ts';
import { NO_LIPS } from '../lips/lip-track.ts';
import { AgentSession } from './agent/agent-session.ts';
import { announceLateStart } from './agent/late-start.ts';
import { organizationTools } from './agent/organization-tools.ts';
import type { ConversationDeps } from './conversation-deps.ts';
import { Audience } from './life/audience.ts';
import { Deadlines } from './life/deadlines.ts';
import type { Ending } from './life/ending.ts';
import { Presence } from './life/presence.ts';
import { RemoteSession } from './remote-agent/remote-session.ts';
import type { Reporter } from './reporter.ts';
import type { AvatarTracks } from './room/avatar-tracks.ts';
import type { ReceivedText, RoomLink, RoomLinkEvents } from './room/room-link.ts';
import type { Session, SessionParts } from './session.ts';
import { FaceKeeper } from './showing/face-keeper.ts';
import { AvatarRunner } from './speaking/avatar-runner.ts';
import { Transcript } from './speaking/transcript.ts';

/** Removing the avatar is a normal end: LiveKit Agents does it when its job is done. */
const NORMAL_REMOVALS = ['PARTICIPANT_REMOVED', 'ROOM_DELETED', 'ROOM_CLOSED'];
/** How long the apology for an engine that did not start waits for a consumer to join. */
const JOIN_WAIT_MS = 10_000;
const MAX_EARLY_TEXTS = 20;

export interface LiveNeeds {
  plan: ConversationPlan;
  deps: ConversationDeps;
  clock: Clock;
  guard: Guard;
  ending: Ending;
  reporter: Reporter;
  framePhase: number;
  tracks: AvatarTracks;
}

/** Creates and connects the parts of one conversation. Nothing runs until `run-conversation.ts` executes its steps. */
export class LiveConversation {
  readonly runner: AvatarRunner;
  readonly waitPhrases: WaitPhrases;
  readonly room: RoomLink;
  readonly face: FaceKeeper;
  readonly deadlines: Deadlines;
  /** Absent if the avatar has no video. */
  readonly audience: Audience | undefined;
  session: Session;
  readonly #transcript: Transcript;
  readonly #needs: LiveNeeds;
  readonly #firstFrame = new Deferred();
  readonly #awaitedJoined = new Deferred();
  /** Resolved from the start if the plan names no consumer. */
  readonly #consumerJoined = new Deferred();
  /** Absent until the avatar can be seen and heard. Then the participants in the room are handled. */
  #presence: Presence | undefined;
  #sessionReady: Promise<boolean> | undefined;
  /** Texts typed before the engine has started. If the fallback takes over, it gets them. */
  #earlyTexts: ReceivedText[] | undefined;
  #hasWarnedOfLoad = false;
  /** The step that the video waits for, for the log. */
  #videoStep = 'publish the tracks';

  constructor(needs: LiveNeeds) {
    this.#needs = needs;
    const { plan, deps, clock, guard, ending, reporter, framePhase, tracks } = needs;
    if (!plan.consumer) this.#consumerJoined.resolve();
    this.waitPhrases = new WaitPhrases(plan.engine?.waitMsgs);
    this.runner = new AvatarRunner({
      ...plan.video,
      clock,
      audio: tracks.audio,
      video: plan.voiceOnly ? undefined : tracks.video,
      framePhase,
      createLipTrack: plan.voiceOnly ? () => NO_LIPS : () => deps.createLipTrack(),
      events: {
        onAudible: (utteranceId) => this.session.onAudible(utteranceId),
        onPlayed: (utteranceId, text, playedMs) => this.session.onPlayed(utteranceId, text, playedMs),
        onFirstFrame: () => this.#firstFrame.resolve(),
        onFaceFailed: (error) => void this.face.failed(error),
        onMediaFailed: (track, error) => {
          deps.log.error(
            { event: 'avatar.track_failed', err: error, track },
            'the avatar can no longer send its audio or video; the conversation ends',
          );
          ending.end('avatar_error', error.message);
        },
      },
    });
    this.room = deps.openRoom({
      url: plan.room.url,
      token: plan.room.token,
      voiceOnly: plan.voiceOnly,
      ...(plan.room.host && { callerRoom: plan.room.host }),
      isHeard: (identity) => identity === plan.consumer?.identity,
      events: guardCallbacks<RoomLinkEvents>(
        {
          onJoined: (identity) => this.#joined(identity),
          onLeft: (identity, hungUp) => this.#left(identity, hungUp),
          onDisconnected: (why) =>
            ending.end(
              NORMAL_REMOVALS.includes(why) ? 'stopped' : 'host_unreachable',
              `disconnected: ${why}`,
            ),
          onReconnected: () =>
            reporter.timeline('reconnected', 'system', 'The avatar reconnected to the room.'),
          onText: (text) => {
            if (this.#earlyTexts && this.#earlyTexts.length < MAX_EARLY_TEXTS) this.#earlyTexts.push(text);
            this.session.onText(text);
          },
          onStreamsRefused: (identity) =>
            reporter.timeline(
              'warning',
              'system',
              `${identity} sends too many data streams; some are ignored.`,
            ),
          onBytes: (bytes) => this.session.onBytes?.(bytes),
          onMicrophone: (_, pcm) => this.session.onMicrophone(pcm),
          onMicrophoneEnded: () => this.session.onMicrophoneEnded(),
        },
        guard,
      ),
    });
    if (!plan.voiceOnly)
      this.audience = new Audience({
        clock,
        room: this.room,
        onSeen: (isSeen) => this.runner.setSeen(isSeen),
      });
    this.deadlines = new Deadlines(clock, plan.limits, {
      onNeverJoined: () => ending.end('never_joined'),
      onGone: (leftAt) => ending.end('consumer_left', undefined, leftAt),
      onWrapUp: (secondsLeft) => this.#warnOfEnd(secondsLeft),
      onTimeUp: () => void this.#timeUp(),
      onIdle: () => ending.end('idle'),
      isBusy: () => this.runner.busy,
    });
    this.#transcript = new Transcript(reporter, this.room);
    this.session = this.#createSession();
    this.face = new FaceKeeper({
      open: (scale, signal) =>
        deps.openFace(plan, scale, (i420, size) => this.runner.showStill(i420, size), signal),
      runner: this.runner,
      clock,
      log: deps.log,
      reporter,
      sendEvent: (event) => this.room.sendEvent(event),
    });
  }

  /** The session of an agent hosted here; absent if the caller's own agent speaks. */
  get #agentSession(): AgentSession | undefined {
    return this.session instanceof AgentSession ? this.session : undefined;
  }

  /** Starts the engine without waiting for it: only the greeting needs it. */
  startSession(): void {
    this.#needs.deps.onShutdownWarning?.((secondsLeft) => this.#warnOfShutdown(secondsLeft));
    if (!this.#agentSession) return;
    this.#needs.deps.onForget?.((content) => this.#agentSession?.forget(content));
    this.#sessionReady = this.#startAgent(this.#agentSession);
  }

  /** Starts the engine or its fallback. @returns false if both failed, which has been reported by then */
  async #startAgent(primary: AgentSession): Promise<boolean> {
    const { ending, plan, deps } = this.#needs;
    const { fallback } = deps.engines;
    const hasStarted = await primary.start();
    const earlyTexts = this.#earlyTexts;
    this.#earlyTexts = undefined;
    if (hasStarted || !earlyTexts || !fallback || !plan.engine || ending.hasEnded) return hasStarted;
    const fallbackSession = this.#createAgentSession({ ...plan.engine, name: 'pipeline' }, fallback);
    this.session = fallbackSession;
    for (const text of earlyTexts) fallbackSession.onText(text);
    await primary.close();
    return fallbackSession.start();
  }

  /** Sends frames at the rate and size that the machine can sustain. */
  followLoad(): { leave(): void } {
    const { deps, plan, reporter } = this.#needs;
    return deps.framePace.join({
      stats: this.runner.frameStats,
      apply: ({ maxFps, scale, savesInSilence }) => {
        const fps = Math.min(plan.video.fps, maxFps);
        this.runner.setFrameRate(fps, savesInSilence);
        void this.face.resize(scale);
        if (this.#hasWarnedOfLoad || fps === plan.video.fps) return;
        this.#hasWarnedOfLoad = true;
        reporter.timeline(
          'warning',
          'system',
          `This machine is overloaded: the video temporarily has ${fps} frames per second.`,
        );
      },
    });
  }

  /** Never rejects: if the room cannot be entered, the conversation ends. */
  async connect(): Promise<void> {
    const { ending, plan } = this.#needs;
    try {
      const { textTopics, byteTopics, rpc } = this.session;
      // The fallback may replace the session while its engine starts.
      const calls = Object.keys(rpc).map(
        (name) =>
          [name, (caller: string, payload: string) => this.session.rpc[name]!(caller, payload)] as const,
      );
      const noPicture = { [NO_PICTURE_RPC]: (caller: string) => this.#endWithoutPicture(caller) };
      await this.room.connect({
        textTopics,
        byteTopics,
        rpc: { ...Object.fromEntries(calls), ...noPicture },
      });
    } catch (error) {
      ending.end('host_unreachable', messageOf(error).replaceAll(plan.room.token, '…'));
    }
  }

  /** Ends the conversation if the consumer reports that it received no video, so that the record shows the reason. */
  #endWithoutPicture(participant: string): string {
    const { plan, deps, ending } = this.#needs;
    if (participant !== plan.consumer?.identity || plan.voiceOnly || ending.hasEnded) return 'ignored';
    deps.log.warn(
      { event: 'avatar.not_seen', participant, step: this.#videoStep },
      'the client of the consumer reported that it received no video of the avatar; the conversation ends',
    );
    ending.end(
      'avatar_error',
      'The client of the consumer reported that it received no video of the avatar.',
    );
    return 'ok';
  }

  async publish(): Promise<void> {
    const { plan, reporter, tracks } = this.#needs;
    await this.room.publish(tracks);
    this.#videoStep = 'draw the first frame';
    reporter.timeline('avatar_joined', 'system', plan.room.avatarIdentity);
  }

  admitParticipants(): void {
    this.#presence = new Presence(this.#needs.plan);
    for (const identity of this.room.participants()) this.#joined(identity);
  }

  async recordFirstFrame(): Promise<void> {
    await this.#firstFrame.promise;
    this.#videoStep = 'send the video to the consumer';
    this.#needs.reporter.timeline('first_frame', 'system', '');
  }

  #joined(identity: string): void {
    const { reporter, plan } = this.#needs;
    const author = identity === plan.remoteAgent?.identity ? 'character' : 'user';
    const change = this.#presence?.joined(identity);
    this.audience?.joined();
    if (this.#presence?.present) this.#awaitedJoined.resolve();
    if (identity === plan.consumer?.identity) this.#consumerJoined.resolve();
    if (change === 'joined') {
      reporter.joined();
      reporter.timeline('consumer_joined', author, identity);
      this.deadlines.joined();
      void this.#welcome();
    } else if (change === 'seen') {
      reporter.timeline('consumer_joined', author, identity);
    } else if (change === 'back') {
      reporter.timeline('reconnected', author, identity);
      this.deadlines.back();
      this.session.onParticipantsBack();
    }
  }

  async #welcome(): Promise<void> {
    // A consumer whose connection is still being set up would miss the first words.
    const audioReceived = this.room.audioReceived();
    void audioReceived.then(() => {
      this.face.repeatAnnouncement();
      const { runner, waitPhrases } = this;
      void announceLateStart({ ...this.#needs, runner, waitPhrases, ready: this.#sessionReady });
    });
    const [ready] = await Promise.all([this.#sessionReady, audioReceived]);
    if (ready && !this.#needs.ending.hasEnded) this.#agentSession?.greet();
  }

  #left(identity: string, hungUp: boolean): void {
    const { ending, reporter } = this.#needs;
    this.audience?.left();
    // All participants leave when the conversation has ended; only a departure before that counts.
    if (this.#presence?.left(identity) !== 'lost' || ending.hasEnded) return;
    reporter.timeline('consumer_left', 'user', identity);
    this.session.onParticipantLost(identity);
    // Last, because this may end the conversation, and nothing in the timeline follows its end.
    this.deadlines.lost(hungUp);
  }

  /** Warns of a shutdown of the service. The avatar does not mention it: that would only disturb the conversation. */
  #warnOfShutdown(secondsLeft: number): void {
    if (this.#needs.ending.hasEnded) return;
    const message = `The service restarts: the conversation ends in ${Math.round(secondsLeft)} seconds at the latest.`;
    this.#needs.reporter.timeline('warning', 'system', message);
    this.room.sendEvent({ type: 'warning', code: 'service_ending', message, secondsLeft });
  }

  #warnOfEnd(secondsLeft: number): void {
    const message = `The conversation ends in ${Math.round(secondsLeft)} seconds.`;
    this.#needs.reporter.timeline('warning', 'system', message);
    this.room.sendEvent({ type: 'warning', code: 'ending_soon', message, secondsLeft });
    this.#agentSession?.wrapUp(secondsLeft);
  }

  async #timeUp(): Promise<void> {
    const { plan, ending } = this.#needs;
    await this.session.finishSentence(plan.limits.finishSentenceMs);
    ending.end('max_duration');
  }

  async #sessionFailed(message: string): Promise<void> {
    const { deps, clock, ending, reporter } = this.#needs;
    if (ending.hasEnded) return;
    if (this.#earlyTexts) {
      reporter.timeline('warning', 'system', `${message}; another model stands in`);
      return;
    }
    deps.log.error({ event: 'engine.failed', reason: message }, 'the engine failed; the conversation ends');
    reporter.timeline('error', 'system', message);
    // Waits for a consumer who is about to join, so that they learn why the conversation ends.
    if (!this.#presence?.present)
      await Promise.race([this.#awaitedJoined.promise, sleep(clock, JOIN_WAIT_MS)]);
    if (this.#presence?.present) {
      await this.room.audioReceived();
      this.room.sendEvent({
        type: 'warning',
        code: 'provider',
        message: 'The agent failed; the conversation ends.',
      });
      await this.#agentSession?.apologize();
    }
    ending.end('provider_error', message);
  }

  #createSession(): Session {
    const { plan, deps } = this.#needs;
    if (plan.mode === 'remote_agent') {
      const agentIdentity = plan.remoteAgent?.identity;
      if (!agentIdentity) throw new Error('the conversation plan contains no remote agent');
      const consumerJoined = this.#consumerJoined.promise;
      const onActivity = () => this.deadlines.activity();
      return new RemoteSession({
        ...this.#sessionParts(undefined),
        plan,
        agentIdentity,
        consumerJoined,
        onActivity,
      });
    }
    const createEngine = plan.engine && deps.engines[plan.engine.name];
    if (!plan.engine || !createEngine) throw new Error(`there is no engine "${plan.engine?.name ?? ''}"`);
    if (deps.engines.fallback) this.#earlyTexts = [];
    return this.#createAgentSession(plan.engine, createEngine);
  }

  #sessionParts(engine: EnginePlan | undefined): SessionParts {
    const { plan, deps, clock, reporter } = this.#needs;
    const { log, fallbackVoice, userPatience } = deps;
    const fallback = { ...(fallbackVoice && { fallbackVoice }), ...(userPatience && { userPatience }) };
    return {
      clock,
      runner: this.runner,
      room: this.room,
      reporter,
      log,
      hearingDeps: deps.openHearingDeps(engine, plan.organizationId),
      waitPhrases: this.waitPhrases,
      ...fallback,
    };
  }

  #createAgentSession(engine: EnginePlan, createEngine: EngineFactory): AgentSession {
    const { plan, deps, guard, ending } = this.#needs;
    const { callTool } = deps;
    return new AgentSession({
      ...this.#sessionParts(engine),
      guard,
      plan: engine,
      transcript: this.#transcript,
      consumerIdentity: plan.consumer?.identity,
      textRefusal: deps.typing.forConversation(plan.organizationId),
      createEngine,
      ...(deps.searchKnowledge && plan.knowledgeBaseId && { searchKnowledge: deps.searchKnowledge }),
      ...(callTool &&
        plan.tools && {
          createTools: (languageNow) => organizationTools(plan.tools!, callTool, languageNow),
        }),
      events: {
        onActivity: () => this.deadlines.activity(),
        onEndRequested: () => ending.end('stopped', 'The agent ended the conversation.'),
        onFailed: (message) => void this.#sessionFailed(message),
      },
    });
  }
}
