import type { StartSession } from '@visavis/contracts';
import type { FieldNamer } from '../domain/errors.ts';

/** Names that `/v1` uses for fields of a start, by our own names. */
const SESSION_FIELDS: Readonly<Record<string, string>> = {
  maxSeconds: 'maxDuration',
  consumer: 'consumerIdentity',
  remoteAgent: 'remoteAgentConnectingIdentity',
  knowledgeBaseId: 'knowledgeBase.id',
  variables: 'templateVars',
  persona: 'avatar.id',
};

/** Names that `/v3` uses for fields of a start, by our own names. */
const CONVERSATION_FIELDS: Readonly<Record<string, string>> = {
  variables: 'promptTemplateVars',
  persona: 'characterId',
};

/** Returns a renaming of fields for errors about a body of `/v1`: they name the field that was sent. */
export function sessionFieldNames(body: Pick<StartSession, 'avatar' | 'agent'>): FieldNamer {
  const nameOf = renaming(SESSION_FIELDS);
  return (field) => {
    const [first, ...rest] = field.split('.');
    if (first !== 'speaker') return nameOf(field);
    if (rest.length === 0) return 'agent';
    if (body.agent) return body.agent.id ? 'agent.id' : ['agent', ...rest].join('.');
    return body.avatar.id ? 'avatar.id' : 'avatar.agentId';
  };
}

/** Renames fields for errors about a body of `/v3`, where the persona defines the agent. */
export const conversationFieldNames: FieldNamer = (field) =>
  renaming(CONVERSATION_FIELDS)(/^speaker(?:\.|$)/.test(field) ? 'persona' : field);

/** Renames the first part of a dotted field; the rest stays. */
function renaming(names: Readonly<Record<string, string>>): FieldNamer {
  return (field) => {
    const [first, ...rest] = field.split('.');
    return [names[first!] ?? first, ...rest].join('.');
  };
}
