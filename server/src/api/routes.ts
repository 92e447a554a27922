import type { Services } from '../domain/services.ts';
import { listAuditLog } from './admin/list-audit-log.ts';
import { modelRoutes } from './admin/model-routes.ts';
import { organizationRoutes } from './admin/organization-routes.ts';
import type { ApiApp, ApiOptions, Endpoint } from './api-app.ts';
import { agentRoutes } from './v1/agent-routes.ts';
import { avatarRoutes } from './v1/avatar-routes.ts';
import { sessionPassRoutes } from './v1/session-pass-routes.ts';
import { sessionRoutes } from './v1/session-routes.ts';
import { apiKeyRoutes } from './v3/api-key-routes.ts';
import { brainRoutes } from './v3/brain-routes.ts';
import { characterRoutes } from './v3/character-routes.ts';
import { conversationRoutes } from './v3/conversation-routes.ts';
import { createToken } from './v3/create-token.ts';
import { documentRoutes } from './v3/document-routes.ts';
import { embedRoutes } from './v3/embed-routes.ts';
import { embedVisitorRoutes } from './v3/embed-visitor-routes.ts';
import { eraseUser } from './v3/erase-user.ts';
import { faceRoutes } from './v3/face-routes.ts';
import { followConversation } from './v3/follow-conversation.ts';
import { getHealth } from './v3/get-health.ts';
import { invitationRoutes } from './v3/invitation-routes.ts';
import { knowledgeBaseRoutes } from './v3/knowledge-base-routes.ts';
import { memberRoutes } from './v3/member-routes.ts';
import { memoryRoutes } from './v3/memory-routes.ts';
import { modelServerRoutes } from './v3/model-server-routes.ts';
import { passageRoutes } from './v3/passage-routes.ts';
import { providerKeyRoutes } from './v3/provider-key-routes.ts';
import { signInRoutes } from './v3/sign-in-routes.ts';
import { toolRoutes } from './v3/tool-routes.ts';
import { usageRoutes } from './v3/usage-routes.ts';
import { voiceRoutes } from './v3/voice-routes.ts';
import { webhookRoutes } from './v3/webhook-routes.ts';
import { websiteRoutes } from './v3/website-routes.ts';

const V1 = [sessionRoutes, agentRoutes, avatarRoutes, sessionPassRoutes];
const V3 = [
  createToken,
  knowledgeBaseRoutes,
  documentRoutes,
  passageRoutes,
  websiteRoutes,
  voiceRoutes,
  brainRoutes,
  faceRoutes,
  characterRoutes,
  conversationRoutes,
  followConversation,
  toolRoutes,
  modelServerRoutes,
  providerKeyRoutes,
  embedRoutes,
  memoryRoutes,
  webhookRoutes,
  eraseUser,
  usageRoutes,
  apiKeyRoutes,
  memberRoutes,
  invitationRoutes,
  embedVisitorRoutes,
];
const ADMIN = [organizationRoutes, listAuditLog, modelRoutes];

const registerAll = (endpoints: readonly Endpoint[], app: ApiApp, services: Services) => {
  for (const endpoint of endpoints) endpoint(app, services);
};

/** Registers everything below `/admin`, for the operator only. */
export async function adminRoutes(app: ApiApp, services: Services): Promise<void> {
  registerAll(ADMIN, app, services);
}

export async function v1Routes(app: ApiApp, services: Services): Promise<void> {
  registerAll(V1, app, services);
}

/** Registers the operations of `/v3/knowledge-bases` below `/v1` as well, for clients that know only one prefix. */
export async function knowledgeBaseAliases(app: ApiApp, services: Services): Promise<void> {
  app.addHook('onRoute', ({ schema, url, method }) => {
    // A HEAD route shares the schema of its GET route.
    if (!schema?.operationId || schema.operationId.endsWith('V1')) return;
    const original = url.replace(/^\/v1/, '/v3').replace(/:(\w+)/g, '{$1}');
    schema.operationId += 'V1';
    schema.description = `The same operation as \`${[method].flat().join()} ${original}\`.`;
  });
  registerAll([knowledgeBaseRoutes, documentRoutes], app, services);
}

export async function v3Routes(
  app: ApiApp,
  services: Services,
  options: Pick<ApiOptions, 'version' | 'readiness' | 'signInRequired'>,
): Promise<void> {
  getHealth(app, options);
  signInRoutes(app, services, options);
  registerAll(V3, app, services);
}
