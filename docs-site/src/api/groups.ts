import type { Call } from './openapi.ts';

/** The operations in groups by task, not by version, because readers look for a task. */
export interface Group {
  /** The address below `/docs/api/`. */
  path: string;
  name: string;
  about: string;
  /** Tags of the OpenAPI document, in order. */
  tags: string[];
}

export const GROUPS: readonly Group[] = [
  {
    path: 'conversations',
    name: 'Conversations',
    about:
      'Start one, follow it, stop it, read it. `/v1` calls it a session; both are views of the same thing, with the same id. [Three ways to run a session](../guides/sessions.md) tells which operation you want.',
    tags: ['sessions', 'session passes', 'conversations'],
  },
  {
    path: 'avatars',
    name: 'Avatars and agents',
    about:
      'Who is seen, and who answers. In `/v1` an avatar is a face with an agent; in `/v3` a character is a face, a voice and a brain.',
    tags: ['avatars', 'agents', 'characters', 'faces', 'voices', 'brains'],
  },
  {
    path: 'knowledge',
    name: 'Knowledge',
    about:
      'Documents from which answers are given. [Knowledge](../guides/knowledge.md) shows how they get there and what is found in them.',
    tags: ['knowledge bases'],
  },
  {
    path: 'tools-and-memory',
    name: 'Tools and memory',
    about:
      'What a model may do beside talking, and what is remembered. [Tools](../guides/tools.md), [memory](../guides/memory.md).',
    tags: ['tools', 'memories'],
  },
  {
    path: 'embeds',
    name: 'Embeds',
    about:
      'Avatars that a page shows without a backend of its own. [How they are used](../guides/embeds.md).',
    tags: ['embeds'],
  },
  {
    path: 'webhooks',
    name: 'Webhooks',
    about: 'What happened, sent to an address of yours. [How to receive them](../guides/webhooks.md).',
    tags: ['webhooks'],
  },
  {
    path: 'access',
    name: 'Keys, tokens and usage',
    about: 'Who may call, how much was used, and how everything of a user is erased.',
    tags: ['API keys', 'tokens', 'users', 'organizations'],
  },
  {
    path: 'operation',
    name: 'Running the service',
    about: 'For the operator, with the admin token: organizations with their plans, limits and keys; health.',
    tags: ['administration', 'health'],
  },
];

/** The groups with what the API has: a tag that no group names stands in the last one until somebody places it. */
export function groupCalls(calls: readonly Call[]): Group[] {
  const named = new Set(GROUPS.flatMap(({ tags }) => tags));
  const others = [...new Set(calls.map(({ tags }) => tags![0]!))].filter((tag) => !named.has(tag));
  return GROUPS.map((group, at) =>
    at === GROUPS.length - 1 ? { ...group, tags: [...group.tags, ...others] } : group,
  );
}
