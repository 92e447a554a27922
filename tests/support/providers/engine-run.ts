import type { EnginePlan, FoundPassage } from '@visavis/contracts';
import type { Engine, EngineEvent, EngineFactory, EngineTool } from '../inside/engines.ts';
import { AwaitedList } from './awaited-list.ts';
import { silence, speechSound } from './speech-sound.ts';

type Of<T extends EngineEvent['type']> = Extract<EngineEvent, { type: T }>;

export const PLAN: EnginePlan & { greeting: string } = {
  name: 'openai',
  instructions: 'You are Vera, the concierge of the Hotel Meridian.',
  greeting: 'Welcome to the Meridian!',
  search: false,
  emotions: false,
  memory: false,
};

/** A running engine, and all of its events. */
export class EngineRun {
  readonly events = new AwaitedList<EngineEvent>((event) =>
    JSON.stringify(event, (key, value: unknown) => (key === 'pcm' ? 'pcm' : value)).slice(0, 140),
  );
  readonly engine: Engine;

  constructor(
    factory: EngineFactory,
    options: {
      plan?: Partial<EnginePlan>;
      tools?: EngineTool[];
      passages?: (query: string) => Promise<FoundPassage[]>;
    } = {},
  ) {
    const passages = options.passages;
    this.engine = factory({
      plan: { ...PLAN, ...options.plan },
      emit: (event) => this.events.push(event),
      ...(options.tools ? { tools: options.tools } : {}),
      ...(passages ? { searchKnowledge: (query: string) => passages(query) } : {}),
    });
  }

  next<T extends EngineEvent['type']>(
    type: T,
    matches: (event: Of<T>) => boolean = () => true,
    timeoutMs?: number,
  ): Promise<Of<T>> {
    return this.events.next(
      `event "${type}"`,
      (event) => event.type === type && matches(event as Of<T>),
      timeoutMs,
    ) as Promise<Of<T>>;
  }

  all<T extends EngineEvent['type']>(type: T): Of<T>[] {
    return this.events.all.filter((event): event is Of<T> => event.type === type);
  }

  /** Returns the content of an utterance: its words, from any kind of event, and the length of its audio. */
  said(utteranceId: string): { text: string; audioMs: number } {
    let text = '';
    let audioMs = 0;
    for (const event of this.events.all) {
      if (!('utteranceId' in event) || event.utteranceId !== utteranceId) continue;
      if (event.type === 'text') text += event.text;
      if (event.type === 'audio') {
        text += event.text ?? '';
        audioMs += (event.pcm.length * 1000) / event.sampleRate;
      }
    }
    return { text, audioMs: Math.round(audioMs) };
  }

  /** Resolves with the next complete utterance. */
  async nextUtterance(): Promise<{ id: string; text: string; audioMs: number }> {
    const { utteranceId } = await this.next('utterance_started');
    await this.next('utterance_finished', (event) => event.utteranceId === utteranceId);
    return { id: utteranceId, ...this.said(utteranceId) };
  }

  /** Asks a question as text and returns the answer. */
  async ask(question: string): Promise<string> {
    this.engine.sendText(question);
    return (await this.nextUtterance()).text;
  }

  /** Speaks for `ms` and is then quiet, in the 20 ms frames of a microphone. */
  speak(ms: number, quietMs = 400): void {
    const pcm = spokenTurn(ms, quietMs);
    for (let at = 0; at < pcm.length; at += 480) this.engine.pushAudio(pcm.slice(at, at + 480));
  }
}

/** Returns a recording of somebody who speaks and then is quiet; mono, 24 kHz. */
export function spokenTurn(ms = 600, quietMs = 400): Int16Array {
  const words = speechSound(ms, 24_000, 210);
  const quiet = silence(quietMs, 24_000);
  const pcm = new Int16Array(words.length + quiet.length);
  pcm.set(words);
  pcm.set(quiet, words.length);
  return pcm;
}
