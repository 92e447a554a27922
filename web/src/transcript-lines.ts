import type { LocalParticipant, TextStreamReader } from 'livekit-client';
import type { TranscriptLine } from './conversation-events.ts';
import type { EventHub } from './event-hub.ts';

/** Lines of the character that an interruption may still concern: the one it cut, and the ones that came meanwhile. */
const KEPT_LINES = 4;

/** The lines of a conversation, and which of them were interrupted. */
export class TranscriptLines {
  readonly #hub: EventHub;
  /** The id of what the character says now; an interruption cuts it. */
  #current: string | undefined;
  /** The character's newest lines by their ids. */
  readonly #newest = new Map<string, TranscriptLine>();
  readonly #interrupted = new Set<string>();

  constructor(hub: EventHub) {
    this.#hub = hub;
  }

  emit(line: Omit<TranscriptLine, 'interrupted'>): void {
    const whole = { ...line, interrupted: this.#interrupted.has(line.id) };
    if (line.author === 'character') {
      this.#current = line.id;
      this.#newest.set(line.id, whole);
      for (const old of [...this.#newest.keys()].slice(0, -KEPT_LINES)) this.#newest.delete(old);
    }
    this.#hub.emit('transcript', whole);
  }

  /** Reads a line that grows. @param own whose microphone the user speaks into */
  async read(reader: TextStreamReader, sender: string, own: LocalParticipant): Promise<void> {
    const { id, attributes = {} } = reader.info;
    // Transcripts of what we said are sent by the avatar too: the track they belong to is ours.
    const trackSid = attributes['lk.transcribed_track_id'];
    const isOwn =
      sender === own.identity ||
      [...own.trackPublications.values()].some((publication) => publication.trackSid === trackSid);
    const line = {
      id: attributes['lk.segment_id'] ?? id,
      author: isOwn ? ('user' as const) : ('character' as const),
    };
    let text = '';
    try {
      for await (const chunk of reader) {
        text += chunk;
        this.emit({ ...line, text, final: false });
      }
    } catch {
      // The room ended in the middle of a sentence: what has come of it stays.
      return;
    }
    this.emit({ ...line, text, final: attributes['lk.transcription_final'] === 'true' });
  }

  /** The character begins to speak: what it said before was heard to its end. What is not final is its first words, come early. */
  beginSpeech(): void {
    if (this.#current !== undefined && this.#newest.get(this.#current)?.final) this.#current = undefined;
  }

  /**
   * States, words and events come on ways of their own: the line may not have come yet, or the next one may be here.
   * @param id undefined: of what the character says now
   */
  interrupt(id = this.#current): void {
    if (id === undefined) return;
    this.#interrupted.add(id);
    const line = this.#newest.get(id);
    if (line) this.#hub.emit('transcript', { ...line, interrupted: true });
  }

  /** The conversation is over while the character speaks. */
  interruptUnfinished(): void {
    const line = this.#current === undefined ? undefined : this.#newest.get(this.#current);
    if (line && !line.final) this.interrupt(line.id);
  }
}
