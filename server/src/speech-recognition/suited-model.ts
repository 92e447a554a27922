import { type ModelFile, sizeOf } from '../models/catalogue/model-entry.ts';
import { speechRecognitionEntries } from '../models/catalogue/speech-recognition-entries.ts';

/** A turn is answered 1.2 s after its last word at best, and the pause, the end of the turn and the voice need the rest of it. */
const QUICK_MS = 600;

export interface SuitedModel {
  /** The most exact of the catalogue that keeps a conversation quick; the quickest where none does. */
  name: string;
  /** What it is estimated to take for the same sentence, in ms. */
  ms: number;
  /** Whether that is quick enough to converse. */
  isQuick: boolean;
}

/**
 * Which recognizer suits a machine on which `measured` took `ms` for one sentence: the time of Whisper models grows about as their
 * size does. One that is called as an entry of the catalogue begins is taken for that, however its weights are kept.
 */
export function suitedModel(
  measured: { name: string; files: readonly ModelFile[] },
  ms: number,
): SuitedModel {
  const like = speechRecognitionEntries.find(({ name }) => measured.name.startsWith(name)) ?? measured;
  const msOfByte = ms / sizeOf(like.files);
  const all = speechRecognitionEntries.map(({ name, files }) => ({ name, ms: msOfByte * sizeOf(files) }));
  const quick = all.filter((each) => each.ms <= QUICK_MS).at(-1);
  return { ...(quick ?? all[0]!), isQuick: quick !== undefined };
}
