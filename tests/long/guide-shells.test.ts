/**
 * Follows every guide from top to bottom, like a reader who copies its shell blocks unchanged into one shell, in a
 * folder that stands for a copy of the repository. `guides.test.ts` has conversations with what the guides start.
 */
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { freePort } from '../support/free-ports.ts';
import { GUIDES, type GuideBlock, ROOT, readBlocks } from '../support/guide.ts';
import { useFolder } from '../support/inside.ts';
import { StartedPrograms } from '../support/started-programs.ts';

/** What a block may need (`needs=…` after its language), and where it is tested instead, if anywhere. */
const NEEDS: Record<string, string> = {
  agent: 'an agent of LiveKit Agents and a key of OpenAI; cluster/agents-plugin runs such a worker',
  certificate: 'a certificate of the operator and port 443; live/https has one',
  coturn: 'coturn, a certificate and port 443; cluster/turn starts one',
  docker: 'an engine for containers; long/guides reads what it would be told',
  kubernetes: 'a cluster; cluster/deployment-tools draws the chart',
  log: 'the log of a service that had trouble',
  models: 'downloads of up to 500 MB; long/local-conversation and long/language-model have the models',
  'quiet-machine':
    'a machine without other work, for minutes; long/guides looks whether there is such a bench',
};

/** Blocks that this test does not run, each with what it needs. */
const SKIPPED = [
  'docs/guides/deploy.md, One machine, with containers: docker',
  'docs/guides/deploy.md, The image: docker',
  'docs/guides/deploy.md, Several machines: docker',
  'docs/guides/deploy.md, Kubernetes: kubernetes',
  'docs/guides/https.md, With a certificate of your own: certificate',
  'docs/guides/https.md, Visitors whose network blocks media: TURN: coturn',
  'docs/guides/local-language.md, A language model on this machine: models',
  'docs/guides/local-language.md, Which model for which machine: docker',
  'docs/guides/local-speech.md, Speech recognition: models',
  'docs/guides/local-speech.md, A machine without internet: models',
  'docs/guides/local-speech.md, A natural voice: models',
  'docs/guides/own-agent.md, A worker, started by name: agent',
  'docs/guides/own-agent.md, A worker, started by name: agent',
  'docs/guides/runbook.md, When something is wrong: log',
  'docs/guides/sizing.md, Machines, ports and costs: quiet-machine',
];

