import { callService } from '../source/call-service.ts';

/** The look of an embed, which every page that may show the embed can read. */
export interface EmbedLook {
  id: string;
  name: string;
  thumbnailUrl: string;
  title?: string;
  accentColor?: string;
  theme?: 'auto' | 'light' | 'dark';
  side?: 'left' | 'right';
  language?: string;
}

interface Embed {
  serviceUrl: string;
  id: string;
}

/** @throws ConversationError if the page may not show the embed */
export function readLook({ serviceUrl, id }: Embed): Promise<EmbedLook> {
  return callService<EmbedLook>(serviceUrl, 'GET', `/v3/embeds/${encodeURIComponent(id)}/look`);
}

/** Reads and applies the look, unless the page sets name and poster itself. @throws ConversationError as `readLook` */
export async function applyLookOfEmbed(element: HTMLElement, embed: Embed): Promise<void> {
  if (element.hasAttribute('name') && element.hasAttribute('poster')) return;
  applyLook(element, await readLook(embed));
}

/** Sets the attributes of a look, except those that the page has set itself. */
export function applyLook(element: HTMLElement, look: EmbedLook): void {
  const set = (name: string, value: string | undefined) => {
    if (value !== undefined && !element.hasAttribute(name)) element.setAttribute(name, value);
  };
  set('name', look.name);
  set('heading', look.title);
  set('poster', look.thumbnailUrl);
  set('theme', look.theme === 'auto' ? undefined : look.theme);
  set('side', look.side);
  set('lang', look.language);
  if (look.accentColor) {
    element.style.setProperty('--visavis-accent', look.accentColor);
    element.style.setProperty('--visavis-on-accent', readableOn(look.accentColor));
  }
}

/** Returns black or white, whichever is more readable on a colour like `#1b6ef3` (WCAG's relative luminance). */
export function readableOn(color: string): '#000' | '#fff' {
  const parts = /^#(..)(..)(..)$/.exec(color)?.slice(1) ?? ['00', '00', '00'];
  const [red, green, blue] = parts.map((part) => {
    const value = Number.parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > 0.179 ? '#000' : '#fff';
}
