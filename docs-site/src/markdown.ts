import highlighter from 'highlight.js/lib/common';
import { Marked, type Tokens } from 'marked';

/** A section of a page, from one heading to the next; the first has no heading. */
export interface Passage {
  heading?: { level: number; id: string; text: string };
  /** Text for the search, without markup. */
  text: string;
}

export interface Rendered {
  title: string;
  html: string;
  passages: [Passage, ...Passage[]];
}

/** Returns the target of a link or picture; `undefined` if no page has it, so that it is shown as text. */
export type Resolve = (href: string) => string | undefined;

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Creates anchors as GitHub does, so that links work in both places. */
const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

const ENTITIES: Record<string, string> = { quot: '"', lt: '<', gt: '>', amp: '&' };

const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(
      /&(?:#(x?[\da-f]+)|(\w+));/g,
      (_, code, name) => ENTITIES[name] ?? String.fromCharCode(Number(`0${code}`)),
    )
    .replace(/\s+/g, ' ')
    .trim();

/** @param info the language; `sample=NAME` marks one of several samples, of which one is shown at a time */
function renderCode(code: string, info: string): string {
  const language = info.split(' ')[0]!;
  const name = / sample=(\w+)/.exec(info)?.[1];
  const isKnown = highlighter.getLanguage(language);
  const colored = isKnown ? highlighter.highlight(code, { language }).value : escapeHtml(code);
  const kind = name ? `code sample" data-for="${name}` : 'code';
  return `<div class="${kind}"><button type="button" class="copy">Copy</button><pre tabindex="0"><code>${colored}</code></pre></div>\n`;
}

/** Renders Markdown of this repository, which may contain HTML. A heading may end with its id: `{#id}`. */
export function renderMarkdown(markdown: string, resolve: Resolve): Rendered {
  const slugCounts = new Map<string, number>();
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const [, html = '', customId] = /^(.*?)(?: \{#([\w-]+)\})?$/s.exec(this.parser.parseInline(tokens))!;
        if (depth === 1) return `<h1>${html}</h1>\n`;
        const slug = customId ?? slugOf(textOf(html));
        const count = slugCounts.get(slug) ?? 0;
        slugCounts.set(slug, count + 1);
        const id = count === 0 ? slug : `${slug}-${count}`;
        return `<h${depth} id="${id}">${html} <a class="anchor" href="#${id}" aria-label="Link to “${escapeHtml(textOf(html))}”">#</a></h${depth}>\n`;
      },
      code: ({ text, lang = '' }: Tokens.Code) => renderCode(text, lang),
      link({ href, tokens }: Tokens.Link) {
        const content = this.parser.parseInline(tokens);
        const target = resolve(href);
        if (target === undefined) return content;
        const rel = /^https?:/.test(target) ? ' rel="noreferrer"' : '';
        return `<a href="${escapeHtml(target)}"${rel}>${content}</a>`;
      },
      image: ({ href, text }: Tokens.Image) =>
        `<img src="${escapeHtml(resolve(href) ?? href)}" alt="${escapeHtml(text)}" loading="lazy">`,
    },
  });
  const html = (marked.parse(markdown) as string)
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>');
  const [intro = '', ...parts] = html.split(/(?=<h[2-6] id=")/);
  const [, title = '', opening = ''] = /<h1>(.*?)<\/h1>(.*)/s.exec(intro)!;
  return {
    title: textOf(title),
    html,
    passages: [{ text: textOf(opening) }, ...parts.map(passageOf)],
  };
}

function passageOf(html: string): Passage {
  const [, level, id, heading = '', rest = ''] = /^<h(\d) id="([^"]+)">(.*?) <a class.*?<\/h\d>(.*)/s.exec(
    html,
  )!;
  const text = textOf(
    rest.replace(/<div class="code sample[\s\S]*?<\/div>|<(button|thead)[\s\S]*?<\/\1>/g, ''),
  );
  return { heading: { level: Number(level), id: id!, text: textOf(heading) }, text };
}
