import {
  type AgentState,
  CHAT_TOPIC,
  type EnginePlan,
  type FoundPassage,
  IMAGE_TOPIC,
  INTERRUPT_RPC,
} from '@visavis/contracts';
import type { Engine, EngineEvent, EngineFactory, EngineTool } from '../../engines/engine.ts';
import { type Clock, sleep } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { MICROPHONE_RATE } from '../../lib/sample-rates.ts';
import { withTimeout } from '../../lib/timeout.ts';
import type { Voice } from '../../voices/voice.ts';
import type { AvatarRunner } from '../avatar/avatar-runner.ts';
import type { Reporter } from '../reporter.ts';
import { type ReceivedBytes, type ReceivedText, type RoomLink, TEXT_LIMIT } from '../room/room-link.ts';
import type { HostedSession } from '../session.ts';
import {
  type EngineReport,
  FIRST_TURN_STATE,
  type TurnCommand,
  type TurnHappening,
  type TurnState,
} from '../turn/turn.ts';
import { nextTurn } from '../turn/turn-table.ts';
import { ConsumerLanguage } from './consumer-language.ts';
import { EchoGate } from './echo-gate.ts';
import { HeardWords } from './heard-words.ts';
import { MicrophoneListener, type VoiceActivity } from './microphone-listener.ts';
import { PictureInbox } from './picture-inbox.ts';
import { Transcript } from './transcript.ts';
import { TurnClock, type TurnMeasure } from './turn-clock.ts';

/** How long a hang-up waits for a goodbye to begin. */
const FAREWELL_MS = 1500;
/** How long after it was sent the avatar's sound may still come in through the microphone. */
const ECHO_TAIL_MS = 500;
/** Silence that ends a sentence for any detector: it is longer than the pause that any of them waits for. */
const CLOSING_SILENCE_MS = 1000;
const APOLOGY_SYNTHESIS_MS = 3000;
const APOLOGY_MS = 8000;

export interface AgentSessionEvents {
  /** There was speech or text, so the conversation is not idle. */
  onActivity: () => void;
  /** The agent wanted to hang up, and its goodbye has been played. */
  onEndRequested: () => void;
  /** The engine has failed and cannot go on. */
  onFailed: (message: string) => void;
}

export interface AgentSessionOptions {
  plan: EnginePlan;
  consumerIdentity: string | undefined;
  clock: Clock;
  runner: AvatarRunner;
  room: RoomLink;
  reporter: Reporter;
  log: Logger;
  createEngine: EngineFactory;
  createVoiceActivity: () => VoiceActivity;
  searchKnowledge?: (query: string, take: number) => Promise<FoundPassage[]>;
  /** The organization's tools, beside the standard ones; `languageNow` is what the consumer speaks. */
  createTools?: (languageNow: () => string | undefined) => readonly EngineTool[];
  /** Speaks the apology when the engine cannot. */
  apologyVoice?: Voice;
  events: AgentSessionEvents;
}

/**
 * A hosted conversation. `turn/turn-table.ts` decides; this class reports events to it and carries out its commands, with
 * the engine, the runner, the room and the record.
 */
