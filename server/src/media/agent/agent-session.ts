import {
  type AgentState,
  CHAT_TOPIC,
  DEFAULT_VOICE,
  type EnginePlan,
  IMAGE_TOPIC,
  INTERRUPT_RPC,
} from '@visavis/contracts';
import type { Engine, EngineEvent } from '../../engines/engine.ts';
import { phrase } from '../../engines/phrases.ts';
import { messageOf } from '../../lib/message-of.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import type { VoiceStyle } from '../../voices/voice.ts';
import { ConsumerLanguage } from '../hearing/consumer-language.ts';
import type { ReceivedBytes, ReceivedText } from '../room/room-link.ts';
import type { Session } from '../session.ts';
import { speakApology } from '../speaking/apology.ts';
import type { Transcript } from '../speaking/transcript.ts';
import { TranscriptFollower } from '../speaking/transcript-follower.ts';
import { untilSentenceEnds } from '../speaking/until-sentence-ends.ts';
import { reportTurn } from '../turn/report-turn.ts';
import {
  type EngineReport,
  FIRST_TURN_STATE,
  type TurnCommand,
  type TurnInput,
  type TurnState,
} from '../turn/turn.ts';
import { TurnClock, type TurnMeasure } from '../turn/turn-clock.ts';
import { nextTurn } from '../turn/turn-table.ts';
import type { AgentSessionOptions } from './agent-session-options.ts';
import { ConsumerMessages } from './consumer-messages.ts';
import { ConsumerVoice } from './consumer-voice.ts';
import { recordEngineReport } from './engine-reports.ts';
import { EngineSpeech } from './engine-speech.ts';
import { turnInputOf } from './engine-turn-input.ts';
import { type SilenceActions, SilenceWatch } from './silence-watch.ts';
import { standInFor } from './stand-in.ts';

/** How long a hang-up waits for the agent's goodbye to begin. */
const FAREWELL_MS = 1500;

/**
 * A hosted conversation, in which our engine speaks. `turn/turn-table.ts` makes the decisions; this class reports
 * events to it and executes its commands on the engine, the runner, the room and the transcript.
 */
