import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The pages that readers follow from top to bottom, as paths from the root. */
export const GUIDES: readonly string[] = [
  'README.md',
  ...['docs', 'docs/guides'].flatMap((folder) =>
    readdirSync(ROOT + folder)
      .filter((name) => name.endsWith('.md'))
      .sort()
      .map((name) => `${folder}/${name}`),
  ),
];

/** A fenced block of a guide. */
export interface GuideBlock {
  /** The heading above it. */
  heading: string;
  language: string;
  /**
   * The word after the language: a file with the same code, `start` for the command that starts the service in its own
   * terminal, or `beside` for one that occupies another terminal.
   */
  about: string;
  /** From `needs=`: what it requires besides the service. Invisible to readers, here and on GitHub. */
  needs?: string;
  code: string;
}

/** Returns the code blocks of a guide in `docs/guides`, in order. */
export const readGuide = (name: string): GuideBlock[] => readPage(`guides/${name}`);

/** Returns the code blocks of a documentation page, in order. @param path in `docs`, without extension */
export const readPage = (path: string): GuideBlock[] => readBlocks(`${ROOT}docs/${path}.md`);

/** Returns the code blocks of a Markdown file, in order. */
export function readBlocks(file: string): GuideBlock[] {
  const text = readFileSync(file, 'utf8');
  const blocks: GuideBlock[] = [];
  let heading = '';
  let open: GuideBlock | undefined;
  for (const line of text.split('\n')) {
    const fence = /^```(\S*) ?(.*)$/.exec(line);
    if (open && fence) {
      blocks.push(open);
      open = undefined;
    } else if (open) open.code += `${line}\n`;
    else if (fence) open = { heading, language: fence[1]!, ...readWords(fence[2]!), code: '' };
    else if (line.startsWith('#')) heading = line.replace(/^#+ /, '');
  }
  return blocks;
}

function readWords(words: string): Pick<GuideBlock, 'about' | 'needs'> {
  const [, about = '', needs] = /^(.*?) ?(?:needs=(\S+))?$/.exec(words)!;
  return { about, ...(needs && { needs }) };
}

/** Returns the only block with this language under a heading, or with this word after the language. */
export function findBlock(blocks: GuideBlock[], heading: string, language: string, about = ''): GuideBlock {
  const found = blocks.filter(
    (block) => block.heading === heading && block.language === language && block.about === about,
  );
  if (found.length !== 1)
    throw new Error(`${found.length} blocks of ${language} ${about} under "${heading}"`);
  return found[0]!;
}
