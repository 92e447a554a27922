import type { StartSession } from '@visavis/contracts';
import type { FieldNamer } from '../domain/errors.ts';

/** Names that `/v1` uses for the fields of a start, by internal name. */
const SESSION_FIELDS: Readonly<Record<string, string>> = {
  maxSeconds: 'maxDuration',
  consumer: 'consumerIdentity',
  remoteAgent: 'remoteAgentConnectingIdentity',
  knowledgeBaseId: 'knowledgeBase.id',
  variables: 'templateVars',
  persona: 'avatar.id',
};

/** Names that `/v3` uses for the fields of a start, by internal name. */
const CONVERSATION_FIELDS: Readonly<Record<string, string>> = {
  variables: 'promptTemplateVars',
  persona: 'characterId',
};

/** Returns a function that renames fields for errors about a `/v1` body, so that they name the field that was sent. */
export function sessionFieldNames(body: Pick<StartSession, 'avatar' | 'agent'>): FieldNamer {
  const nameOf = createNamer(SESSION_FIELDS);
  return (field) => {
    const [first, ...rest] = field.split('.');
    if (first !== 'speaker') return nameOf(field);
    if (rest.length === 0) return 'agent';
    if (body.agent) return body.agent.id ? 'agent.id' : ['agent', ...rest].join('.');
    return body.avatar.id ? 'avatar.id' : 'avatar.agentId';
  };
}

/** Renames fields for errors about a `/v3` body, where the persona defines the agent. */
export const conversationFieldNames: FieldNamer = (field) =>
  createNamer(CONVERSATION_FIELDS)(/^speaker(?:\.|$)/.test(field) ? 'persona' : field);

/** Returns a function that renames the first part of a dotted field. */
function createNamer(names: Readonly<Record<string, string>>): FieldNamer {
  return (field) => {
    const [first, ...rest] = field.split('.');
    return [names[first!] ?? first, ...rest].join('.');
  };
}
