import { openSearch } from './search.ts';
import { openTryIt } from './try-it.ts';

/** The behaviour of every page of the documentation: copy, choose, search, try. */

const html = document.documentElement;

/** Remembers a choice; where storage is refused, for this page only. */
function keep(name: string, value: string): void {
  html.dataset[name] = value;
  try {
    localStorage.setItem(`visavis.docs.${name}`, value);
  } catch {
    // Private windows refuse storage.
  }
}

function showLanguage(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-choose]'))
    button.setAttribute('aria-pressed', String(button.dataset.choose === html.dataset.language));
}

async function copy(button: HTMLElement): Promise<void> {
  const text = button.closest('.code')?.querySelector('code')?.textContent ?? '';
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = 'Copied';
  } catch {
    // Plain http has no clipboard: the text is selected instead, so that Ctrl+C copies it.
    getSelection()?.selectAllChildren(button.closest('.code')!.querySelector('code')!);
    button.textContent = 'Selected';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2_000);
}

function switchScheme(): void {
  const isDark = html.dataset.scheme
    ? html.dataset.scheme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  keep('scheme', isDark ? 'light' : 'dark');
}

document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest('button');
  if (!button) return;
  if (button.classList.contains('copy')) void copy(button);
  else if (button.dataset.choose) {
    // Keeps the block in its place on the screen, because samples in another language have other heights.
    const before = button.getBoundingClientRect().top;
    keep('language', button.dataset.choose);
    showLanguage();
    scrollBy(0, button.getBoundingClientRect().top - before);
  } else if (button.dataset.call) openTryIt(button);
  else if (button.id === 'scheme') switchScheme();
  else if (button.id === 'search-button') openSearch();
  else if (button.id === 'menu-button') {
    const isOpen = document.body.classList.toggle('menu-open');
    button.setAttribute('aria-expanded', String(isOpen));
  }
});

document.addEventListener('keydown', (event) => {
  const isTyping = (event.target as Element).matches('input, textarea');
  if ((event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
    event.preventDefault();
    openSearch();
  }
});

/** Marks the heading of the section on the screen. */
function followHeadings(): void {
  const links = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>('aside a')].map((link) => [link.hash.slice(1), link]),
  );
  if (links.size === 0) return;
  const seen = new IntersectionObserver(
    (entries) => {
      const first = entries.find(({ isIntersecting }) => isIntersecting);
      if (!first) return;
      for (const [id, link] of links) link.toggleAttribute('data-current', id === first.target.id);
    },
    { rootMargin: '-70px 0px -70% 0px' },
  );
  for (const id of links.keys()) seen.observe(document.getElementById(id)!);
}

/** Old links into the reference: `#/sessions/startSession`. */
async function followOldLink(): Promise<void> {
  const name = /^#\/[^/]+\/(\w+)$/.exec(location.hash)?.[1];
  if (!name) return;
  const root = html.dataset.root!;
  const places = (await (await fetch(`${root}operations.json`)).json()) as Record<string, string>;
  location.replace(root + (places[name] ?? 'api'));
}

showLanguage();
followHeadings();
void followOldLink();
document.querySelector('#menu [aria-current]')?.scrollIntoView({ block: 'nearest' });
