import {
  FIRST_TURN_STATE,
  type TurnCommand,
  type TurnInput,
  type TurnState,
  type TurnStateName,
} from '../turn/turn.ts';
import { type TurnRow, transition } from '../turn/turn-rows.ts';

/**
 * Everything that may happen around a turn, in any order. Impossible events are skipped (an empty queue cannot drain).
 */
export const HAPPENINGS = [
  'engine starts',
  'consumer arrives',
  'consumer types',
  'consumer speaks',
  'consumer falls silent',
  'consumer asks for silence',
  'consumer drops out',
  'engine thinks',
  'engine begins an utterance',
  'engine sends sound',
  'engine sends late sound',
  'engine finishes an utterance',
  'engine has no answer',
  'engine answers a tool',
  'engine hangs up',
  'provider drops',
  'sound becomes audible',
  'sound ends',
  'farewell time is over',
  'time is up',
  'sentence is over',
  'conversation closes',
] as const;
export type Step = (typeof HAPPENINGS)[number];

const OVER: readonly TurnStateName[] = ['closing', 'failed', 'closed'];

/** An utterance in the playout. `complete`: nothing more of it will come. `playedMs` is 0 if it has no audio. */
interface Spoken {
  id: string;
  audible: boolean;
  complete: boolean;
  playedMs: number;
}

/**
 * The environment of a turn table: a playout, an engine that keeps the contract of `engine.ts` except for late
 * audio, and a clock. It carries out the commands and reports violated invariants.
 */
export class TurnWorld {
  state: TurnState = FIRST_TURN_STATE;
  readonly #table: readonly TurnRow[];
  readonly #broken: string[] = [];
  #playout: Spoken[] = [];
  #saying: string | undefined;
  /** Questions that the engine has neither answered nor discarded. */
  #questions: string[] = [];
  /** The texts that the current utterance answers: those that arrived before it began. */
  #answering: string[] = [];
  /** Every text of the user, and what became of it. */
  readonly #texts = new Map<string, 'open' | 'answered' | 'explained'>();
  readonly #interrupted = new Set<string>();
  #awaitsFarewell = false;
  #ends = 0;
  #count = 0;
  #userSpeaks = false;
  #engine: 'off' | 'on' | 'dead' = 'off';

  constructor(table: readonly TurnRow[]) {
    this.#table = table;
  }

  run(steps: readonly Step[]): string[] {
    for (const step of steps) this.#take(step);
    this.#settle();
    return this.#broken;
  }

  /** Lets everybody finish their work; after that, nothing may be stuck. */
  #settle(): void {
    if (this.#engine === 'off') this.#take('engine starts');
    this.#take('consumer falls silent');
    for (let n = 0; n < 50; n++) {
      if (this.#questions.length > 0 || this.#saying) this.#take('engine sends sound');
      this.#take('engine finishes an utterance');
      for (const spoken of this.#playout) spoken.complete = true;
      this.#take('sound becomes audible');
      this.#take('sound ends');
      this.#take('farewell time is over');
    }
    const { name, answerDue } = this.state;
    if (this.#engine === 'dead' && !OVER.includes(name)) {
      this.#broken.push(`a state without a way out: ${name}, and the provider is gone`);
    } else if (!['listening', 'interrupted', 'closing', 'failed', 'closed'].includes(name)) {
      this.#broken.push(`a state without a way out: ${name}`);
    } else if (answerDue && ['listening', 'interrupted'].includes(name)) {
      this.#broken.push('a state without a way out: an answer is due that nobody works on');
    }
    if (!OVER.includes(name)) {
      for (const [text, became] of this.#texts) {
        if (became === 'open') this.#broken.push(`neither answered nor explained: ${text}`);
      }
    }
  }

  #take(step: Step): void {
    this.#steps[step]();
  }

  get #alive(): boolean {
    return this.#engine === 'on';
  }