export class AgentSession implements HostedSession {
  readonly textTopics = { [CHAT_TOPIC]: 'whole' } as const;
  readonly byteTopics = [IMAGE_TOPIC];
  readonly rpc = { [INTERRUPT_RPC]: (caller: string) => this.#onInterruptRpc(caller) };
  readonly #options: AgentSessionOptions;
  readonly #engine: Engine;
  readonly #transcript: Transcript;
  readonly #heardWords: HeardWords;
  readonly #turns: TurnClock;
  readonly #microphone: MicrophoneListener;
  readonly #gate = new EchoGate();
  readonly #pictures: PictureInbox;
  readonly #language: ConsumerLanguage;
  #turn: TurnState = FIRST_TURN_STATE;
  /** The current plan. It is replaced, never changed, when memories are erased. */
  #plan: EnginePlan;

  constructor(options: AgentSessionOptions) {
    const {
      clock,
      runner,
      room,
      reporter,
      plan,
      createEngine,
      createVoiceActivity,
      searchKnowledge,
      createTools,
    } = options;
    this.#options = options;
    this.#plan = plan;
    this.#language = new ConsumerLanguage(plan.language);
    this.#transcript = new Transcript(reporter, room);
    this.#heardWords = new HeardWords(clock, runner, this.#transcript);
    this.#turns = new TurnClock(plan.name);
    this.#microphone = new MicrophoneListener({
      now: () => clock.now(),
      createVoiceActivity,
      ownSound: () => runner.takeSent(),
      onSpeechStarted: () => this.#userActs({ type: 'speech_started', by: 'voice' }),
      onSpeechEnded: (trailingMs) => this.#userActs({ type: 'speech_ended', by: 'voice', trailingMs }),
    });
    const currentPlan = () => this.#plan;
    this.#engine = createEngine({
      get plan() {
        return currentPlan();
      },
      emit: (event) => this.#onEngine(event),
      ...(searchKnowledge && { searchKnowledge }),
      ...(createTools && { tools: createTools(() => this.#language.now) }),
    });
    const canSee = this.#engine.showImage !== undefined;
    this.#pictures = new PictureInbox({
      clock,
      show: canSee ? (image) => this.#tell((engine) => engine.showImage?.(image)) : undefined,
      refuse: (reason) => this.#refuse('picture was not seen', reason),
    });
  }

  /** The consumer shows a picture. */
  onBytes(bytes: ReceivedBytes): void {
    if (!this.#takesInput || bytes.from !== this.#options.consumerIdentity) {
      void bytes.discard();
      return;
    }
    this.#options.events.onActivity();
    if (this.#turn.name === 'starting') {
      this.#refuse('picture was not seen', 'the agent is still starting');
      void bytes.discard();
    } else void this.#pictures.receive(bytes);
  }

  async start(): Promise<boolean> {
    this.#options.room.setHears(this.#engine.hears);
    this.#show('initializing');
    try {
      await this.#engine.start();
    } catch (error) {
      this.#happened({ type: 'engine_failed', message: messageOf(error) });
      return false;
    }
    this.#happened({ type: 'engine_started' });
    return true;
  }

  greet(): void {
    this.#happened({ type: 'greeting_due' });
  }

  /** The consumer typed. */
  onText({ from, topic, text }: ReceivedText): void {
    if (!this.#takesInput || topic !== CHAT_TOPIC || from !== this.#options.consumerIdentity) return;
    this.#options.events.onActivity();
    if (text === undefined) {
      this.#refuse('message was not read', `it is longer than ${TEXT_LIMIT.toLocaleString('en')} characters`);
    } else if (text.trim() !== '') {
      this.#happened({ type: 'text_received', text });
    }
  }

  onMicrophone(pcm: Int16Array): void {
    if (!this.#takesInput) return;
    this.#microphone.push(pcm);
    if (!this.#engine.hears || this.#turn.name === 'starting') return;
    const playing = this.#options.runner.ownLevel(ECHO_TAIL_MS) > 0;
    const { speaking, speechMs } = this.#microphone;
    for (const piece of this.#gate.pass(pcm, playing, speaking, speechMs)) {
      this.#tell((engine) => engine.pushAudio(piece));
    }
  }

  onMicrophoneEnded(): void {
    this.#microphone.close();
    // A detector that counts samples would otherwise wait for the rest of the sentence for ever.
    if (this.#engine.hears && this.#takesInput && this.#turn.name !== 'starting') {
      const silence = new Int16Array((MICROPHONE_RATE / 1000) * CLOSING_SILENCE_MS);
      this.#tell((engine) => engine.pushAudio(silence));
    }
  }

  onAudible(utteranceId: string): void {
    this.#options.events.onActivity();
    this.#happened({ type: 'utterance_audible', utteranceId });
  }

  onUttered(utteranceId: string, text: string, playedMs: number): void {
    this.#options.events.onActivity();
    this.#happened({ type: 'utterance_played', utteranceId, text, playedMs });
  }

  lost(): void {
    this.#happened({ type: 'participant_lost' });
    this.#microphone.close();
  }

  back(): void {
    this.#tell((engine) => engine.updateContext('The connection to the user was lost and is back now.'));
  }

  wrapUp(secondsLeft: number): void {
    this.#tell((engine) => engine.wrapUp(secondsLeft));
  }

  forget(content: string | undefined): void {
    const { memories } = this.#plan;
    if (!memories) return;
    const left = content === undefined ? [] : memories.filter((memory) => memory.content !== content);
    this.#plan = { ...this.#plan, memories: left };
    this.#tell((engine) => engine.forget());
  }

  async finishSentence(maxMs: number): Promise<void> {
    const { clock, runner } = this.#options;
    this.#happened({ type: 'finish_requested' });
    const latest = clock.now() + maxMs;
    let endsAt: number | undefined;
    while (runner.busy && clock.now() < Math.min(endsAt ?? latest, latest)) {
      const leftMs = runner.sentenceLeftMs;
      if (endsAt === undefined && leftMs !== undefined) endsAt = clock.now() + leftMs;
      await sleep(clock, Math.min(50, Math.max(1, (endsAt ?? latest) - clock.now())));
    }
    this.#happened({ type: 'sentence_over' });
  }

  /** Speaks `message` with the spare voice, or only writes it. Resolves in bounded time, when it was played. */
  async apologise(message: string): Promise<void> {
    const { apologyVoice, runner, clock, log } = this.#options;
    this.#happened({ type: 'apology_due' });
    const utteranceId = 'apology';
    try {
      if (!apologyVoice) throw new Error('no spare voice');
      const style = { voice: this.#plan.voice ?? 'Puck' };
      const clause = await withTimeout(
        apologyVoice.speak(message, style),
        APOLOGY_SYNTHESIS_MS,
        'the apology',
      );
      runner.append(utteranceId, { ...clause, text: message });
      runner.finish(utteranceId);
      const latest = clock.now() + APOLOGY_MS;
      while (runner.busy && clock.now() < latest) await sleep(clock, 50);
    } catch (error) {
      log.warn({ err: error }, 'the apology could not be spoken and was only written');
      this.#transcript.settle(utteranceId, message);
    }
  }

  async close(): Promise<void> {
    this.#happened({ type: 'close_requested' });
    this.#microphone.end();
    await this.#engine.close();
  }

  /** Neither ending nor failed. */
  get #takesInput(): boolean {
    return !['closing', 'failed', 'closed'].includes(this.#turn.name);
  }

  #onInterruptRpc(caller: string): string {
    if (caller !== this.#options.consumerIdentity || !this.#takesInput) return 'ignored';
    this.#userActs({ type: 'interrupt_requested' });
    return 'ok';
  }

  #userActs(happening: TurnHappening): void {
    this.#options.events.onActivity();
    this.#happened(happening);
  }

  #onEngine(event: EngineEvent): void {
    switch (event.type) {
      case 'thinking':
        this.#happened({ type: 'engine_thinking' });
        break;
      case 'unanswered':
        this.#happened({ type: 'engine_unanswered' });
        break;
      case 'audio':
        this.#happened({ type: 'audio_received', utteranceId: event.utteranceId, audio: event });
        break;
      case 'text':
        this.#happened({ type: 'words_received', utteranceId: event.utteranceId, text: event.text });
        break;
      case 'user_speech':
        if (event.speaking) this.#userActs({ type: 'speech_started', by: 'engine' });
        else this.#userActs({ type: 'speech_ended', by: 'engine', trailingMs: 0 });
        break;
      case 'failed':
        this.#happened({ type: 'engine_failed', message: event.message });
        break;
      case 'utterance_started':
      case 'utterance_finished':
      case 'end_requested':
        this.#happened(event);
        break;
      default:
        this.#happened({ type: 'engine_reported', report: event });
    }
  }

  /**
   * Carrying out a command may cause further events: an engine answers, or the last sample of an interrupted utterance
   * turns out to have been sent. They are handled in between, from the state of that moment.
   */
  #happened(happening: TurnHappening): void {
    const playing = this.#options.runner.busy;
    const before = this.#turn;
    const [turn, commands] = nextTurn(before, {
      ...happening,
      playing,
      userSpeaks: this.#microphone.speaking,
    });
    this.#turn = turn;
    if (turn.shown !== before.shown) this.#show(turn.shown);
    for (const command of commands) this.#perform(command);
  }

  /** Carries out each command. */
  readonly #orders: {
    [Type in TurnCommand['type']]: (command: Extract<TurnCommand, { type: Type }>) => void;
  } = {
    stop_speech: (command) => this.#stopSpeech(command),
    record_text: ({ text }) => {
      const { clock } = this.#options;
      this.#followLanguage(text);
      this.#transcript.userTyped(text);
      this.#turns.userEnded('text', clock.now(), clock.wall());
    },
    send_text: ({ text }) => this.#tell((engine) => engine.sendText(text)),
    send_waiting_texts: ({ texts }) => {
      for (const text of texts) this.#happened({ type: 'text_received', text });
    },
    refuse_text: () =>
      this.#refuse('message was not read', 'the agent is still starting, and too many messages wait already'),
    ask_greeting: () => this.#tell((engine) => engine.greet()),
    measure_speech_end: ({ by, trailingMs }) => {
      const { clock } = this.#options;
      const times = { now: clock.now(), wall: clock.wall(), trailingMs };
      this.#reportTurn(this.#turns.speechEnded(by, times));
    },
    record_audible: ({ utteranceId, greeting }) => this.#recordAudible(utteranceId, greeting),
    settle_utterance: ({ utteranceId, text }) => void this.#transcript.settle(utteranceId, text),
    play_audio: ({ audio }) => {
      this.#options.runner.append(audio.utteranceId, audio);
      this.#turns.engineAudio(audio.utteranceId, this.#options.clock.now());
    },
    add_words: ({ utteranceId, text }) => this.#options.runner.appendText(utteranceId, text),
    finish_utterance: ({ utteranceId }) => this.#options.runner.finish(utteranceId),
    record_report: ({ report }) => this.#recordReport(report),
    await_farewell: () => {
      this.#options.clock.after(FAREWELL_MS, () => this.#happened({ type: 'farewell_over' }));
    },
    end_conversation: () => this.#options.events.onEndRequested(),
    report_failure: ({ message }) => this.#options.events.onFailed(message),
    log_failure: ({ message }) =>
      this.#options.log.warn({ reason: message }, 'the engine failed while the conversation ended'),
  };

  #perform<Type extends TurnCommand['type']>(command: Extract<TurnCommand, { type: Type }>): void {
    this.#orders[command.type as Type](command);
  }

  /** Stops sound and mouth, reports to the engine what was heard, and cuts the transcript to it. */
  #stopSpeech({ by, engine }: Extract<TurnCommand, { type: 'stop_speech' }>): void {
    const { runner, reporter, room } = this.#options;
    const heard = runner.interrupt();
    if (heard.length === 0 && engine === 'if_cut') return;
    this.#turns.forget();
    const cut = heard.map((each) => ({
      ...each,
      heardText: this.#transcript.settle(each.utteranceId, each.heardText),
    }));
    if (engine !== 'leave') this.#tell((told) => told.interrupt(cut[0]));
    const heardMs = Math.round(cut[0]?.heardMs ?? 0);
    if (heardMs === 0 || by === 'end') return;
    reporter.timeline('interruption', 'user', { by, heardMs, heardText: cut[0]?.heardText });
    room.sendEvent({ type: 'interrupted', heardMs });
  }

  #recordAudible(utteranceId: string, greeting: boolean): void {
    const { clock, reporter } = this.#options;
    const measure = this.#turns.audible(utteranceId, clock.now());
    if (measure) this.#reportTurn(measure);
    else if (greeting) reporter.timeline('greeting', 'character', this.#plan.greeting ?? '');
    this.#heardWords.follow();
  }

  #recordReport(report: EngineReport): void {
    const { runner, reporter, room, consumerIdentity } = this.#options;
    if (report.type === 'user_transcript') {
      if (report.final) this.#followLanguage(report.text, report.language);
      this.#transcript.userSaid(report.itemId, consumerIdentity, report.text, report.final);
    } else if (report.type === 'emotion') {
      runner.setEmotion(report.emotion);
      reporter.timeline('emotion', 'character', report.emotion);
    } else if (report.type === 'fault') {
      reporter.fault(report.provider, report.fault);
    } else if (report.type === 'warning') {
      reporter.timeline('warning', 'system', report.message);
      room.sendEvent({ type: 'warning', code: 'provider', message: report.message });
    } else {
      reporter.timeline(report.type, 'character', { name: report.name, content: report.content });
    }
  }

  #followLanguage(text: string, heard?: string): void {
    const language = this.#language.take(text, heard);
    if (language !== undefined) this.#tell((engine) => engine.followLanguage?.(language));
  }

  #reportTurn(measure: TurnMeasure | undefined): void {
    if (!measure) return;
    const { reporter, room } = this.#options;
    const { model } = this.#engine;
    reporter.timeline('turn', 'character', model === undefined ? measure : { ...measure, model });
    room.sendEvent({ type: 'turn', latencyMs: measure.latencyMs, engineMs: measure.engineMs });
  }

  #refuse(what: string, reason: string): void {
    const message = `The ${what}: ${reason}.`;
    this.#options.reporter.timeline('warning', 'system', message);
    this.#options.room.sendEvent({ type: 'warning', code: 'input', message });
  }

  #show(state: AgentState): void {
    this.#options.room.setState(state);
    this.#options.runner.setState(state === 'initializing' ? 'idle' : state);
  }

  /** An engine that throws has failed; the conversation goes on so that it can say so. */
  #tell(action: (engine: Engine) => void): void {
    if (this.#turn.name === 'failed') return;
    try {
      action(this.#engine);
    } catch (error) {
      this.#happened({ type: 'engine_failed', message: messageOf(error) });
    }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
