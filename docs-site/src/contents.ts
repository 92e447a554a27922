import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The source of a page. */
export interface Source {
  /** Path of the file in the repository, by which other files link to it. */
  file: string;
  /** The address below `/docs/`, without extension; empty for the first page. */
  path: string;
  /** The title in the menu, if the page's own is too long. */
  label?: string;
  markdown: string;
  section: string;
  /** Whether the page is for developers of Visavis itself. */
  isInternal: boolean;
}

/**
 * The menu, in the order for a new reader: sections with files in `docs` (others by full path), with a title if the
 * page's own is too long. A star stands for a folder's other files; sections below the line are shown separately.
 */
const MENU = `
Start
  index: Overview
  quick-start
  concepts
  guides/sessions
Guides
  guides/faces
  guides/knowledge
  guides/tools
  guides/memory
  guides/webhooks
  guides/console: Console
  guides/web: In your page
  guides/embeds
  guides/providers
  guides/local-speech: Speech on this machine
  guides/local-language
  guides/own-agent
  guides/own-room: Your own room
  guides/*
API reference
Operations
  guides/deploy
  guides/https: https and phones
  guides/sizing: Sizing
  guides/workers: More workers
  guides/watch
  guides/runbook
  guides/log-events
  guides/keep
  CHANGELOG.md: Changes
Security
  security/threat-model
  security/embeds: Embeds
  security/*
Packages
  client/README.md
  python/visavis/README.md: visavis, Python
  web/README.md
  react/README.md
  agents-plugin/README.md: LiveKit Agents, Node
  python/livekit-plugins-visavis/README.md: LiveKit Agents, Python
  python/pipecat-visavis/README.md: Pipecat
---
Internals
  ARCHITECTURE.md
  turn: Turns
  clients
Contributing
  contributing/*
Decisions
  decisions/*
`;

/** Addresses of pages whose files are elsewhere. */
const ADDRESSES: [RegExp, string][] = [
  [/^index$/, ''],
  [/^python\/visavis\/.*/, 'packages/python-client'],
  [/^python\/livekit-.*/, 'packages/python'],
  [/^python\/pipecat-.*/, 'packages/pipecat'],
  [/^(.*)\/README\.md$/, 'packages/$1'],
  [/^([A-Z]+)\.md$/, '$1'],
];

/** @param root of the repository. @param reference generated pages for the section of that name */
export function listContents(root: string, reference: Omit<Source, 'section' | 'isInternal'>[]): Source[] {
  return MENU.trim()
    .split(/\n(?=\S)/)
    .flatMap((block, at, blocks) => {
      const [section = '', ...lines] = block.split('\n');
      const pages = lines.flatMap((line) => expand(root, line.trim())).map((line) => readPage(root, line));
      const isInternal = at > blocks.indexOf('---');
      return (section === 'API reference' ? reference : pages).map((page) => ({
        ...page,
        section,
        isInternal,
      }));
    });
}

function expand(root: string, line: string): string[] {
  if (!line.endsWith('/*')) return [line];
  const folder = line.slice(0, -1);
  return readdirSync(join(root, 'docs', folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => folder + file.slice(0, -'.md'.length))
    .filter((name) => !new RegExp(`^ +${name}(?::|$)`, 'm').test(MENU))
    .sort();
}

function readPage(root: string, line: string) {
  const [name = '', label] = line.split(': ');
  const file = name.endsWith('.md') ? name : `docs/${name}.md`;
  const path = ADDRESSES.reduce((address, [from, to]) => address.replace(from, to), name).toLowerCase();
  return { file, path, ...(label && { label }), markdown: readFileSync(join(root, file), 'utf8') };
}
