/** What a form adds to the contract's schema: the order of its fields, and which fields it omits. */
export interface Layout {
  /** Rows of fields, by group. Fields that no group names are added to the last group. */
  groups: Record<string, readonly (string | readonly string[])[]>;
  /** Fields shown as a switch between two values: off and on. */
  switches?: Record<string, readonly [string, string]>;
  /** Long texts that are shown on one line nevertheless. */
  lines?: readonly string[];
  /** The minimum height of a long text, in lines. */
  rows?: Record<string, number>;
  /** Lists of sentences, in which a comma does not end an entry. */
  sentences?: readonly string[];
  /** Fields that are web addresses. */
  addresses?: readonly string[];
  /** Example values that are the same in every language. */
  examples?: Record<string, string>;
  /** Fields that the form omits, and why. */
  omitted: Record<string, string>;
}

const CLIENT = 'the console works for the whole organization';
const UNCHANGED = 'kept as it is: for programs that share one between agents';

/** The forms generated from the contract's schemas. A plain field that is added there appears automatically. */
export const LAYOUTS: Record<string, Layout> = {
  avatar: {
    groups: { name: ['name'], face: ['identity', 'refImage', 'rig'], words: ['description'] },
    lines: ['description'],
    omitted: { agentId: 'the same form makes the agent', client: CLIENT },
  },
  agent: {
    groups: {
      brain: ['instructions', 'greetingMsg', 'knowledgeBaseId', 'tools'],
      voice: ['provider', 'llmServerId', 'remoteId', 'voice', 'ttsServerId', 'language', 'sttServerId'],
      turns: ['onBackchannel'],
      more: ['apologyMsg', 'waitMsgs', 'memory', 'search', 'emotions', 'video'],
    },
    switches: { onBackchannel: ['ignore', 'stop'] },
    rows: { instructions: 4 },
    sentences: ['waitMsgs'],
    omitted: {
      anyProvider: 'a choice of the provider’s field',
      name: 'the name of its avatar',
      client: CLIENT,
      model: 'kept as it is: the provider’s newest is the default',
      voiceId: UNCHANGED,
      brainId: UNCHANGED,
      turnTaking: 'a body within: `turnTaking`, in the same form',
    },
  },
  turnTaking: { groups: { turns: ['patience', ['minSilenceMs', 'maxSilenceMs']] }, omitted: {} },
  character: {
    groups: {
      name: ['name'],
      face: ['faceId'],
      words: ['description'],
      brain: ['brainId', 'knowledgeBaseId', 'tools'],
      voice: ['voiceId', 'elevenlabsAgentId', 'memory', 'search'],
    },
    lines: ['description'],
    omitted: { livekitIdentity: 'for programs in the room; its id serves them', client: CLIENT },
  },
  brain: {
    groups: { brain: ['instructions', 'greetingMessage'] },
    rows: { instructions: 4 },
    omitted: { client: CLIENT },
  },
  tool: {
    groups: { tool: ['name', 'description', 'url', 'parameters'] },
    addresses: ['url'],
    examples: { name: 'book_table', url: 'https://restaurant.example/tools/book-table' },
    omitted: { headers: 'secret values: set by the API, never shown', client: CLIENT },
  },
  modelServer: {
    groups: {
      server: [
        'use',
        'api',
        'name',
        ['url', 'model'],
        'apiKey',
        'voice',
        'format',
        'reasoningEffort',
        'fallbackId',
      ],
      more: [['firstByteMs', 'betweenBytesMs'], 'wholeMs'],
    },
    addresses: ['url'],
    examples: {
      name: 'Groq',
      url: 'https://api.groq.com/openai/v1',
      model: 'openai/gpt-oss-120b',
      reasoningEffort: 'low',
    },
    omitted: { client: CLIENT },
  },
  providerKey: { groups: { key: ['key'] }, omitted: {} },
  knowledgeBase: {
    groups: { base: ['name', 'description'] },
    lines: ['description'],
    omitted: { client: CLIENT },
  },
  invitation: { groups: { invitation: [['name', 'role']] }, omitted: {} },
  apiKey: { groups: { key: ['name', 'expiresAt'] }, omitted: {} },
  organization: {
    groups: {
      name: ['name', 'plan'],
      terms: ['chargeBySecond', 'anchorDay', 'retentionDays'],
      access: ['allowedOrigins'],
    },
    omitted: { limits: 'a body within: `organizationLimits`, in the same form' },
  },
  organizationLimits: {
    groups: {
      limits: ['concurrentSessions', 'maxSessionSeconds', 'monthlySeconds', 'storedBytes', 'documentBytes'],
    },
    omitted: {},
  },
  webhook: {
    groups: { webhook: ['url', 'eventTypes', 'description'] },
    lines: ['description'],
    addresses: ['url'],
    examples: { url: 'https://shop.example/hooks/visavis' },
    omitted: { client: CLIENT },
  },
  website: {
    groups: { website: ['url', ['depth', 'maxPages', 'refreshHours']] },
    addresses: ['url'],
    omitted: { knowledgeBaseId: 'the one of the page', client: CLIENT },
  },
  embed: {
    groups: {
      embed: [
        'name',
        'characterId',
        'allowedOrigins',
        'knowledgeBaseId',
        'greeting',
        'look',
        'maxSeconds',
        'concurrentConversations',
        'secondsPerDay',
        'video',
        'enabled',
      ],
    },
    omitted: { client: CLIENT },
  },
};
