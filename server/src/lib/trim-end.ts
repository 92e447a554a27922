/** A text without those of these characters with which it ends; in linear time, which `/[…]+$/` does not take. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}
