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
Start, follow, stop and read conversations. A conversation is called a session in \`/v1\`; both are views of the same resource, with the same id. [Three ways to run a session](../guides/sessions.md) explains which operation you need.
avatars | Avatars and agents | avatars, agents, characters, faces, voices, brains, model servers, provider keys
Define how an avatar looks and how it answers. In \`/v1\`, an avatar is a face with an agent; in \`/v3\`, a character is a face, a voice and a brain.
knowledge | Knowledge | knowledge bases
Documents that avatars search for their answers. [Knowledge](../guides/knowledge.md) shows how to upload them and how they are searched.
tools-and-memory | Tools and memory | tools, memories
Actions that a model can call, and what avatars remember of their users. See [Tools](../guides/tools.md) and [Memory](../guides/memory.md).
embeds | Embeds | embeds
Avatars that a web page can show without a backend of its own. See [Embeds](../guides/embeds.md).
webhooks | Webhooks | webhooks
Events that the service sends to your URL. See [how to receive them](../guides/webhooks.md).
access | Keys, members and usage | API keys, tokens, members, sign-in, users, organizations
Credentials and members of an organization, its usage, and the erasure of all data of a user.
operation | Running the service | administration, health
For the operator, with the admin token: organizations with their plans, limits and keys, models, the audit log, and health.
`;

/** Returns the groups. A tag that no group names is added to the last one. */
export function groupCalls(calls: readonly Call[]): Group[] {
  const groups = [...GROUPS.matchAll(/^(.+) \| (.+) \| (.+)\n(.+)$/gm)].map(
    ([, path = '', name = '', tags = '', about = '']) => ({ path, name, tags: tags.split(', '), about }),
  );
  const grouped = new Set(groups.flatMap(({ tags }) => tags));
  const others = [...new Set(calls.map(({ tags }) => tags![0]!))].filter((tag) => !grouped.has(tag));
  groups.at(-1)!.tags.push(...others);
  return groups;
}
