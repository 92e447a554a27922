/** Removes the given characters from the end of a text, in linear time, unlike the regular expression `/[…]+$/`. */
export function trimEnd(text: string, characters: string): string {
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1]!)) end--;
  return text.slice(0, end);
}