/** What the reader sees, in this order. */
const SEEN: Record<string, RegExp> = {
  'README.md': /^http:\S+\/talk\/#key=\S+$/m,
  'docs/clients.md': /^LIVEKIT_URL=ws:\S+\nLIVEKIT_API_KEY=\S+\nLIVEKIT_API_SECRET=\S+$/m,
  'docs/guides/console.md': /"link":"http:\S+invitation=/,
  'docs/guides/embeds.md': /"snippet":"<script src=/,
  'docs/guides/faces.md':
    /"identity":"maya".*"name":"Eileen".*"rig":\{"leftEye":\[0\.37,0\.26\].*"mouthCenter":\[0/s,
  'docs/guides/https.md': /ready at https:\S+/,
  'docs/guides/keep.md':
    /visavis\.backup: .*is intact.*restored.*30 days.*"user":"ada".*"conversationId":"conv_.*"entries":\[\{/s,
  'docs/guides/knowledge.md': /"name":"hours\.md".*"id":"site_.*"knowledgeBase/s,
  'docs/guides/memory.md': /"memory":true.*"memories":\[/s,
  'docs/guides/own-agent.md': /"remoteAgentAccessToken":"/,
  'docs/guides/providers.md':
    /"engine":"openai".*"engine":"gemini".*"engine":"elevenlabs".*"hasKey":true.*"engine":"pipeline".*"llmServerId":"msrv_/s,
  'docs/guides/sessions.md':
    /"maxDuration":300.*"consumerAccessToken":".*"name":"Support".*"remoteAgentAccessToken":"/s,
  'docs/guides/tools.md': /"tools":\[\{"id":"tool_/,
  'docs/guides/watch.md': /ready at http:/,
  'docs/guides/webhooks.md': /"eventType":"(conversation\.ended|transcript\.completed)"/,
  'docs/guides/workers.md': /^[\da-f]{64}\n.*^Working for http:/ms,
  'docs/quick-start.md': /"status":"(uploaded|indexing|indexed)".*"consumerAccessToken":"/s,
};

/** What a reader replaces: hosts with their own. */
const ADDRESSES = [
  ['https://avatars.example', 'http://127.0.0.1:$PORT'],
  ['https://api.groq.com', 'https://groq.example'],
] as const;

/** What docs/guides/providers.md leaves behind: the newest avatar has no agent, so nobody would speak for it. */
const MUTE_AVATAR = `
(
  export $(npx visavis api)
  curl -sS --fail-with-body "$VISAVIS_URL/v1/avatars" -H "x-api-key: $VISAVIS_API_KEY" -H 'content-type: application/json' \\
    -d '{ "identity": "maya", "name": "Maya" }' > mute.json
)`;

/** What readers of a guide already have. */
const BEFORE: Record<string, string> = {
  'docs/quick-start.md': MUTE_AVATAR,
  'docs/guides/embeds.md': MUTE_AVATAR,
  'docs/guides/knowledge.md': MUTE_AVATAR,
  'docs/guides/sessions.md': MUTE_AVATAR,
  'docs/guides/keep.md': `
ORGANIZATION_ID=$(npx visavis orgs | grep -o 'org_[a-z0-9]*')
CONVERSATION_ID=$(
  export $(npx visavis api)
  api() { curl -sS --fail-with-body "$VISAVIS_URL$1" -H "x-api-key: $VISAVIS_API_KEY" -H 'content-type: application/json' "\${@:2}"; }
  AVATAR=$(api '/v1/avatars?take=50' | grep -o '"avt_[^{]*"agentId"' | grep -o 'avt_[a-z0-9]*' | head -1)
  SESSION='{ "name": "First", "avatar": { "id": "'$AVATAR'" }, "consumerIdentity": { "identity": "grace" } }'
  ID=$(api /v1/sessions -d "$SESSION" | grep -o 'conv_[a-z0-9]*' | head -1)
  api "/v3/conversations/$ID/stop" -X POST > ended.json
  echo "$ID"
)`,
};

/** The reader's terminals: each block that starts something uses one, and Ctrl-C stops it. */
const TERMINALS = `
set -m
TERMINALS=()
npm() {
  [ "$1" != ci ] || return 0
  # No vendor is asked with the keys of the guides.
  [ -z "\${OPENAI_API_KEY:-}\${GEMINI_API_KEY:-}\${ELEVENLABS_API_KEY:-}" ] ||
    export OPENAI_BASE_URL=$NOWHERE GEMINI_BASE_URL=$NOWHERE ELEVENLABS_BASE_URL=$NOWHERE
  node server/dist/cli/visavis.js serve --tied
}
interrupt() {
  for terminal in "\${TERMINALS[@]}"; do
    kill -INT -- "-$terminal" || true
    wait "$terminal" || true
  done
  TERMINALS=()
}
trap interrupt EXIT
opened() {
  TERMINALS+=($!)
  until grep -E 'ready at|Working for' "$1"; do
    kill -0 $! || { cat "$1"; exit 1; }
    sleep 0.1
  done
}`;

const blocksOf = (guide: string) =>
  readBlocks(join(ROOT, guide)).filter(({ language }) => /^(bash|sh|shell|zsh|console|)$/.test(language));
const toRun = (guide: string) => blocksOf(guide).filter(({ language, needs }) => language && !needs);

function stepOf({ about, code }: GuideBlock, at: number): string {
  if (about === '') return code;
  // The service that a guide starts replaces the running one.
  const before = about === 'start' ? 'interrupt\n' : '';
  return `${before}{\n${code}} > terminal-${at}.txt 2>&1 &\nopened terminal-${at}.txt`;
}

function scriptOf(guide: string): string {
  const blocks = toRun(guide);
  const started: GuideBlock = { heading: '', language: 'bash', about: 'start', code: 'npm start\n' };
  if (blocks[0]!.about !== 'start') blocks.unshift(started);
  const [first, ...rest] = blocks.map(stepOf);
  const script = [TERMINALS, first, BEFORE[guide] ?? '', ...rest].join('\n');
  return ADDRESSES.reduce((text, [from, to]) => text.replaceAll(from, to), script);
}

describe('following it from top to bottom in one shell gives the promised result:', () => {
  const folder = useFolder('of each');
  const programs = new StartedPrograms();
  beforeEach(async () => {
    for (const name of ['node_modules', 'server']) await symlink(join(ROOT, name), join(folder, name));
  });

  test.each(Object.entries(SEEN))(
    '%s',
    async (guide, seen) => {
      const settings = {
        PORT: String(await freePort()),
        HOST: '127.0.0.1',
        VISAVIS_WORKERS: '1',
        // If not set, a busy machine runs fewer.
        VISAVIS_CONVERSATIONS_PER_WORKER: '8',
        VISAVIS_VIDEO_FPS: '10',
        NOWHERE: 'http://127.0.0.1:9',
      };
      const shell = programs.start('bash', ['-euo', 'pipefail', '-c', scriptOf(guide)], settings, folder);
      const code = await shell.exited;
      expect(code, shell.lines.join('\n')).toBe(0);
      expect(shell.lines.join('\n')).toMatch(seen);
    },
    900_000,
  );
});

test('every guide with shell blocks is followed', () => {
  const guides = GUIDES.filter((guide) => toRun(guide).length > 0);
  expect(Object.keys(SEEN).sort()).toEqual([...guides].sort());
});

test('every block that is left out is listed here, with what it needs', () => {
  const skipped = GUIDES.flatMap((guide) =>
    blocksOf(guide)
      .filter(({ needs }) => needs)
      .map(({ heading, needs }) => `${guide}, ${heading}: ${needs}`),
  );
  expect(skipped.sort()).toEqual([...SKIPPED].sort());
  const needed = new Set(skipped.map((line) => line.split(': ').at(-1)!));
  expect([...needed].sort()).toEqual(Object.keys(NEEDS).sort());
});

describe.each(GUIDES.filter((guide) => blocksOf(guide).length > 0))('the shell blocks of %s', (guide) => {
  test('are marked in a way that this test can read', () => {
    for (const { language, about, needs, code } of blocksOf(guide)) {
      // Blocks without a language contain no commands.
      if (language === '') expect(code).not.toMatch(/^(?:npm|npx|node|curl|docker|grep|export) /m);
      else expect(language, code).toBe('bash');
      if (!needs) expect(['', 'start', 'beside']).toContain(about);
    }
  });

  test('contain no comments, which zsh runs as commands when pasted', () => {
    for (const { language, code } of blocksOf(guide)) if (language) expect(code).not.toMatch(/(?:^|\s)#\s/m);
  });
});
