import { type ModelFile, sizeOf } from '../models/catalogue/model-entry.ts';
import { speechRecognitionEntries } from '../models/catalogue/speech-recognition-entries.ts';

/**
 * The longest that a transcription should take, in ms. An answer may come 1.2 s after the last word, and the pause, the
 * detection of the turn's end and the voice take the rest of that.
 */
const QUICK_MS = 600;

export interface SuitedModel {
  /** The most exact model of the catalogue that is quick enough to converse; the quickest where none is. */
  name: string;
  /** The estimated time for the same sentence, in ms. */
  ms: number;
  /** Whether that is quick enough to converse. */
  isQuick: boolean;
}

/**
 * Which recognizer suits a machine on which `measured` took `ms` for one sentence: the time of Whisper models grows
 * about as their size does. A model whose name begins like an entry of the catalogue counts as that entry, whatever the
 * format of its weights.
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