export class AgentSession implements Session {
  readonly textTopics = { [CHAT_TOPIC]: 'whole' } as const;
  readonly byteTopics = [IMAGE_TOPIC];
  readonly rpc = { [INTERRUPT_RPC]: (caller: string) => this.#onInterruptRpc(caller) };
  readonly #options: AgentSessionOptions;
  readonly #engine: Engine;
  readonly #transcript: Transcript;
  readonly #heardWords: TranscriptFollower;
  readonly #speech: EngineSpeech;
  readonly #turns: TurnClock;
  readonly #voice: ConsumerVoice;
  readonly #messages: ConsumerMessages;
  readonly #language: ConsumerLanguage;
  readonly #silence: SilenceWatch;
  #turn: TurnState = FIRST_TURN_STATE;
  #cancelFarewell: () => void = () => undefined;
  /** The user's last words. */
  #lastWords = '';
  /** Whether the user lost the connection before they heard any of the answer to `#lastWords`. */
  #isAnswerOwed = false;
  /** The current plan. When memories are erased, it is replaced rather than modified. */
  #plan: EnginePlan;

  constructor(options: AgentSessionOptions) {
    const { clock, guard, runner, plan, createEngine, searchKnowledge, createTools } = options;
    this.#options = options;
    this.#plan = plan;
    this.#language = new ConsumerLanguage(plan.language);
    this.#transcript = options.transcript;
    this.#heardWords = new TranscriptFollower(clock, runner, this.#transcript);
    this.#speech = new EngineSpeech(options);
    this.#turns = new TurnClock(plan.name);
    const currentPlan = () => this.#plan;
    const input = {
      isStarting: () => this.#turn.name === 'starting',
      takesInput: () => this.#takesInput,
      onActivity: options.events.onActivity,
    };
    this.#engine = createEngine({
      get plan() {
        return currentPlan();
      },
      emit: (event) => guard(() => this.#onEngineEvent(event)),
      ...(searchKnowledge && { searchKnowledge }),
      ...(createTools && { tools: createTools(() => this.#language.now) }),
    });
    this.#voice = new ConsumerVoice({
      ...options,
      ...input,
      language: plan.language,
      engineHears: this.#engine.hears,
      callEngine: (action) => this.#callEngine(action),
      onTurnInput: (input) => this.#onTurnInput(input),
    });
    this.#silence = new SilenceWatch(clock, this.#createStandIn());
    const canSee = this.#engine.showImage !== undefined;
    this.#messages = new ConsumerMessages({
      ...options,
      ...input,
      onText: (text) => this.#onTurnInput({ type: 'text_received', text }),
      onPicture: canSee ? (image) => this.#callEngine((engine) => engine.showImage?.(image)) : undefined,
    });
  }

  onBytes(bytes: ReceivedBytes): void {
    this.#messages.receiveBytes(bytes);
  }

  /** Starts the engine. Resolves with false if that failed, which has been reported by then. */
  async start(): Promise<boolean> {
    this.#options.room.setUnderstoodBy(this.#voice.understoodBy(this.#plan.name));
    this.#show('initializing');
    try {
      await this.#engine.start();
    } catch (error) {
      if (error instanceof ProviderError) this.#options.reporter.fault(error.fault);
      this.#onTurnInput({ type: 'engine_failed', message: messageOf(error) });
      return false;
    }
    this.#onTurnInput({ type: 'engine_started' });
    this.#voice.engineStarted();
    return true;
  }

  /** Called when the consumer is in the room and receives the avatar's audio. */
  greet(): void {
    this.#onTurnInput({ type: 'consumer_ready' });
  }

  onText(text: ReceivedText): void {
    this.#messages.receiveText(text);
  }

  onMicrophone(pcm: Int16Array): void {
    if (this.#takesInput) this.#voice.push(pcm);
  }

  onMicrophoneEnded(): void {
    this.#voice.microphoneEnded();
  }

  onAudible(utteranceId: string): void {
    this.#options.events.onActivity();
    this.#onTurnInput({
      type: 'utterance_audible',
      utteranceId,
      isWait: this.#turns.asideOf(utteranceId) === 'wait',
    });
  }

  onPlayed(utteranceId: string, text: string, playedMs: number): void {
    this.#options.events.onActivity();
    this.#silence.restartSilence(this.#options.clock.now());
    this.#onTurnInput({ type: 'utterance_played', utteranceId, text, playedMs });
  }

  onParticipantLost(): void {
    if (this.#turn.name === 'thinking') this.#isAnswerOwed = true;
    this.#onTurnInput({ type: 'participant_lost' });
    this.#voice.lost();
  }

  onParticipantsBack(): void {
    this.#callEngine((engine) =>
      engine.updateContext('The connection to the user was lost and is back now.'),
    );
    const isDue = this.#isAnswerOwed && this.#options.textRefusal() === undefined;
    if (isDue) this.#callEngine((engine) => engine.sendText(this.#lastWords));
    this.#isAnswerOwed = false;
  }

  wrapUp(secondsLeft: number): void {
    this.#callEngine((engine) => engine.wrapUp(secondsLeft));
  }

  /** Called when memories of the consumer are erased: those with this content, or all if it is `undefined`. */
  forget(content: string | undefined): void {
    const { memories } = this.#plan;
    if (!memories) return;
    const left = content === undefined ? [] : memories.filter((memory) => memory.content !== content);
    this.#plan = { ...this.#plan, memories: left };
    this.#callEngine((engine) => engine.forget());
  }

  async finishSentence(maxMs: number): Promise<void> {
    this.#onTurnInput({ type: 'finish_requested' });
    await untilSentenceEnds(this.#options, maxMs);
    this.#onTurnInput({ type: 'sentence_over' });
  }

  /** Says in the fallback voice that the agent cannot go on, or only writes it. Resolves in bounded time. */
  async apologize(): Promise<void> {
    this.#onTurnInput({ type: 'apology_due' });
    const utteranceId = 'apology';
    const text = this.#plan.apology ?? phrase('cannotGoOn', this.#language.now);
    const write = () => void this.#transcript.settle(utteranceId, text);
    await speakApology({ utteranceId, text, style: this.#fallbackStyle }, { ...this.#options, write });
  }

  /** Speaks in place of an engine that leaves the user in silence, or lets it speak if it does so by itself. */
  #createStandIn(): SilenceActions {
    return standInFor({
      ...this.#options,
      engine: this.#engine,
      engineName: this.#plan.name,
      style: () => this.#fallbackStyle,
      apology: () => this.#plan.apology,
      silence: () => this.#silence,
      dropAnswer: () => this.#callEngine((engine) => engine.interrupt()),
      isApologyDue: () => true,
      emit: (event) => this.#handleEngineEvent(event),
    });
  }

  get #fallbackStyle(): VoiceStyle {
    return { voice: this.#plan.voice ?? DEFAULT_VOICE, language: this.#language.now };
  }

  async close(): Promise<void> {
    this.#onTurnInput({ type: 'close_requested' });
    this.#cancelFarewell();
    this.#silence.close();
    this.#voice.close();
    await this.#engine.close();
  }

  get #takesInput(): boolean {
    return !['closing', 'failed', 'closed'].includes(this.#turn.name);
  }

  #onInterruptRpc(caller: string): string {
    if (caller !== this.#options.consumerIdentity || !this.#takesInput) return 'ignored';
    this.#options.events.onActivity();
    this.#onTurnInput({ type: 'interrupt_requested' });
    return 'ok';
  }

  #onEngineEvent(event: EngineEvent): void {
    this.#silence.engineEmitted(event);
    if (event.type === 'user_speech') this.#voice.onProviderSpeech(event.speaking, event.cut === true);
    else this.#handleEngineEvent(event);
  }

  #handleEngineEvent(event: Exclude<EngineEvent, { type: 'user_speech' }>): void {
    if (event.type === 'utterance_started' && event.aside) {
      this.#turns.markAside(event.utteranceId, event.aside);
      if (event.aside === 'wait') this.#options.waitPhrases.markSpoken();
    }
    this.#onTurnInput(turnInputOf(event));
  }

  /**
   * Executing a command may cause further events: an engine answers, or the last sample of an interrupted utterance
   * turns out to have been sent already. They are handled immediately, between two commands.
   */
  #onTurnInput(input: TurnInput): void {
    const before = this.#turn;
    const [turn, commands] = nextTurn(before, {
      ...input,
      playing: this.#options.runner.busy,
      userSpeaks: this.#voice.speaking,
      undecided: this.#voice.isUndecided,
    });
    this.#turn = turn;
    if (turn.shown !== before.shown) this.#show(turn.shown);
    for (const command of commands) this.#execute(command);
  }

  /** The handler for each type of command. */
  readonly #handlers: {
    [Type in TurnCommand['type']]: (command: Extract<TurnCommand, { type: Type }>) => void;
  } = {
    stop_speech: (command) => this.#stopSpeech(command),
    record_text: ({ text }) => {
      const { clock } = this.#options;
      this.#lastWords = text;
      this.#followLanguage(text);
      this.#transcript.userTyped(text);
      this.#turns.userEnded('text', clock.now(), clock.wall());
      this.#silence.userEnded(clock.now());
    },
    send_text: ({ text }) => this.#callEngine((engine) => engine.sendText(text)),
    send_waiting_texts: ({ texts }) => {
      for (const text of texts) this.#onTurnInput({ type: 'text_received', text });
    },
    refuse_text: () =>
      this.#messages.refuse(
        'message was not passed to the agent',
        'the agent is still starting and the maximum number of messages is already waiting',
      ),
    ask_greeting: () => {
      // A fixed greeting in one of the engine's own voices comes as soon as a wait phrase would.
      if (!this.#engine.wait || !this.#plan.greeting?.trim())
        this.#silence.userEnded(this.#options.clock.now());
      this.#callEngine((engine) => engine.greet());
    },
    measure_speech_end: ({ trailingMs }) => {
      const { clock } = this.#options;
      this.#silence.userEnded(clock.now() - trailingMs);
      this.#reportTurn(this.#turns.userEnded('speech', clock.now() - trailingMs, clock.wall() - trailingMs));
    },
    record_audible: ({ utteranceId, greeting }) => this.#recordAudible(utteranceId, greeting),
    settle_utterance: ({ utteranceId, text }) => void this.#transcript.settle(utteranceId, text),
    play_audio: ({ audio }) => {
      if (this.#speech.append(audio.utteranceId, audio))
        this.#turns.engineAudio(audio.utteranceId, this.#options.clock.now());
    },
    add_words: ({ utteranceId, text, time }) => this.#speech.appendText(utteranceId, text, time),
    finish_utterance: ({ utteranceId, spokenText }) => this.#options.runner.finish(utteranceId, spokenText),
    record_report: ({ report }) => this.#recordReport(report),
    await_farewell: () => {
      this.#cancelFarewell();
      this.#cancelFarewell = this.#options.clock.after(FAREWELL_MS, () =>
        this.#onTurnInput({ type: 'farewell_over' }),
      );
    },
    end_conversation: () => this.#options.events.onEndRequested(),
    report_failure: ({ message }) => this.#options.events.onFailed(message),
    log_failure: ({ message }) =>
      this.#options.log.warn(
        { event: 'engine.failed_at_end', reason: message },
        'the engine failed while the conversation ended',
      ),
  };

  #execute<Type extends TurnCommand['type']>(command: Extract<TurnCommand, { type: Type }>): void {
    this.#handlers[command.type as Type](command);
  }

  /** Stops audio and mouth, reports to the engine what the user heard, and cuts the transcript there. */
  #stopSpeech({ by, engine }: Extract<TurnCommand, { type: 'stop_speech' }>): void {
    const { runner, reporter, room } = this.#options;
    const heard = runner.interrupt();
    if (heard.length === 0 && engine === 'if_cut') return;
    this.#turns.forget();
    const [first] = heard.map((each) => {
      const { entryId, text } = this.#transcript.settle(each.utteranceId, each.heardText);
      return { ...each, heardText: text, entryId };
    });
    if (engine !== 'leave') this.#callEngine((current) => current.interrupt(first));
    const heardMs = Math.round(first?.heardMs ?? 0);
    if (!first || heardMs === 0 || by === 'end') return;
    const because = this.#voice.startReason(by);
    reporter.timeline('interruption', 'user', { by, because, heardMs, heardText: first.heardText });
    room.sendEvent({ type: 'interrupted', heardMs, ...(first.entryId && { segmentId: first.entryId }) });
  }

  #recordAudible(utteranceId: string, greeting: boolean): void {
    const { clock, reporter } = this.#options;
    const measure = this.#turns.audible(utteranceId, clock.now());
    if (measure) this.#reportTurn(measure);
    else if (greeting && !this.#turns.asideOf(utteranceId))
      reporter.timeline('greeting', 'character', this.#plan.greeting ?? '');
    this.#heardWords.follow();
  }

  #recordReport(report: EngineReport): void {
    if (report.type === 'user_transcript' && report.final) {
      this.#lastWords = report.text;
      this.#followLanguage(report.text, report.language);
    }
    const userSpeech = this.#voice.speech;
    recordEngineReport(report, { ...this.#options, transcript: this.#transcript, userSpeech });
  }

  #followLanguage(text: string, heard?: string): void {
    const language = this.#language.take(text, heard);
    if (language !== undefined) this.#callEngine((engine) => engine.followLanguage?.(language));
  }

  #reportTurn(measure: TurnMeasure | undefined): void {
    reportTurn(measure, this.#options, {
      model: this.#engine.model,
      because: this.#voice.endReason(measure),
    });
  }

  #show(state: AgentState): void {
    this.#options.room.setState(state);
    this.#silence.stateShown(state);
    this.#options.runner.setState(state === 'initializing' ? 'idle' : state);
  }

  /** Calls the engine. If it throws, it counts as failed; the conversation continues so that it can say so. */
  #callEngine(action: (engine: Engine) => void): void {
    if (this.#turn.name === 'failed') return;
    try {
      action(this.#engine);
    } catch (error) {
      this.#onTurnInput({ type: 'engine_failed', message: messageOf(error) });
    }
  }
}
