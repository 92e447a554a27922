import type { Conversation } from '@visavis/client';
import { count } from './count.ts';

/** What was said, how it went, and what it cost. */
export const overview = {
  title: 'Overview',
  liveNow: 'Live now',
  liveLimit: (limit: string) => `of ${limit} at the same time`,
  talked: 'Talked',
  inDays: (days: number) => `in ${days} days`,
  answersWithin: 'Answers within',
  noTurns: 'no turns yet',
  turns: (turns: number, most: string) => `half of ${count(turns, 'turn')}; 95 % within ${most}`,
  newest: (conversations: number) => `These figures count the newest ${conversations} conversations.`,
  demo: 'The offline demo answers',
  demoAbout:
    'The agent of the last conversation has no provider. Set `OPENAI_API_KEY`, `GEMINI_API_KEY` or `ELEVENLABS_API_KEY` and restart the service. `npx visavis config` shows every setting.',
  starts: 'Starts by day',
  startsRead: (days: readonly string[]) => `Starts by day. ${days.join(', ') || 'None.'}`,
  day: (day: string, conversations: number) => `${day}: ${conversations}`,
  dayTalked: (day: string, conversations: number, talked: string) => `${day}: ${conversations}, ${talked}`,
  today: 'today',
  endings: 'How they ended',
  noEndings: 'Nothing yet',
  noEndingsYet: 'Conversations that have ended are counted here.',
  next: 'Next steps',
  done: 'done',
  latest: 'Latest conversations',
  none: 'None yet.',
  steps: {
    talk: 'Talk with an avatar',
    avatar: 'Make an avatar of your own',
    documents: 'Give it documents to answer from',
    website: 'Put it on your website',
    webhook: 'Get a message when a conversation ends',
  },
};

export const statuses: Record<Conversation['status'], string> = {
  running: 'live',
  ended: 'ended',
  error: 'error',
  blocked: 'blocked',
};

/** Why a conversation ended. */
export const endReasons: Record<NonNullable<Conversation['endReason']>, string> = {
  stopped: 'stopped',
  consumer_left: 'user left',
  max_duration: 'longest duration',
  never_joined: 'user never joined',
  idle: 'long silence',
  provider_error: 'provider error',
  avatar_error: 'avatar error',
  host_unreachable: 'room lost',
  shutdown: 'service shut down',
  crashed: 'process crashed',
  quota: 'quota spent',
};

export const conversations = {
  about: 'Open a conversation to read it. Live conversations show what is said at once.',
  status: 'Status',
  endReason: 'Ended because',
  from: 'From',
  until: 'Until',
  ofEmbed: (embed: string) => `Conversations of the embed ${embed}`,
  showAll: 'Show all',
  noneFits: 'No conversation fits',
  noneFitsHelp: 'Change the filter above.',
  none: 'No conversation yet',
  noneYet: 'They appear here as soon as they start.',
  talk: 'Talk with an avatar',
  conversation: 'Conversation',
  visitor: 'a visitor',
  pages: { first: 'First page', previous: 'Previous page', next: 'Next page', last: 'Last page' },
};

export const conversation = {
  title: 'Conversation',
  download: 'Download',
  asText: 'Text',
  asJson: 'JSON, with everything',
  asVtt: 'WebVTT',
  engine: 'Engine',
  ownAgent: 'your own agent',
  timeline: 'Timeline',
  transcript: 'Transcript',
  silent: 'Nobody has said anything yet.',
  events: 'Events',
  latency: 'Latency',
  answered: (ms: string) => `${ms} to answer`,
  event: (type: string, content: string) => `${type}: ${content}`,
  start: 'start',
  /** By the type of an entry of the timeline. */
  types: {
    created: 'created',
    avatar_joined: 'avatar joined',
    consumer_joined: 'user joined',
    first_frame: 'first picture',
    greeting: 'greeting',
    turn: 'turn',
    interruption: 'interruption',
    tool_call: 'tool call',
    tool_result: 'tool result',
    emotion: 'emotion',
    warning: 'warning',
    error: 'error',
    reconnected: 'reconnected',
    consumer_left: 'user left',
    ended: 'ended',
  },
};

export const usage = {
  title: 'Usage',
  about: 'Seconds count from the moment the user joins to the end. Waiting is free.',
  cycle: 'Billing cycle',
  thisCycle: 'this cycle',
  csv: 'CSV',
  period: (from: string, to: string) => `${from} to ${to}`,
  most: (from: string, to: string, shown: number, all: number) =>
    `${from} to ${to}. These are the ${shown} users with the most seconds, of ${all}.`,
  none: 'Nothing in this cycle',
  noneYet: 'This page lists everybody who talks with an avatar, with seconds and charge.',
  talked: 'Talked',
  charge: 'Charge',
  visitorsOf: (embed: string) => `visitors of ${embed}`,
};

export const memories = {
  title: 'Memories',
  about:
    'Avatars that remember keep what users tell them, in the users’ own words. An avatar uses a memory only with the user who told it.',
  eraseAll: 'Erase all of this user',
  allOf: (user: string) => `Everything of ${user}`,
  erase: 'Erase',
  memory: 'The memory',
  conversation: 'conversation',
  newest: (shown: number, all: number) => `The newest ${shown} of ${all}.`,
  quoted: (text: string) => `“${text}”`,
  none: 'No memories yet',
  noneOf: 'No memories of this user',
  noneOfHelp: 'Type the whole name of the user, as your program gives it.',
  noneYet:
    'Switch on “Remembers what a user told it before” in an avatar. What users say about themselves then appears here.',
};
