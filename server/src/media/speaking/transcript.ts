import { RecentMap } from '../../lib/recent-map.ts';
import type { Reporter } from '../reporter.ts';
import type { RoomLink, SegmentWriter } from '../room/room-link.ts';

/** Maximum unfinished entries of the user that are kept: people say one thing at a time. */
const MAX_UNFINISHED = 100;

/** When the user spoke, in milliseconds since the epoch. */
export interface UserSpeech {
  startedAt: number;
  /** Now, if they still speak. */
  endedAt: number;
}

interface Speech {
  entryId: string;
  shown: string;
  writer: SegmentWriter;
}

/**
 * The transcript, kept in two places: as entries in the record, and as segments in the room that grow with the audio.
 * The avatar's words are written when they are played, never before.
 */
export class Transcript {
  readonly #reporter: Reporter;
  readonly #room: RoomLink;
  readonly #speeches = new Map<string, Speech>();
  readonly #userEntries: RecentMap<string, { entryId: string; shown: string }>;
  #entries = 0;
  /** Until when the user's recorded words were said, in milliseconds since the epoch. */
  #userRecordedUntil = 0;

  constructor(reporter: Reporter, room: RoomLink) {
    this.#reporter = reporter;
    this.#room = room;
    this.#userEntries = new RecentMap(MAX_UNFINISHED, () => ({ entryId: this.#newEntry('u'), shown: '' }));
  }

  /** Records text that the consumer typed; it is not sent back to the room. */
  userTyped(text: string): void {
    this.#reporter.transcript(this.#newEntry('u'), 'user', text, true);
  }

  /** Records the user's `speech`, if it was noticed. A later call with the same `itemId` replaces the text. */
  userSaid(
    { itemId, text, final }: { itemId: string; text: string; final: boolean },
    identity: string | undefined,
    speech: UserSpeech | undefined,
  ): void {
    if (text.trim() === '') return;
    const entry = this.#userEntries.get(itemId);
    if (!final && text === entry.shown) return;
    entry.shown = text;
    const { entryId } = entry;
    this.#reporter.transcript(entryId, 'user', text, final, speech && this.#unrecordedPart(speech));
    this.#room.sendSegment({ id: entryId, text, final, ...(identity && { identity }) });
    if (!final) return;
    this.#userEntries.delete(itemId);
    this.#userRecordedUntil = speech?.endedAt ?? this.#userRecordedUntil;
  }

  /** Records that `text` of the utterance has been played. */
  heard(utteranceId: string, text: string): void {
    if (text === '') return;
    let speech = this.#speeches.get(utteranceId);
    if (!speech) {
      const entryId = this.#newEntry('c');
      speech = { entryId, shown: '', writer: this.#room.openSegment(entryId) };
      this.#speeches.set(utteranceId, speech);
    }
    // Without times, the pace is estimated and the estimate may shrink; a word that was shown stays.
    if (!text.startsWith(speech.shown) || text.length === speech.shown.length) return;
    speech.writer.write(text.slice(speech.shown.length));
    speech.shown = text;
    this.#reporter.transcript(speech.entryId, 'character', text, false);
  }

  /**
   * Call this when the utterance is over: all of it was played, or it was cut after `text`. Returns the text that
   * stays; without an id if there is none.
   */
  settle(utteranceId: string, text: string): { entryId?: string; text: string } {
    const speech = this.#speeches.get(utteranceId);
    this.#speeches.delete(utteranceId);
    const finalText = speech && speech.shown.length > text.length ? speech.shown : text;
    if (finalText === '') return { text: '' };
    const entryId = speech?.entryId ?? this.#newEntry('c');
    speech?.writer.close();
    this.#reporter.transcript(entryId, 'character', finalText, true);
    // Clients replace a segment by a later stream with the same id: this one marks it as complete.
    this.#room.sendSegment({ id: entryId, text: finalText, final: true });
    return { entryId, text: finalText };
  }

  /** Returns the part of the user's speech whose words are not recorded; nothing if there is none. */
  #unrecordedPart({ startedAt, endedAt }: UserSpeech): UserSpeech | undefined {
    if (endedAt <= this.#userRecordedUntil) return undefined;
    return { startedAt: Math.max(startedAt, this.#userRecordedUntil), endedAt };
  }

  #newEntry(kind: 'u' | 'c'): string {
    this.#entries++;
    return `${kind}${this.#entries}`;
  }
}
