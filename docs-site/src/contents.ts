import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** A page made from a file of Markdown. */
export interface Source {
  /** The file, from the root of the repository. */
  file: string;
  /** The address below `/docs/`, without ending; empty for the first page. */
  path: string;
  /** The title in the menu, where the page's own is too long. */
  label?: string;
}

export interface Section {
  name: string;
  sources: Source[];
}

const doc = (path: string, label?: string): Source => ({
  file: `docs/${path}.md`,
  path,
  ...(label && { label }),
});

/** In the order for a new reader. Other files of a folder are added to its section. */
const SECTIONS: { name: string; sources: Source[]; folder?: string }[] = [
  {
    name: 'Start',
    sources: [
      { file: 'docs/index.md', path: '', label: 'Overview' },
      doc('quick-start'),
      doc('concepts'),
      doc('guides/sessions', 'Three ways to run a session'),
    ],
  },
  {
    name: 'Guides',
    folder: 'docs/guides',
    sources: [
      doc('guides/faces'),
      doc('guides/knowledge'),
      doc('guides/tools'),
      doc('guides/memory'),
      doc('guides/webhooks'),
      doc('guides/console', 'Console'),
      doc('guides/web', 'In your page'),
      doc('guides/embeds'),
      doc('guides/providers'),
      doc('guides/local-speech', 'Speech on this machine'),
      doc('guides/own-agent', 'Your own agent'),
      doc('guides/own-room', 'Your own room'),
    ],
  },
  {
    name: 'Self-hosting',
    sources: [
      doc('guides/deploy', 'On your own servers'),
      doc('guides/https', 'https and phones'),
      doc('guides/sizing', 'Sizing'),
      doc('guides/workers', 'More workers'),
      doc('guides/watch', 'Watching it'),
      doc('guides/keep', 'Backup, retention and erasure'),
    ],
  },
  {
    name: 'Security',
    folder: 'docs/security',
    sources: [doc('security/threat-model', 'Threat model'), doc('security/embeds', 'Embeds')],
  },
  {
    name: 'Packages',
    sources: [
      { file: 'client/README.md', path: 'packages/client', label: '@visavis/client' },
      { file: 'web/README.md', path: 'packages/web', label: '@visavis/web' },
      { file: 'react/README.md', path: 'packages/react', label: '@visavis/react' },
      { file: 'agents-plugin/README.md', path: 'packages/agents-plugin', label: 'LiveKit Agents, Node' },
      {
        file: 'python/livekit-plugins-visavis/README.md',
        path: 'packages/python',
        label: 'LiveKit Agents, Python',
      },
      { file: 'python/pipecat-visavis/README.md', path: 'packages/pipecat', label: 'Pipecat' },
    ],
  },
  {
    name: 'Inside',
    sources: [
      { file: 'ARCHITECTURE.md', path: 'architecture', label: 'Architecture' },
      doc('turn', 'Turns'),
      doc('clients', 'Clients that were run'),
      { file: 'CHANGELOG.md', path: 'changelog', label: 'Changes' },
    ],
  },
  { name: 'Decisions', folder: 'docs/decisions', sources: [] },
];

/** @param root of the repository */
export async function listContents(root: string): Promise<Section[]> {
  const named = new Set(SECTIONS.flatMap(({ sources }) => sources.map(({ file }) => file)));
  return Promise.all(
    SECTIONS.map(async ({ name, folder, sources }) => {
      const files = folder ? (await readdir(join(root, folder))).sort() : [];
      const others = files
        .filter((file) => file.endsWith('.md') && !named.has(`${folder}/${file}`))
        .map((file) => doc(`${folder}/${file}`.slice('docs/'.length, -'.md'.length)));
      return { name, sources: [...sources, ...others] };
    }),
  );
}
