import highlighter from 'highlight.js/lib/common';
import { Marked, type Tokens } from 'marked';

export interface Heading {
  level: number;
  id: string;
  /** Without mark-up. */
  text: string;
}

/** A part of a page for the search: from one heading to the next. */
export interface Passage {
  /** Absent before the first heading below the title. */
  heading?: Heading;
  text: string;
}

export interface Rendered {
  title: string;
  html: string;
  headings: Heading[];
  passages: Passage[];
}

/** The target of a link or a picture; `undefined` where the pages have none, and it is shown as text. */
export type Resolve = (href: string) => string | undefined;

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** As GitHub makes them, so that links work in both places. */
export const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const LANGUAGES: Record<string, string> = {
  bash: 'Shell',
  html: 'HTML',
  json: 'JSON',
  js: 'JavaScript',
  python: 'Python',
  ts: 'TypeScript',
  tsx: 'React',
  yaml: 'YAML',
};

/** A block of code in colours that the style sheet gives. */
export function renderCode(code: string, language: string): string {
  const known = highlighter.getLanguage(language);
  const colored = known ? highlighter.highlight(code, { language }).value : escapeHtml(code);
  const name = LANGUAGES[language] ?? language;
  return `<div class="code"><div class="bar"><span>${escapeHtml(name)}</span><button type="button" class="copy">Copy</button></div><pre tabindex="0"><code>${colored}</code></pre></div>\n`;
}

const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)))
    .replace(/&quot;/g, '"')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim();

/** The Markdown is from this repository, so it may hold HTML. */
export function renderMarkdown(markdown: string, resolve: Resolve): Rendered {
  const headings: Heading[] = [];
  const passages: Passage[] = [{ text: '' }];
  let title = '';
  const seen = new Map<string, number>();
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens);
        const text = textOf(html);
        const slug = slugOf(text);
        const times = seen.get(slug) ?? 0;
        seen.set(slug, times + 1);
        const id = times === 0 ? slug : `${slug}-${times}`;
        if (depth === 1) {
          title = text;
          return `<h1>${html}</h1>\n`;
        }
        const heading = { level: depth, id, text };
        headings.push(heading);
        passages.push({ heading, text: '' });
        return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(text)}”">#</a></h${depth}>\n`;
      },
      code: ({ text, lang = '' }: Tokens.Code) => renderCode(text, lang.split(' ')[0]!),
      link({ href, tokens }: Tokens.Link) {
        const inside = this.parser.parseInline(tokens);
        const target = resolve(href);
        if (target === undefined) return inside;
        const away = /^https?:/.test(target) ? ' rel="noreferrer"' : '';
        return `<a href="${escapeHtml(target)}"${away}>${inside}</a>`;
      },
      image: ({ href, text }: Tokens.Image) =>
        `<img src="${escapeHtml(resolve(href) ?? href)}" alt="${escapeHtml(text)}" loading="lazy">`,
    },
  });
  const tokens = marked.lexer(markdown);
  let html = '';
  for (const token of tokens) {
    const part = marked.parser([token]);
    html += token.type === 'table' ? `<div class="scroll" tabindex="0">${part}</div>\n` : part;
    if (token.type !== 'heading') passages.at(-1)!.text += ` ${textOf(part)}`;
  }
  return { title, html, headings, passages };
}