  readonly #steps: Record<Step, () => void> = {
    'engine starts': () => {
      if (this.#engine !== 'off') return;
      this.#engine = 'on';
      this.#happens({ type: 'engine_started' });
    },
    'consumer arrives': () => this.#happens({ type: 'consumer_ready' }),
    'consumer types': () => {
      const text = `text ${++this.#count}`;
      if (!OVER.includes(this.state.name)) this.#texts.set(text, 'open');
      this.#happens({ type: 'text_received', text });
    },
    'consumer speaks': () => {
      this.#userSpeaks = true;
      this.#happens({ type: 'speech_started', by: 'voice' });
    },
    'consumer falls silent': () => {
      if (!this.#userSpeaks) return;
      this.#userSpeaks = false;
      this.#happens({ type: 'speech_ended', trailingMs: 0 });
    },
    'consumer asks for silence': () => this.#happens({ type: 'interrupt_requested' }),
    'consumer drops out': () => this.#happens({ type: 'participant_lost' }),
    'engine thinks': () => {
      if (!this.#alive) return;
      this.#questions.push('spoken');
      this.#happens({ type: 'engine_thinking' });
    },
    'engine begins an utterance': () => {
      if (this.#alive) this.#begin();
    },
    'engine sends sound': () => {
      if (this.#alive) this.#sound(this.#saying ?? this.#begin());
    },
    'engine sends late sound': () => {
      // Audio that a provider started before an interruption may still arrive after it.
      const late = [...this.#interrupted].at(-1);
      if (this.#alive && late) this.#sound(late);
    },
    'engine finishes an utterance': () => {
      if (this.#alive && this.#saying) this.#finish(this.#saying);
    },
    'engine has no answer': () => {
      if (!this.#alive || this.#saying || this.#questions.length === 0) return;
      this.#explain(this.#questions);
      this.#questions = [];
      this.#happens({ type: 'engine_unanswered' });
    },
    'engine answers a tool': () => {
      if (!this.#alive) return;
      const report = { type: 'tool_result' as const, name: 'book', content: 'Table 7.' };
      this.#happens({ type: 'engine_reported', report });
      // The model reports the result of the call, whatever has happened since.
      this.#sound(this.#saying ?? this.#begin());
    },
    'engine hangs up': () => {
      if (this.#alive) this.#happens({ type: 'end_requested' });
    },
    'provider drops': () => {
      if (!this.#alive) return;
      this.#engine = 'dead';
      this.#happens({ type: 'engine_failed', message: 'the connection was lost' });
    },
    'sound becomes audible': () => {
      const first = this.#playout[0];
      if (!first || first.audible || first.playedMs === 0) return;
      first.audible = true;
      this.#happens({ type: 'utterance_audible', utteranceId: first.id });
    },
    'sound ends': () => {
      const first = this.#playout[0];
      if (!first?.complete || (!first.audible && first.playedMs > 0)) return;
      this.#playout.shift();
      const { id: utteranceId, playedMs } = first;
      this.#happens({ type: 'utterance_played', utteranceId, text: 'words', playedMs });
    },
    'farewell time is over': () => {
      if (!this.#awaitsFarewell) return;
      this.#awaitsFarewell = false;
      this.#happens({ type: 'farewell_over' });
    },
    'time is up': () => this.#happens({ type: 'finish_requested' }),
    'sentence is over': () => this.#happens({ type: 'sentence_over' }),
    'conversation closes': () => this.#happens({ type: 'close_requested' }),
  };

  #happens(input: TurnInput): void {
    const event = {
      ...input,
      playing: this.#playout.length > 0,
      userSpeaks: this.#userSpeaks,
      undecided: false,
    };
    const [next, commands] = transition(this.#table, this.state, event);
    this.state = next;
    for (const command of commands) this.#perform(command);
  }

  #begin(): string {
    const id = `utterance ${++this.#count}`;
    this.#saying = id;
    this.#answering = [...this.#questions];
    this.#happens({ type: 'utterance_started', utteranceId: id });
    return id;
  }

  #sound(id: string): void {
    const audio = { type: 'audio' as const, utteranceId: id, pcm: new Int16Array(1), sampleRate: 24_000 };
    this.#happens({ type: 'audio_received', utteranceId: id, audio });
  }

  #finish(id: string): void {
    this.#saying = undefined;
    for (const text of this.#answering) if (this.#texts.has(text)) this.#texts.set(text, 'answered');
    this.#questions = this.#questions.slice(this.#answering.length);
    this.#answering = [];
    this.#happens({ type: 'utterance_finished', utteranceId: id });
  }

  #explain(texts: Iterable<string>): void {
    for (const text of texts) if (this.#texts.get(text) === 'open') this.#texts.set(text, 'explained');
  }

  #perform(command: TurnCommand): void {
    switch (command.type) {
      case 'play_audio': {
        const id = command.audio.utteranceId;
        if (OVER.includes(this.state.name)) this.#broken.push(`spoken after closing: ${id}`);
        if (this.#interrupted.has(id)) this.#broken.push(`interrupted speech resumed: ${id}`);
        if (!this.#playout.some((spoken) => spoken.id === id))
          this.#playout.push({ id, audible: false, complete: false, playedMs: 500 });
        return;
      }
      case 'finish_utterance': {
        const spoken = this.#playout.find(({ id }) => id === command.utteranceId);
        if (spoken) spoken.complete = true;
        // As in the real playout, text without audio is over at once.
        else this.#playout.push({ id: command.utteranceId, audible: false, complete: true, playedMs: 0 });
        return;
      }
      case 'stop_speech':
        for (const { id } of this.#playout) this.#interrupted.add(id);
        this.#playout = [];
        if (command.engine === 'leave') return;
        // When interrupted, an engine discards its utterance and its questions.
        if (this.#saying) this.#interrupted.add(this.#saying);
        this.#saying = undefined;
        this.#explain(this.#questions);
        this.#questions = [];
        this.#answering = [];
        return;
      case 'send_text':
        this.#questions.push(command.text);
        return;
      case 'send_waiting_texts':
        for (const text of command.texts) this.#happens({ type: 'text_received', text });
        return;
      case 'refuse_text':
        this.#explain([...this.#texts.keys()].slice(-1));
        return;
      case 'ask_greeting':
        this.#questions.push('greeting');
        return;
      case 'await_farewell':
        this.#awaitsFarewell = true;
        return;
      case 'end_conversation':
      case 'report_failure':
        if (++this.#ends > 1) this.#broken.push('ended twice');
        return;
    }
  }
}
