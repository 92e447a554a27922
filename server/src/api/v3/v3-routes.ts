import type { Services } from '../../domain/services.ts';
import type { ApiApp, ApiOptions } from '../api-app.ts';
import { apiKeyRoutes } from './api-key-routes.ts';
import { brainRoutes } from './brain-routes.ts';
import { characterRoutes } from './character-routes.ts';
import { conversationRoutes } from './conversation-routes.ts';
import { createToken } from './create-token.ts';
import { documentRoutes } from './document-routes.ts';
import { embedRoutes } from './embed-routes.ts';
import { embedVisitorRoutes } from './embed-visitor-routes.ts';
import { eraseUser } from './erase-user.ts';
import { faceRoutes } from './face-routes.ts';
import { followConversation } from './follow-conversation.ts';
import { getHealth } from './get-health.ts';
import { knowledgeBaseRoutes } from './knowledge-base-routes.ts';
import { memoryRoutes } from './memory-routes.ts';
import { passageRoutes } from './passage-routes.ts';
import { toolRoutes } from './tool-routes.ts';
import { usageRoutes } from './usage-routes.ts';
import { voiceRoutes } from './voice-routes.ts';
import { webhookRoutes } from './webhook-routes.ts';

export function v3Routes(
  app: ApiApp,
  services: Services,
  options: Pick<ApiOptions, 'version' | 'readiness'>,
): void {
  getHealth(app, options);
  const endpoints = [
    createToken,
    knowledgeBaseRoutes,
    documentRoutes,
    passageRoutes,
    voiceRoutes,
    brainRoutes,
    faceRoutes,
    characterRoutes,
    conversationRoutes,
    followConversation,
    toolRoutes,
    embedRoutes,
    memoryRoutes,
    webhookRoutes,
    eraseUser,
    usageRoutes,
    apiKeyRoutes,
    embedVisitorRoutes,
  ];
  for (const endpoint of endpoints) endpoint(app, services);
}
