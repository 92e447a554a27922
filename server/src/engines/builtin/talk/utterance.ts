/** An utterance of the user, cleaned and bounded. */
export interface Utterance {
  /** One line, at most `MAX_CHARS`; the part of a longer text that asks something. */
  text: string;
  /** `text` in lower case without punctuation and emoji, to be matched against patterns. */
  plain: string;
  /** True where the text was too long to be read as a whole. */
  cut: boolean;
  /** True where there is nothing but emoji, in `emoji`. */
  emoji?: string;
}

const MAX_CHARS = 600;

/** Never throws, whatever the text. */
export function readUtterance(raw: string): Utterance {
  // What was left out of a very long text cannot matter to an answer of two sentences.
  const bounded = raw.length > 24_000 ? `${raw.slice(0, 12_000)} ${raw.slice(-12_000)}` : raw;
  const clean = bounded
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}]+/gu, (run) => (run.includes('\u200d') ? run : ' '))
    .replace(/\s+/gu, ' ')
    .trim();
  const cut = raw.length > 24_000 || clean.length > MAX_CHARS;
  const text = clean.length > MAX_CHARS ? askingPart(clean) : clean;
  const plain = text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^\p{L}\p{M}\p{N}' +*/%.-]+/gu, ' ')
    .replace(/(?<!\d)[.+*/%-]|[.+*/%-](?!\d| )|'(?!\p{L})|(?<!\p{L})'/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  const utterance: Utterance = { text, plain, cut };
  if (plain === '' && /\p{Extended_Pictographic}/u.test(text)) utterance.emoji = text;
  return utterance;
}

/** The last question of a long text, or else how it begins. */
function askingPart(text: string): string {
  const mark = text.lastIndexOf('?');
  if (mark > 0) {
    const before = text.slice(Math.max(0, mark - MAX_CHARS + 1), mark + 1);
    const start = Math.max(before.slice(0, -1).search(/[.!?…]\s[^.!?…]*$/), -1);
    const question = before.slice(start + 1).trim();
    if (question.length > 8) return question;
  }
  const cut = text.slice(0, MAX_CHARS);
  const space = cut.lastIndexOf(' ');
  return (space > MAX_CHARS / 2 ? cut.slice(0, space) : cut).trim();
}
