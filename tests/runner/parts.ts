/** A piece of the larger suites that `npm run test:parts` starts as one process. */
export interface Part {
  name: string;
  suite: string;
  /** Parts of file names, as Vitest takes them; all files of the suite where absent. */
  files?: readonly string[];
  /** A script of `package.json` that brings what it needs. */
  before?: string;
  /** Nothing else may run beside it. */
  isAlone?: boolean;
}

const cluster = (...files: string[]): Part => ({
  name: `cluster: ${files.join(', ')}`,
  suite: 'cluster',
  files: files.map((file) => `cluster/${file}.test`),
});

const browser = (name: string, files: readonly string[]): Part => ({
  name: `browser: ${name}`,
  suite: 'browser',
  files: files.map((file) => `browser/${file}`),
});

/** The likeliest to fail first, then the longest. */
export const PARTS: readonly Part[] = [
  { name: 'live', suite: 'live' },
  browser('console', ['console']),
  browser('pages', [
    'conversation',
    'docs',
    'ears',
    'get-started',
    'key-links',
    'react',
    'size',
    'talk',
    'widget',
  ]),
  cluster('own-agent'),
  cluster('livekit-go'),
  { name: 'long', suite: 'long', before: 'test:models' },
  cluster('killed-parts', 'backup'),
  cluster('agents-plugin'),
  cluster('room-livekit', 'room-firefox'),
  cluster('livekit-node'),
  cluster('store-postgres'),
  cluster('two-processes', 'handed-over'),
  cluster('packages'),
  cluster('deployment-tools', 'python-packages'),
  cluster('turn', 'monitoring', 'guides'),
  cluster('widget-firefox', 'host-room', 'livekit-service'),
  cluster('strangers', 'reference-python'),
  { name: 'store', suite: 'store' },
  { name: 'exhaustive', suite: 'exhaustive' },
  { name: 'fuzz', suite: 'fuzz' },
  { name: 'wire', suite: 'wire' },
  { name: 'hostile', suite: 'hostile', isAlone: true },
  { name: 'language', suite: 'language', before: 'test:models' },
  { name: 'spoken', suite: 'spoken', before: 'test:models', isAlone: true },
];
