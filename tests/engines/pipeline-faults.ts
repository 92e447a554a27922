import {
  clockOf,
  composeEvents,
  createSigningSecrets,
  createToolCalls,
  type FakeClock,
  type Fault,
  type FaultyServers,
  QuestionEmbedding,
  silentLogger,
  Visit,
} from '../support/inside/faults.ts';

export const PIPELINE_PARTS = ['model', 'voice', 'recognition', 'embeddings', 'tool'] as const;
export type PipelinePart = (typeof PIPELINE_PARTS)[number];
export type Moment =
  | 'at the start'
  | 'after a question, from the start'
  | 'after a question'
  | 'after the next question';

/** What the service records of a fault besides the failures of providers. */
export type Notes = string[];

const PARAMETERS = { type: 'object', properties: { query: { type: 'string' } } };

type ToolCallsNeeds = Parameters<typeof createToolCalls>[0];

/** Calls a tool at the servers as the service does. */
function toolAt(servers: FaultyServers, clock: FakeClock) {
  const secrets = createSigningSecrets(new Uint8Array(32), 'tools');
  const { stored } = secrets.make();
  const url = `${servers.endpoint('tool').baseUrl}/tool`;
  const tool = {
    ...stored,
    id: 'tool',
    organizationId: 'org',
    name: 'hours',
    url,
    headers: null,
    timeoutMs: 5000,
    updatedAt: new Date(0),
  };
  const { postMessage } = composeEvents({ database: {} as never, allowPrivate: true, log: silentLogger });
  const calls = createToolCalls({
    store: { find: async () => ({ ...tool, parameters: PARAMETERS }) } as unknown as ToolCallsNeeds['store'],
    conversations: {
      findInAnyOrganization: async () => ({ id: 'conv', status: 'running', organizationId: 'org' }),
    } as unknown as ToolCallsNeeds['conversations'],
    secrets,
    post: postMessage,
    clock: () => new Date(clock.wall()),
    logger: silentLogger,
    timer: clock,
  });
  return (request: Parameters<typeof calls.call>[1], _timeoutMs: number, signal: AbortSignal) =>
    calls.call('conv', request, signal);
}

/** Searches a knowledge base, whose passages are found by their words as well. */
function knowledgeAt(servers: FaultyServers, clock: FakeClock, notes: Notes) {
  const questions = new QuestionEmbedding({
    db: undefined as never,
    operators: servers.endpoint('embeddings'),
    embedder: undefined,
    servers: () => undefined,
    log: silentLogger,
    clock,
  });
  return async (query: string) => {
    const { problem } = await questions.embed('org', query);
    if (problem !== undefined) notes.push('searched by words only');
    return [{ documentId: 'doc', documentName: 'Hours', text: 'The museum opens at nine.', score: 1 }];
  };
}

/** A visitor of an agent whose answers need this part. */
export function visitTo(part: PipelinePart, servers: FaultyServers): { visit: Visit; notes: Notes } {
  const clock = clockOf(servers);
  const notes: Notes = [];
  const visit = new Visit({
    servers,
    clock,
    ...(part === 'tool' && { callTool: toolAt(servers, clock) }),
    ...(part === 'embeddings' && { searchKnowledge: knowledgeAt(servers, clock, notes) }),
  });
  return { visit, notes };
}

export const FAULT_NAMES: Readonly<Record<Fault, string>> = {
  'no connection': 'refuses the connection',
  'no head': 'sends nothing',
  'head alone': 'sends only headers',
  'stops in the middle': 'stalls in the middle',
  'cut in the middle': 'is cut in the middle',
  '401': 'HTTP 401',
  '404': 'HTTP 404',
  'no such model': 'HTTP 404, no such model',
  '429': 'HTTP 429',
  '500': 'HTTP 500',
  nonsense: 'sends a web page',
};
