/// <reference types="vite/client" />
import '@picocss/pico/css/pico.jade.min.css';
import './site.css';
import { openSearch } from './search.ts';
import { openTryIt } from './try-it.ts';

/** The behaviour of every documentation page: copy buttons, choices, search, and forms that send calls. */

const html = document.documentElement;

/** Stores a choice; if storage is blocked, it applies only to this page. */
function storeChoice(name: string, value: string): void {
  html.dataset[name] = value;
  try {
    localStorage.setItem(`visavis.docs.${name}`, value);
  } catch {
    // Private windows block storage.
  }
}

function showLanguage(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-choose]'))
    button.setAttribute('aria-pressed', String(button.dataset.choose === html.dataset.language));
}

async function copy(button: HTMLElement): Promise<void> {
  const code = button.nextElementSibling!;
  try {
    await navigator.clipboard.writeText(code.textContent ?? '');
    button.textContent = 'Copied';
  } catch {
    // Plain http has no clipboard access: the text is selected instead, so that Ctrl+C copies it.
    getSelection()?.selectAllChildren(code);
    button.textContent = 'Selected';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, 2_000);
}

function switchScheme(): void {
  const isDark = getComputedStyle(html).colorScheme === 'dark';
  storeChoice('theme', isDark ? 'light' : 'dark');
}

document.addEventListener('click', (event) => {
  const button = (event.target as Element).closest('button');
  if (!button) return;
  if (button.classList.contains('copy')) void copy(button);
  else if (button.dataset.choose) {
    // Keeps the block at its position on the screen, because samples in other languages have other heights.
    const before = button.getBoundingClientRect().top;
    storeChoice('language', button.dataset.choose);
    showLanguage();
    scrollBy(0, button.getBoundingClientRect().top - before);
  } else if (button.dataset.call) void openTryIt(button);
  else if (button.id === 'scheme') switchScheme();
  else if (button.id === 'search-button') openSearch();
});

document.addEventListener('keydown', (event) => {
  const isTyping = (event.target as Element).matches('input, textarea');
  if ((event.key === '/' && !isTyping) || (event.key === 'k' && (event.ctrlKey || event.metaKey))) {
    event.preventDefault();
    openSearch();
  }
});

/** Redirects old links into the reference: `#/sessions/startSession`. */
async function followOldLink(): Promise<void> {
  const name = /^#\/[^/]+\/(\w+)$/.exec(location.hash)?.[1];
  if (!name) return;
  const root = html.dataset.root!;
  const urls = (await (await fetch(`${root}operations.json`)).json()) as Record<string, string>;
  location.replace(root + (Object.hasOwn(urls, name) ? urls[name] : 'api'));
}

showLanguage();
void followOldLink();
document.querySelector('#menu [aria-current]')?.scrollIntoView({ block: 'nearest' });
