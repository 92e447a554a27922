import {
  type AgentState,
  CHAT_TOPIC,
  type EnginePlan,
  type FoundPassage,
  INTERRUPT_RPC,
} from '@visavis/contracts';
import type { Engine, EngineEvent, EngineFactory, EngineTool } from '../../engines/engine.ts';
import { type Clock, sleep } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import { withTimeout } from '../../lib/timeout.ts';
import type { Voice } from '../../voices/voice.ts';
import type { AvatarRunner } from '../avatar/avatar-runner.ts';
import type { Reporter } from '../reporter.ts';
import { type ReceivedBytes, type ReceivedText, type RoomLink, TEXT_LIMIT } from '../room/room-link.ts';
import type { Session } from '../session.ts';
import { ConsumerEars, type VoiceActivity } from './consumer-ears.ts';
import { EchoGate } from './echo-gate.ts';
import { Transcript } from './transcript.ts';
import { TurnClock, type TurnMeasure } from './turn-clock.ts';

/** How often the transcript catches up with the sound. */
const PROGRESS_MS = 60;
/** Texts that wait while the engine starts. */
const MAX_WAITING_TEXTS = 20;
/** An engine that wants to hang up may still be about to say goodbye. */
const FAREWELL_MS = 1500;
/** How long after it left our own sound may still come in through the microphone. */
const ECHO_TAIL_MS = 500;
/** Longer than the pause after which any detector takes a sentence for ended. */
const CLOSING_SILENCE_MS = 1000;
/** The provider's detector reports a speech end later than ours: the same end is not measured twice. */
const SAME_SPEECH_MS = 3000;
const APOLOGY_SYNTHESIS_MS = 3000;
const APOLOGY_MS = 8000;

export interface AgentSessionEvents {
  /** Somebody said, typed or heard something: the conversation is not idle. */
  onActivity: () => void;
  /** The agent wants to hang up and has been heard. */
  onEndRequested: () => void;
  /** The engine is beyond repair. */
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
  /** Those of the organization, beside the standard ones. */
  tools?: readonly EngineTool[];
  /** Says the apology when the engine cannot. */
  apologyVoice?: Voice;
  events: AgentSessionEvents;
}

/**
 * A hosted conversation: what the consumer types and says goes to the engine, what the engine says goes to the
 * runner, and whoever breaks in stops the other side at once.
 */
