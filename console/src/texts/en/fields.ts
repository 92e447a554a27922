import { organizations } from './operator.ts';

/** A field of a form. Where the catalogue has none, its name in the contract and the contract's description are shown. */
export interface FieldWords {
  label: string;
  help?: string;
  example?: string;
  /** Names of choices. */
  options?: Record<string, string>;
  /** The least height of a long text. */
  lines?: number;
}

const NAME: FieldWords = { label: 'Name' };
const ADDRESS = 'Address';
const INSTRUCTIONS: FieldWords = {
  label: 'Who it is and how it behaves',
  example: 'You are the guide of the harbour museum. You answer in two sentences at most.',
  help: 'Instructions for the model. Write {{name}} to insert the variable “name” of the conversation.',
  lines: 4,
};
const GREETING: FieldWords = { label: 'Greeting', help: 'What it says first.' };
const MEMORY: FieldWords = { label: 'Remembers what a user told it before' };
const SEARCH: FieldWords = { label: 'May search the web' };
const ELEVENLABS = 'Agent at ElevenLabs';

/** By the name of the form and that of the field in the contract. */
export const fields: Record<string, Record<string, FieldWords>> = {
  avatar: { name: NAME, description: { label: 'In a few words', help: 'Shown below its name.' } },
  agent: {
    instructions: INSTRUCTIONS,
    greetingMsg: GREETING,
    apologyMsg: {
      label: 'Apology',
      help: 'What it says when no answer comes, in its own language. Left empty, it says so in the user’s.',
    },
    remoteId: { label: ELEVENLABS, help: 'Its id at ElevenLabs.' },
    emotions: { label: 'Shows emotions in its face' },
    memory: MEMORY,
    onBackchannel: {
      label: '“Mm-hm” and “okay” interrupt it',
      help: 'When off, it continues to speak. This needs speech recognition on this machine.',
    },
    search: SEARCH,
    video: { label: 'Is seen', help: 'When off, it is heard only, and its picture is shown.' },
  },
  turnTaking: {
    patience: {
      label: 'When somebody pauses',
      help: 'How long it waits before it answers, where this service listens.',
      options: {
        quick: 'It answers soon, and interrupts more often',
        normal: 'It waits while a sentence sounds unfinished',
        patient: 'It lets people think',
      },
    },
    minSilenceMs: { label: 'Least silence, milliseconds', help: 'Before an answer to what sounds finished.' },
    maxSilenceMs: { label: 'Longest silence, milliseconds', help: 'Before an answer to anything.' },
  },
  character: {
    name: NAME,
    description: { label: 'In a few words' },
    elevenlabsAgentId: {
      label: ELEVENLABS,
      help: 'Its id at ElevenLabs. That agent brings its own voice and instructions. When empty, what this service has speaks.',
    },
    memory: MEMORY,
    search: SEARCH,
  },
  brain: { instructions: INSTRUCTIONS, greetingMessage: GREETING },
  tool: {
    name: { ...NAME, help: 'Letters, digits and underscores.', example: 'book_table' },
    description: { label: 'What it does, and when to call it', help: 'The model reads this.' },
    url: { label: ADDRESS, example: 'https://restaurant.example/tools/book-table' },
    timeoutMs: { label: 'Longest call, milliseconds', help: '10,000 when empty.' },
  },
  webhook: {
    url: { label: ADDRESS, example: 'https://shop.example/hooks/visavis' },
    eventTypes: { label: 'Events' },
    description: { label: 'What it is for' },
  },
  knowledgeBase: {
    name: { label: 'New knowledge base', example: 'Visitor handbook' },
    description: { label: 'What it holds', example: 'Opening hours, prices and rules of the house.' },
  },
  apiKey: {
    name: { label: 'New API key', example: 'its purpose' },
    expiresAt: { label: 'Valid until', help: 'When empty, it is valid until somebody revokes it.' },
  },
  organization: {
    name: NAME,
    plan: { label: 'Plan', options: organizations.plans },
    chargeBySecond: { label: 'Price of a second' },
    anchorDay: { label: 'Cycle begins on day', help: 'Day of the month, 1 to 28.' },
    retentionDays: {
      label: 'Days to keep conversations',
      help: '0 keeps them until somebody deletes them.',
    },
    allowedOrigins: {
      label: 'Origins',
      help: 'Pages of these origins may call with a client token. Press Enter after each. Empty allows all origins.',
    },
  },
  organizationLimits: {
    concurrentSessions: { label: 'Conversations at a time' },
    maxSessionSeconds: { label: 'Longest conversation', help: 'In seconds.' },
    monthlySeconds: { label: 'Seconds a month', help: 'Empty means no limit.' },
    storedBytes: { label: 'Storage', help: 'In bytes, for documents and pictures together.' },
    documentBytes: { label: 'Largest document', help: 'In bytes.' },
  },
  embed: {
    name: NAME,
    allowedOrigins: {
      label: 'Websites that may show it',
      help: 'For example https://shop.example. Press Enter after each.',
    },
    greeting: { label: 'Greeting', example: 'the greeting of its agent' },
    maxSeconds: { label: 'Longest, seconds' },
    concurrentConversations: { label: 'At the same time' },
    secondsPerDay: { label: 'Seconds a day' },
    video: { label: 'Is seen', help: 'When off, it is heard only. When on, its agent decides.' },
    enabled: { label: 'On' },
  },
};

/** What is wrong with a field. */
export const faults = {
  fault: (field: string, said: string) => `${field}: ${said}`,
  bounds: (min: number, max: number) => {
    if (max === Infinity) return `At least ${min.toLocaleString('en')}.`;
    if (min === -Infinity) return `At most ${max.toLocaleString('en')}.`;
    return `From ${min.toLocaleString('en')} to ${max.toLocaleString('en')}.`;
  },
};
