import type { Call } from './openapi.ts';

export interface Group {
  /** The address below `/docs/api/`. */
  path: string;
  name: string;
  /** Tags of the OpenAPI document, in order. */
  tags: string[];
  about: string;
}

/** Operations by task, not by version, because readers look for a task: address, name, tags; description. */
const GROUPS = `
conversations | Conversations | sessions, session passes, conversations
Start one, follow it, stop it, read it. \`/v1\` calls it a session; both are views of the same thing, with the same id. [Three ways to run a session](../guides/sessions.md) tells which operation you want.
avatars | Avatars and agents | avatars, agents, characters, faces, voices, brains, model servers, provider keys
Who is seen, and who answers. In \`/v1\` an avatar is a face with an agent; in \`/v3\` a character is a face, a voice and a brain.
knowledge | Knowledge | knowledge bases
Documents from which answers are given. [Knowledge](../guides/knowledge.md) shows how they get there and what is found in them.
tools-and-memory | Tools and memory | tools, memories
What a model may do beside talking, and what is remembered. [Tools](../guides/tools.md), [memory](../guides/memory.md).
embeds | Embeds | embeds
Avatars that a page shows without a backend of its own. [How they are used](../guides/embeds.md).
webhooks | Webhooks | webhooks
What happened, sent to an address of yours. [How to receive them](../guides/webhooks.md).
access | Keys, members and usage | API keys, tokens, members, sign-in, users, organizations
Who may call, how much was used, and how everything of a user is erased.
operation | Running the service | administration, health
For the operator, with the admin token: organizations with their plans, limits and keys; health.
`;

/** Returns the groups. A tag that no group names is added to the last one. */
export function groupCalls(calls: readonly Call[]): Group[] {
  const groups = [...GROUPS.matchAll(/^(.+) \| (.+) \| (.+)\n(.+)$/gm)].map(
    ([, path = '', name = '', tags = '', about = '']) => ({ path, name, tags: tags.split(', '), about }),
  );
  const named = new Set(groups.flatMap(({ tags }) => tags));
  const others = [...new Set(calls.map(({ tags }) => tags![0]!))].filter((tag) => !named.has(tag));
  groups.at(-1)!.tags.push(...others);
  return groups;
}
