import type { Services } from '../../domain/services.ts';
import type { ApiApp } from '../api-app.ts';
import { agentRoutes } from './agent-routes.ts';
import { avatarRoutes } from './avatar-routes.ts';
import { sessionPassRoutes } from './session-pass-routes.ts';
import { sessionRoutes } from './session-routes.ts';

export function v1Routes(app: ApiApp, services: Services): void {
  for (const endpoint of [sessionRoutes, agentRoutes, avatarRoutes, sessionPassRoutes])
    endpoint(app, services);
}