export class AgentSession implements Session {
  readonly textTopics = { [CHAT_TOPIC]: 'whole' } as const;
  readonly byteTopics: string[] = [];
  readonly rpc = { [INTERRUPT_RPC]: (caller: string) => this.#onInterruptRpc(caller) };
  readonly #options: AgentSessionOptions;
  readonly #engine: Engine;
  readonly #transcript: Transcript;
  readonly #turns: TurnClock;
  readonly #ears: ConsumerEars;
  readonly #gate = new EchoGate();
  readonly #waitingTexts: string[] = [];
  #state: AgentState = 'initializing';
  #started = false;
  #greeting: 'due' | 'asked' | 'done' = 'due';
  #thinking = false;
  #hangingUp = false;
  #closing = false;
  #failed = false;
  #followsSound = false;
  #speechEndedAt = Number.NEGATIVE_INFINITY;

  constructor(options: AgentSessionOptions) {
    const { clock, runner, room, reporter, plan, createEngine, createVoiceActivity, searchKnowledge, tools } =
      options;
    this.#options = options;
    this.#transcript = new Transcript(reporter, room);
    this.#turns = new TurnClock(plan.name);
    this.#ears = new ConsumerEars({
      now: () => clock.now(),
      createVoiceActivity,
      ownSound: () => runner.takeSent(),
      onSpeechStarted: () => this.#speechStarted('voice'),
      onSpeechEnded: (trailingMs) => this.#speechEnded(trailingMs),
    });
    this.#engine = createEngine({
      plan,
      emit: (event) => this.#onEngine(event),
      ...(searchKnowledge && { searchKnowledge }),
      ...(tools && { tools }),
    });
  }

  /** Rejects when the provider cannot be reached or refuses. */
  async start(): Promise<void> {
    this.#setState('initializing');
    await this.#engine.start();
    this.#started = true;
    this.#setState('listening');
    for (const text of this.#waitingTexts.splice(0)) this.#sendText(text);
  }

  /** Greets, unless the consumer was faster. */
  greet(): void {
    if (this.#greeting !== 'due' || !this.#started) return;
    this.#greeting = 'asked';
    this.#thinking = true;
    this.#tell((engine) => engine.greet());
  }

  /** The consumer typed. */
  onText({ from, topic, text }: ReceivedText): void {
    if (this.#closing || topic !== CHAT_TOPIC || from !== this.#options.consumerIdentity) return;
    this.#options.events.onActivity();
    if (text === undefined) {
      const message = `The message was not read: it is longer than ${TEXT_LIMIT.toLocaleString('en')} characters.`;
      this.#options.reporter.timeline('warning', 'system', message);
      this.#options.room.sendEvent({ type: 'warning', code: 'input', message });
      return;
    }
    if (text.trim() === '') return;
    this.#greeting = this.#greeting === 'due' ? 'done' : this.#greeting;
    if (this.#started) this.#sendText(text);
    else if (this.#waitingTexts.length < MAX_WAITING_TEXTS) this.#waitingTexts.push(text);
  }

  onBytes(bytes: ReceivedBytes): void {
    void bytes.discard();
  }

  onMicrophone(pcm: Int16Array): void {
    if (this.#closing) return;
    this.#ears.push(pcm);
    if (!this.#engine.hears || !this.#started) return;
    const playing = this.#options.runner.ownLevel(ECHO_TAIL_MS) > 0;
    for (const piece of this.#gate.pass(pcm, playing, this.#ears.speaking)) {
      this.#tell((engine) => engine.pushAudio(piece));
    }
  }

  onMicrophoneEnded(): void {
    this.#ears.close();
    // A detector that counts samples would wait for the rest of the sentence for ever.
    if (this.#engine.hears && this.#started && !this.#closing) {
      this.#tell((engine) => engine.pushAudio(new Int16Array(24 * CLOSING_SILENCE_MS)));
    }
  }

  onAudible(utteranceId: string): void {
    const { clock, reporter, plan } = this.#options;
    this.#thinking = false;
    this.#setState('speaking');
    this.#options.events.onActivity();
    const measure = this.#turns.audible(utteranceId, clock.now());
    if (measure) this.#reportTurn(measure);
    else if (this.#greeting === 'asked') {
      this.#greeting = 'done';
      reporter.timeline('greeting', 'character', plan.greeting ?? '');
    }
    if (!this.#followsSound) this.#followSound();
  }

  onUttered(utteranceId: string, text: string, playedMs: number): void {
    this.#options.events.onActivity();
    // Text that no voice can say is an answer too, though nobody ever hears it begin.
    if (playedMs === 0) this.#thinking = false;
    this.#transcript.settle(utteranceId, text);
    if (this.#options.runner.busy) return;
    this.#setState(this.#thinking ? 'thinking' : 'listening');
    if (this.#hangingUp) this.#options.events.onEndRequested();
  }

  /** What is said to an empty room is not heard. */
  lost(): void {
    this.#interrupt('absence');
    this.#ears.close();
  }

  back(): void {
    this.#tell((engine) => engine.updateContext('The connection to the user was lost and is back now.'));
  }

  wrapUp(secondsLeft: number): void {
    this.#tell((engine) => engine.wrapUp(secondsLeft));
  }

  forget(content: string | undefined): void {
    const { plan } = this.#options;
    if (!plan.memories) return;
    // The engine reads the plan again whenever it opens a line anew.
    plan.memories = content === undefined ? [] : plan.memories.filter((memory) => memory.content !== content);
    this.#tell((engine) => engine.forget());
  }

  /** Takes nothing more in, lets the sentence in flight end within `maxMs`, then falls silent. */
  async finishSentence(maxMs: number): Promise<void> {
    const { clock, runner } = this.#options;
    this.#closing = true;
    const latest = clock.now() + maxMs;
    let endsAt: number | undefined;
    while (runner.busy && clock.now() < Math.min(endsAt ?? latest, latest)) {
      const leftMs = runner.sentenceLeftMs;
      if (endsAt === undefined && leftMs !== undefined) endsAt = clock.now() + leftMs;
      await sleep(clock, Math.min(50, Math.max(1, (endsAt ?? latest) - clock.now())));
    }
    this.#interrupt('end');
  }

  /** Says `message` with the spare voice, or only writes it. Resolves when it was heard, in bounded time. */
  async apologise(message: string): Promise<void> {
    const { apologyVoice, runner, clock, log } = this.#options;
    this.#closing = true;
    this.#failed = true;
    this.#interrupt('end');
    const utteranceId = 'apology';
    try {
      if (!apologyVoice) throw new Error('no spare voice');
      const style = { voice: this.#options.plan.voice ?? 'Puck' };
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
      log.warn({ err: error }, 'the apology is only written');
      this.#transcript.settle(utteranceId, message);
    }
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#interrupt('end');
    await this.#engine.close();
  }

  #sendText(text: string): void {
    const { clock } = this.#options;
    this.#interrupt('text');
    this.#transcript.userTyped(text);
    this.#turns.userEnded('text', clock.now(), clock.wall());
    this.#thinking = true;
    this.#setState('thinking');
    this.#tell((engine) => engine.sendText(text));
  }

  #onInterruptRpc(caller: string): string {
    if (caller !== this.#options.consumerIdentity || this.#closing) return 'ignored';
    this.#options.events.onActivity();
    this.#interrupt('request');
    return 'ok';
  }

  #speechStarted(by: 'voice' | 'engine'): void {
    this.#options.events.onActivity();
    this.#greeting = this.#greeting === 'due' ? 'done' : this.#greeting;
    if (this.#options.runner.busy) this.#interrupt(by);
    this.#setState('listening');
  }

  #speechEnded(trailingMs: number): void {
    const { clock } = this.#options;
    this.#speechEndedAt = clock.now();
    this.#options.events.onActivity();
    const measure = this.#turns.userEnded('speech', clock.now() - trailingMs, clock.wall() - trailingMs);
    if (measure) this.#reportTurn(measure);
    if (this.#thinking && !this.#options.runner.busy) this.#setState('thinking');
  }

  #reportTurn(measure: TurnMeasure): void {
    const { reporter, room } = this.#options;
    reporter.timeline('turn', 'character', measure);
    room.sendEvent({ type: 'turn', latencyMs: measure.latencyMs, engineMs: measure.engineMs });
  }

  /** Stops sound and mouth, tells the engine what was heard, and cuts the transcript to it. */
  #interrupt(by: 'text' | 'voice' | 'engine' | 'request' | 'absence' | 'end'): void {
    const { runner, reporter, room } = this.#options;
    const heard = runner.interrupt();
    // Asked for, it also ends what cannot be heard, such as the call of a tool.
    if (heard.length === 0 && !this.#thinking && by !== 'request') return;
    this.#hangingUp = false;
    this.#thinking = false;
    this.#turns.forget();
    const cut = heard.map((each) => ({
      ...each,
      heardText: this.#transcript.settle(each.utteranceId, each.heardText),
    }));
    if (!this.#failed) this.#tell((engine) => engine.interrupt(cut[0]));
    const heardMs = Math.round(cut[0]?.heardMs ?? 0);
    if (heardMs > 0 && by !== 'end') {
      reporter.timeline('interruption', 'user', { by, heardMs, heardText: cut[0]?.heardText });
      room.sendEvent({ type: 'interrupted', heardMs });
    }
    this.#setState('listening');
  }

  #onEngine(event: EngineEvent): void {
    if (this.#failed) return;
    const { clock, runner, reporter, room, events } = this.#options;
    switch (event.type) {
      case 'thinking':
        this.#thinking = true;
        // A provider may think along while the user still speaks.
        if (!runner.busy && !this.#ears.speaking) this.#setState('thinking');
        break;
      case 'unanswered':
        this.#thinking = false;
        if (!runner.busy) this.#setState('listening');
        break;
      case 'utterance_started':
        break;
      case 'audio':
        if (this.#closing || !runner.append(event.utteranceId, event)) break;
        this.#turns.engineAudio(event.utteranceId, clock.now());
        break;
      case 'text':
        if (!this.#closing) runner.appendText(event.utteranceId, event.text);
        break;
      case 'utterance_finished':
        runner.finish(event.utteranceId);
        break;
      case 'user_transcript':
        this.#transcript.userSaid(event.itemId, this.#options.consumerIdentity, event.text, event.final);
        break;
      case 'user_speech':
        if (event.speaking) this.#speechStarted('engine');
        else if (clock.now() - this.#speechEndedAt > SAME_SPEECH_MS) this.#speechEnded(0);
        break;
      case 'tool_call':
      case 'tool_result':
        reporter.timeline(event.type, 'character', { name: event.name, content: event.content });
        break;
      case 'emotion':
        runner.setEmotion(event.emotion);
        reporter.timeline('emotion', 'character', event.emotion);
        break;
      case 'end_requested':
        this.#hangingUp = true;
        clock.after(FAREWELL_MS, () => {
          if (this.#hangingUp && !runner.busy && !this.#thinking) events.onEndRequested();
        });
        break;
      case 'warning':
        reporter.timeline('warning', 'system', event.message);
        room.sendEvent({ type: 'warning', code: 'provider', message: event.message });
        break;
      case 'failed':
        this.#fail(event.message);
        break;
    }
  }

  /** Writes the words that have been heard since, as long as there is sound. */
  #followSound(): void {
    const { clock, runner } = this.#options;
    this.#followsSound = true;
    clock.after(PROGRESS_MS, () => {
      this.#followsSound = false;
      for (const { utteranceId, heardText } of runner.unheard()) {
        this.#transcript.heard(utteranceId, heardText, clock.now());
      }
      if (runner.busy) this.#followSound();
    });
  }

  #setState(state: AgentState): void {
    if (state === this.#state && state !== 'initializing') return;
    this.#state = state;
    this.#options.room.setState(state);
    this.#options.runner.setState(state === 'initializing' ? 'idle' : state);
  }

  /** An engine that throws has failed; the conversation goes on to say so. */
  #tell(action: (engine: Engine) => void): void {
    if (this.#failed) return;
    try {
      action(this.#engine);
    } catch (error) {
      this.#fail(error instanceof Error ? error.message : String(error));
    }
  }

  #fail(message: string): void {
    if (this.#failed) return;
    this.#failed = true;
    this.#options.events.onFailed(message);
  }
}
