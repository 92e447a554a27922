import { type Json, ProtocolServer, ServerConnection } from './protocol-server.ts';
import { LoudnessDetector } from './speech-sound.ts';

/** The model's behaviour in its turn. */
export interface SpokenReply {
  say?: string;
  /** Stops after this much audio until `release()`, an interruption or the end of the connection. */
  holdAfterMs?: number;
  /** Stops when all audio has been sent, before (`untold`) or after (`told`) reporting the end of the answer. */
  holdEnd?: 'untold' | 'told';
  /** Pause between audio chunks. */
  paceMs?: number;
  /** Sends no answer at all, although one has begun. */
  mute?: boolean;
  /** Still sends audio of an interrupted answer. */
  lateAfterInterruption?: boolean;
}

/** An answer that is being sent. */
export interface ActiveReply<R extends SpokenReply> {
  reply: R;
  /** Events still to be sent. */
  rest: Json[];
  /** How many of these events may be sent. */
  holdAt: number;
}

export class SpeakingConnection<A extends ActiveReply<SpokenReply>> extends ServerConnection {
  readonly detector = new LoudnessDetector();
  active: A | undefined;
  heardSamples = 0;
}

/** A provider that hears, detects speech and speaks over one WebSocket. */
export abstract class SpeakingServer<
  R extends SpokenReply,
  A extends ActiveReply<R>,
  C extends SpeakingConnection<A>,
> extends ProtocolServer<C> {
  /** Used one after the other; then `react` answers. */
  readonly replies: R[] = [];
  /** `prompt`: the instructions for the answer, or the newest words of the conversation. */
  react: (prompt: string) => R = () => ({ say: 'Yes, I hear you well.' }) as R;
  /** The transcripts of the user's next utterances. */
  readonly userWords: string[] = [];
  /** Can be changed, so that the clients' key is refused. */
  apiKey: string | undefined;
  #counter = 0;

  constructor(apiKey: string | undefined) {
    super();
    this.apiKey = apiKey;
  }

  /** Acts as the provider does when it detects that the user interrupts. */
  abstract interrupt(connection: C): void;

  /** Ends the user's speech: sends their words, and the answer. */
  abstract endSpeech(connection: C): void;

  protected abstract isSound(event: Json): boolean;

  /** Whether `paceMs` passes after this event. */
  protected isPaced(event: Json): boolean {
    return this.isSound(event);
  }

  protected abstract emit(connection: C, event: Json): void;

  /** Called before an event of the answer is sent; the last one makes the connection inactive. */
  protected abstract onEvent(connection: C, active: A, event: Json): void;

  /** Continues a held answer to its end. */
  release(connection: C): void {
    const { active } = connection;
    if (!active) throw new Error('nothing is being said');
    active.holdAt = Number.POSITIVE_INFINITY;
    this.pump(connection);
  }

  protected begin(connection: C, active: A): void {
    connection.active = active;
    this.pump(connection);
  }

  protected hear(connection: C, pcm: Int16Array, rate: number): void {
    connection.heardSamples += pcm.length;
    const change = connection.detector.push(pcm, rate);
    if (change === 'started') this.interrupt(connection);
    else if (change === 'stopped') this.endSpeech(connection);
  }

  protected count(): number {
    return ++this.#counter;
  }

  protected pump(connection: C): void {
    const { active } = connection;
    while (active && active.rest.length > 0 && active.holdAt > 0) {
      const event = active.rest.shift()!;
      active.holdAt--;
      if (this.isSound(event)) this.soundSentAt.push(performance.now());
      this.onEvent(connection, active, event);
      this.emit(connection, event);
      if (active.reply.paceMs !== undefined && this.isPaced(event)) {
        setTimeout(() => {
          if (connection.active === active) this.pump(connection);
        }, active.reply.paceMs);
        return;
      }
    }
    if (active && connection.active !== active) this.onEnd(connection, active);
  }

  /** Called after the last event of an answer. */
  protected onEnd(_connection: C, _active: A): void {
    // Most providers send nothing more.
  }
}
