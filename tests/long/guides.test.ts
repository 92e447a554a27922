import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { findBlock, type GuideBlock, ROOT, readGuide } from '../support/guide.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { ElevenLabsServer } from '../support/providers/elevenlabs-server.ts';
import { GeminiServer } from '../support/providers/gemini-server.ts';
import { OpenAiServer } from '../support/providers/openai-server.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { StartedPrograms } from '../support/started-programs.ts';

const programs = new StartedPrograms();

interface Started {
  session: { id: string; engine?: string; avatar: { identity: string }; host: { serverUrl: string } };
  consumerAccessToken: string;
}

/** Starts the service as the block does, on a free port and with its own data directory. Returns its URL. */
async function startService(block: GuideBlock, settings: Record<string, string> = {}): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'visavis-guide-'));
  programs.endWith(() => rm(dataDir, { recursive: true, force: true }));
  // With `exec`, the service itself receives the signal that stops it.
  const script = block.code.replace('npm start', 'exec node server/dist/cli/visavis.js serve');
  const service = programs.start(
    'bash',
    ['-euc', script],
    {
      PORT: '0',
      HOST: '127.0.0.1',
      VISAVIS_DATA_DIR: dataDir,
      VISAVIS_API_KEY: TEST_API_KEY,
      VISAVIS_VIDEO_FPS: '10',
      ...settings,
    },
    ROOT,
  );
  const ready = await service.line(/ready at http:\S+/);
  return /http:\S+/.exec(ready)![0].replace('//localhost:', '//127.0.0.1:');
}

/** Runs a block and returns the JSON that it prints. */
async function run(block: GuideBlock, settings: Record<string, string>): Promise<Started> {
  const program = programs.start('bash', ['-euc', block.code], {
    VISAVIS_API_KEY: TEST_API_KEY,
    ...settings,
  });
  expect(await program.exited, program.lines.join('\n')).toBe(0);
  return JSON.parse(program.lines.join('\n')) as Started;
}

async function enter({ session, consumerAccessToken }: Started): Promise<LiveConsumer> {
  const consumer = new LiveConsumer(session.avatar.identity);
  programs.endWith(() => consumer.leave());
  await consumer.join(session.host.serverUrl, consumerAccessToken);
  return consumer;
}

describe('docs/guides/providers.md', () => {
  const guide = readGuide('providers');
  const greeting = 'Welcome to the Meridian.';

  test.each([
    {
      heading: 'OpenAI',
      engine: 'openai',
      server: () => new OpenAiServer('sk-your-key'),
      settings: (url: string) => ({ OPENAI_BASE_URL: url }),
    },
    {
      heading: 'Gemini',
      engine: 'gemini',
      server: () => new GeminiServer('your-key'),
      settings: (url: string) => ({ GEMINI_BASE_URL: url }),
    },
    {
      heading: 'ElevenLabs',
      engine: 'elevenlabs',
      server: () => new ElevenLabsServer('your-key'),
      settings: (url: string) => ({ ELEVENLABS_BASE_URL: url }),
    },
    {
      heading: 'Your own model server',
      engine: 'pipeline',
      server: () => new PipelineServer(),
      settings: () => ({}),
    },
  ])(
    '$heading: the service starts, and the avatar greets and answers',
    async ({ heading, engine, ...provider }) => {
      const server = await provider.server().listen();
      programs.endWith(() => server.stop());
      const settings = provider.settings(server.baseUrl);
      if (engine === 'openai' || engine === 'gemini') server.replies.push({ say: greeting });
      const block = findBlock(guide, heading, 'bash', 'start');
      // Replaces the guide's URLs of local servers, because a test cannot choose its ports.
      const code = block.code.replaceAll(/http:\/\/localhost:\d+\/v1/g, server.baseUrl);
      const url = await startService({ ...block, code }, settings);
      const asked = findBlock(guide, heading, 'bash');
      const started = await run(
        { ...asked, code: asked.code.replace('agent_your-agent', 'agent_test') },
        { VISAVIS_URL: url },
      );
      expect(started.session.engine).toBe(engine);
      const consumer = await enter(started);
      await consumer.until('the greeting', () => consumer.agentTexts[0] === greeting);
      await consumer.silent(300);
      server.replies.push({ say: 'From seven to ten.' });
      const askedAt = performance.now();
      await consumer.type('When is breakfast?');
      await consumer.hears(askedAt);
      await consumer.until('the answer', () => consumer.agentTexts.at(-1) === 'From seven to ten.');
    },
  );
});

test('an agent created as in the README or a guide needs no provider key', () => {
  const guides = readdirSync(`${ROOT}docs/guides`).sort();
  const made = ['README.md', ...guides.map((guide) => `docs/guides/${guide}`)].flatMap((file) =>
    readFileSync(ROOT + file, 'utf8')
      .split('```')
      .filter((text, at) => at % 2 === 1 && text.includes('/v1/agents') && /provider\W/.test(text))
      // An agent that names a model server uses that server, whatever its provider is.
      .map((code) => [file, code.includes('anyProvider') || code.includes('llmServerId')]),
  );
  expect(made).toEqual([
    ['README.md', true],
    ['docs/guides/memory.md', true],
    ['docs/guides/providers.md', true],
    ['docs/guides/tools.md', true],
  ]);
});

// Not run here: the bench takes minutes and needs an idle machine.
test('docs/guides/sizing.md names only benchmarks that exist', async () => {
  const { code } = findBlock(readGuide('sizing'), 'Machines, ports and costs', 'bash', 'bench');
  const [, name] = /^npm run bench -- (\S+)$/.exec(code.trim())!;
  const { stdout } = await promisify(execFile)(process.execPath, ['benches/dist/bench.js', '--help'], {
    cwd: ROOT,
  });
  expect(stdout).toMatch(new RegExp(`^ +${name} `, 'm'));
});

/** There is no container engine here, so the test checks what it would be given. */
test.each([
  ['compose.yaml', 'One machine, with containers', 'compose'],
  ['compose.cluster.yaml', 'Several machines', 'cluster'],
])('docs/guides/deploy.md sets every variable that %s requires', async (file, heading, about) => {
  const cwd = await mkdtemp(join(tmpdir(), 'visavis-deploy-'));
  programs.endWith(() => rm(cwd, { recursive: true, force: true }));
  const script = `docker() { echo docker "$@"; }\n${findBlock(readGuide('deploy'), heading, 'bash', about).code}`;
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], { cwd });
  expect(stdout).toContain(`docker compose ${file === 'compose.yaml' ? '' : `-f ${file} `}up -d`);
  const set = [...(await readFile(join(cwd, '.env'), 'utf8')).matchAll(/^(\w+)=./gm)].map(([, name]) => name);
  const required = readFileSync(join(ROOT, file), 'utf8').matchAll(/\$\{(\w+):\?/g);
  expect(set).toEqual(expect.arrayContaining([...required].map(([, name]) => name)));
});

// tests/cluster runs the blocks that need packages. No test runs those that need a container engine.
test.each(['deploy', 'keep', 'own-agent', 'own-room', 'providers', 'sizing', 'workers'])(
  'all code in docs/guides/%s.md is run by tests',
  (name) => {
    for (const { language, about, code } of readGuide(name)) {
      expect(['bash', 'ts', 'python']).toContain(language);
      if (language === 'ts') expect(code).toBe(readFileSync(join(ROOT, about), 'utf8'));
    }
  },
);
