import { Parser } from 'htmlparser2';
import { canonicalAddress, LONGEST_ADDRESS } from '../canonical-address.ts';
import { cleanLine } from '../clean-text.ts';
import type { ReaderInput } from '../text-block.ts';
import { decodeHtml, refuseTooDeep } from './html.ts';

const MAX_LINKS = 2_000;
const MAX_TITLE_CHARS = 1_000;

/** The links of a web page, and what it permits its readers. */
export interface PageLinks {
  /** Empty if it has no title. */
  title: string;
  /** Absolute addresses in order, without duplicates, in the form of `canonicalAddress`. */
  links: string[];
  /** False if its `robots` element forbids storing the page, or following its links. */
  mayIndex: boolean;
  mayFollow: boolean;
}

/** @param address the page's address @throws {ExtractionError} `too_complex`, `unsupported_type` */
export function readLinks(input: Omit<ReaderInput, 'maxCharacters'>, address: string): PageLinks {
  const links = new Set<string>();
  let base = address;
  let title = '';
  let isTitle = false;
  let directiveText = '';
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, { href, name: meta, content }) {
        refuseTooDeep(++depth);
        if (name === 'title') isTitle = title === '';
        else if (name === 'meta' && /^(?:robots|visavis)$/i.test(meta ?? ''))
          directiveText += `,${content ?? ''}`;
        else if (href !== undefined && (name === 'base' || name === 'a' || name === 'area')) {
          const link = addressOf(href, base);
          if (link === undefined) return;
          if (name === 'base') base = link;
          else if (links.size < MAX_LINKS) links.add(link);
        }
      },
      ontext(text) {
        if (isTitle && title.length < MAX_TITLE_CHARS) title += text;
      },
      onclosetag(name) {
        depth--;
        if (name === 'title') isTitle = false;
      },
    },
    { decodeEntities: true, lowerCaseTags: true },
  );
  for (const chunk of decodeHtml(input).chunks) parser.write(chunk);
  parser.end();
  const directives = new Set(directiveText.split(',').map((rule) => rule.trim().toLowerCase()));
  return {
    title: cleanLine(title).slice(0, MAX_TITLE_CHARS),
    links: [...links],
    mayIndex: !directives.has('noindex') && !directives.has('none'),
    mayFollow: !directives.has('nofollow') && !directives.has('none'),
  };
}

/** Returns undefined if it is no web page, or is overlong, as it would be parsed again with each link of the page. */
function addressOf(href: string, base: string): string | undefined {
  if (href.length > LONGEST_ADDRESS || !URL.canParse(href, base)) return undefined;
  return canonicalAddress(new URL(href, base).href);
}
