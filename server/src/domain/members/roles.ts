import type { Role } from '@visavis/contracts';

/** What an operation of the API needs. */
type Permission =
  /** Reads conversations, or follows one. */
  | 'listen'
  /** Reads anything else. */
  | 'read'
  | 'change'
  /** Members, API keys, and what shows or sets a secret. */
  | 'administer';

/** What each role may do. This is the only place that says so. */
const MAY: Readonly<Record<Role, readonly Permission[]>> = {
  owner: ['listen', 'read', 'change', 'administer'],
  editor: ['listen', 'read', 'change'],
  viewer: ['listen', 'read'],
  listener: ['listen'],
};

/** Those of `/v1/sessions` hold whole agents and avatars. */
const LISTENING = new Set([
  'listConversations',
  'getConversation',
  'getConversationLatency',
  'followConversation',
]);
/** All their operations, reading as well. */
const ADMINISTERED_TAGS = new Set(['members', 'API keys', 'tokens']);
/** A secret that is in use: what makes it anew, sets it, or gives out a credential. */
const ADMINISTERED = new Set([
  'setProviderKey',
  'deleteProviderKey',
  'tryProviderKey',
  'rotateToolSecret',
  'rotateWebhookSecret',
]);

/** An operation as the OpenAPI document describes it. */
export interface Operation {
  method: string;
  operationId: string | undefined;
  tags: readonly string[] | undefined;
}

/** What is not described is for owners alone. */
function neededFor({ method, operationId, tags }: Operation): Permission {
  const [tag] = tags ?? [];
  if (operationId === undefined || tag === undefined) return 'administer';
  if (ADMINISTERED_TAGS.has(tag) || ADMINISTERED.has(operationId)) return 'administer';
  if (LISTENING.has(operationId)) return 'listen';
  return method === 'GET' || method === 'HEAD' ? 'read' : 'change';
}

export const mayAdminister = (role: Role): boolean => MAY[role].includes('administer');

export const mayCall = (role: Role, operation: Operation): boolean =>
  MAY[role].includes(neededFor(operation));
