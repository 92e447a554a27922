import type { LocalParticipant, TextStreamReader } from 'livekit-client';
import type { TranscriptLine } from './conversation-events.ts';
import type { EventHub } from './event-hub.ts';

/** How many of the character's lines an interruption may concern: lines may arrive after the interrupted one. */
const KEPT_LINES = 4;

/** The lines of a conversation, and which of them were interrupted. */
export class TranscriptLines {
  readonly #hub: EventHub;
  /** The id of the line that the character speaks now, which an interruption cuts. */
  #current: string | undefined;
  /** The character's newest lines by id. */
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

  /** Reads a line while it grows. @param own the participant of the user */
  async read(reader: TextStreamReader, sender: string, own: LocalParticipant): Promise<void> {
    const { id, attributes = {} } = reader.info;
    // The avatar also sends the transcripts of the user's speech: those refer to the user's own track.
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
      // The room was closed in mid-sentence: the text so far is kept.
      return;
    }
    this.emit({ ...line, text, final: attributes['lk.transcription_final'] === 'true' });
  }

  /** The character begins to speak, so a final line was played to its end. One that is not final is the new speech. */
  beginSpeech(): void {
    if (this.#current !== undefined && this.#newest.get(this.#current)?.final) this.#current = undefined;
  }

  /**
   * Marks a line as interrupted. Text and events arrive independently: the line may not have arrived yet, or the next
   * one may already be here.
   * @param id default: the line that the character speaks now
   */
  interrupt(id = this.#current): void {
    if (id === undefined) return;
    this.#interrupted.add(id);
    const line = this.#newest.get(id);
    if (line) this.#hub.emit('transcript', { ...line, interrupted: true });
  }

  /** Marks the current line as interrupted if it is not final when the conversation ends. */
  interruptUnfinished(): void {
    const line = this.#current === undefined ? undefined : this.#newest.get(this.#current);
    if (line && !line.final) this.interrupt(line.id);
  }
}
