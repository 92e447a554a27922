/** Parses `key: value` entries, separated by commas or line breaks, into an object: for tables of short entries. */
export const readTable = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text
      .trim()
      .split(/,\s*|\n\s*/)
      .map((entry) => entry.split(': ') as [string, string]),
  );
