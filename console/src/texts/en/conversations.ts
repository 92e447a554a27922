import type { Conversation } from '@visavis/client';
import { count } from './count.ts';
import { PROVIDERS } from './providers.ts';

/** What was said, how it went, and what it cost. */
export const overview = {
  title: 'Overview',
  liveNow: 'Live now',
  liveLimit: (limit: string) => `of ${limit} at the same time`,
  talked: 'Talked',
  inDays: (days: number) => `in ${days} days`,
  answerTime: 'Typical time to answer',
  noTurns: 'no answers yet',
  turns: (turns: number, most: string) => `${count(turns, 'answer')}, 95 % of them within ${most}`,
  newest: (conversations: number) => `These figures count the newest ${conversations} conversations.`,
  demo: 'The offline demo answers',
  demoAbout:
    'This service had no model, so a built-in stand-in answered the last conversation. Set the key of any provider (`OPENAI_API_KEY`, `GEMINI_API_KEY`, `ELEVENLABS_API_KEY`) or the address of your own model (`LLM_BASE_URL`), and restart. `npx visavis config` shows every setting.',
  demoWithoutKey: (provider: string, setting: string) =>
    `The agent of the last conversation uses ${provider}, but \`${setting}\` is not set. Set it and restart the service, or choose another provider in the avatar. \`npx visavis config\` shows every setting.`,
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
  search: 'What was said',
  searchExample: 'Words of a user or an avatar',
  rating: 'Rating',
  ratings: { up: '👍 good', down: '👎 not good' },
  summary: (line: string | undefined, lines: number, rated: string | undefined) =>
    [line === undefined ? 'Nobody said anything' : `“${line}”`, lines > 1 && `${lines} lines`, rated]
      .filter(Boolean)
      .join(' · '),
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
  saving: (read: number, all: number) => `${read} of ${count(all, 'conversation')}`,
  newestSaved: (most: number, all: number) =>
    `The file has the newest ${most} of ${all} conversations. For the others, set “Until” to an earlier day.`,
};

export const conversation = {
  title: 'Conversation',
  download: 'Download',
  asText: 'Text',
  asJson: 'JSON, with everything',
  asVtt: 'WebVTT',
  engine: 'Engine',
  timeline: 'Timeline',
  transcript: 'Transcript',
  silent: 'Nobody has said anything yet.',
  events: 'Events',
  latency: 'Latency',
  answered: (ms: string) => `${ms} to answer`,
  event: (type: string, content: string) => `${type}: ${content}`,
  start: 'start',
  interrupted: '— interrupted',
  stop: {
    title: 'Stop the conversation?',
    about: 'Its user is cut off in the middle, and nobody can continue it.',
    yes: 'Stop it',
    no: 'Let it go on',
  },
  lost: 'The connection is lost',
  lostAbout: 'This page tries to connect again. What you see may be out of date.',
  sentences: {
    part: (name: string, value: string) => `${name}: ${value}`,
    nothing: 'nothing',
    turn: (duration: string, engine: string, input: string | undefined) =>
      `answered after ${duration} by ${engine}${input ? `; the user ${input}` : ''}`,
    inputs: { text: 'typed', speech: 'spoke' },
    interruption: (by: string, heard: string) => `${by}, after ${heard} were heard`,
    interruptedBy: {
      text: 'the user typed',
      voice: 'the user spoke',
      engine: 'the provider heard the user speak',
      request: 'the user’s program asked for it',
      absence: 'the user was gone',
      agent: 'your own agent asked for it',
    },
  },
  /** What answers. */
  engines: {
    builtin: 'the offline demo',
    ...PROVIDERS,
    pipeline: 'the speech pipeline',
    remote: 'your own agent',
  },
  /** By the type of an entry of the timeline. */
  types: {
    created: 'created',
    avatar_joined: 'avatar joined',
    consumer_joined: 'user joined',
    first_frame: 'first frame',
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
  about:
    'Seconds count from the moment the user joins to the end. Waiting is free. Charges have the currency of the price of a second that the operator set.',
  cycle: 'Billing cycle',
  thisCycle: 'this cycle',
  csv: 'CSV',
  period: (from: string, to: string) => `${from} to ${to}`,
  most: (from: string, to: string, shown: number, all: number) =>
    `${from} to ${to}. These are the ${shown} users with the most seconds, of ${all}.`,
  none: 'Nothing in this cycle',
  noneYet: 'This page lists everybody who talks with an avatar, with seconds and charge.',
  talked: 'Talked',
  charge: 'Charge (currency units)',
  chart: 'Talked in this cycle',
  by: 'Add up by',
  parts: { day: 'Day', character: 'Avatar', agent: 'Agent', embed: 'Embed' },
  noPart: 'without one',
  used: (talked: string, conversations: number) => `${talked} in ${count(conversations, 'conversation')}`,
  visitorsOf: (embed: string) => `visitors of ${embed}`,
  /** By who gave them a name. */
  unnamed: {
    talk: (visitors: number) => `${count(visitors, 'visitor')} of the talk page`,
    console: (trials: number) => `${count(trials, 'trial')} in the console`,
    consumer: (users: number) => `${count(users, 'user')} without a name`,
  },
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
