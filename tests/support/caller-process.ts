import type { Caller } from './callers.ts';
import { Program } from './program.ts';

/** An event of a caller's audio output. */
export interface CallerEvent {
  event:
    | 'ready'
    | 'started'
    | 'finished'
    | 'said'
    | 'heard'
    | 'was_interrupted'
    | 'participant_left'
    | 'disconnected';
  position?: number;
  interrupted?: boolean;
  identity?: string;
  /** Its transcript of the user's speech. */
  text?: string;
}

/** A running `agents-plugin/callers`: it reads commands line by line and prints its events. One room per process. */
export class CallerProcess {
  readonly #program: Program;

  constructor(
    { program, args }: Caller,
    place: { url: string; token: string; avatar: string },
    openaiUrl: string,
  ) {
    const env = { OPENAI_BASE_URL: openaiUrl, OPENAI_API_KEY: 'sk-local' };
    this.#program = new Program(
      program,
      [...args, place.url, place.token, place.avatar],
      env,
      undefined,
      'pipe',
    );
  }

  of(event: CallerEvent['event']): CallerEvent[] {
    return this.#program.events<CallerEvent>().filter((one) => one.event === event);
  }

  say(text: string): void {
    this.#program.tell(JSON.stringify({ command: 'say', text }));
  }

  interrupt(): void {
    this.#program.tell(JSON.stringify({ command: 'interrupt' }));
  }

  /** Resolves when there are `count` events of this kind. */
  until(event: CallerEvent['event'], count = 1): Promise<CallerEvent> {
    return this.#program.until(`${count} "${event}"`, () => this.of(event)[count - 1]);
  }

  /** Makes it exit normally: it leaves the room first. */
  async leave(): Promise<void> {
    this.#program.tell(JSON.stringify({ command: 'leave' }));
    await this.#program.exited;
  }

  /** Kills it, as a crash would. */
  async kill(): Promise<void> {
    this.#program.signal('SIGKILL');
    await this.#program.exited;
  }
}
