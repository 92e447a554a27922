/** Returns how many characters at the end of a text may be the beginning of one of these marks. */
export function partialMark(text: string, marks: readonly string[]): number {
  const longest = Math.max(...marks.map(({ length }) => length - 1));
  for (let length = Math.min(text.length, longest); length > 0; length--)
    if (marks.some((mark) => mark.startsWith(text.slice(-length)))) return length;
  return 0;
}
