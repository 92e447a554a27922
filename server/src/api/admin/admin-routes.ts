import type { Services } from '../../domain/services.ts';
import type { ApiApp } from '../api-app.ts';
import { listAuditLog } from './list-audit-log.ts';
import { modelRoutes } from './model-routes.ts';
import { organizationRoutes } from './organization-routes.ts';

/** Everything below `/admin`: for the operator alone. */
export function adminRoutes(app: ApiApp, services: Services): void {
  for (const endpoint of [organizationRoutes, listAuditLog, modelRoutes]) endpoint(app, services);
}
