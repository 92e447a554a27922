import type { Alignment } from './elevenlabs-messages.ts';

export interface SpokenPiece {
  text: string;
  pcm: Int16Array;
}

/**
 * Cuts audio where its words begin, so that the heard part is known to the word. The pieces add up to the whole; times
 * outside the audio count as its end.
 */
export function cutAtWords(
  pcm: Int16Array,
  sampleRate: number,
  { chars, startMs }: Alignment,
): SpokenPiece[] {
  const pieces: SpokenPiece[] = [];
  let text = '';
  let from = 0;
  for (let i = 0; i < chars.length; i++) {
    const beginsWord = i > 0 && /\s/.test(chars[i]!) && !/\s/.test(chars[i - 1]!);
    const at = Math.min(pcm.length, Math.max(from, Math.round((startMs[i]! * sampleRate) / 1000)));
    if (beginsWord && at > from) {
      pieces.push({ text, pcm: pcm.slice(from, at) });
      text = '';
      from = at;
    }
    text += chars[i]!;
  }
  if (from < pcm.length) pieces.push({ text, pcm: pcm.slice(from) });
  else if (pieces.length > 0) pieces.at(-1)!.text += text;
  return pieces;
}
