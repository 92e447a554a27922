/** `key: value`, separated by commas or lines, as an object: for tables of many short entries. */
export const readTable = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .trim()
      .split(/,\s*|\n\s*/)
      .map((entry) => entry.split(': ') as [string, string]),
  );
