import type { Services } from '../../domain/services.ts';
import type { ApiApp } from '../api-app.ts';
import { listAuditLog } from './audit-log/list-audit-log.ts';
import { addModels } from './models/add-models.ts';
import { listModels } from './models/list-models.ts';
import { removeModel } from './models/remove-model.ts';
import { stopModelDownload } from './models/stop-model-download.ts';
import { verifyModel } from './models/verify-model.ts';
import { createOrganization } from './organizations/create-organization.ts';
import { createOrganizationKey } from './organizations/create-organization-key.ts';
import { deleteOrganization } from './organizations/delete-organization.ts';
import { getOrganization } from './organizations/get-organization.ts';
import { listOrganizations } from './organizations/list-organizations.ts';
import { updateOrganization } from './organizations/update-organization.ts';

/** Everything below `/admin`: for the operator alone. */
export function adminRoutes(app: ApiApp, services: Services): void {
  const forAdmins = [
    createOrganization,
    listOrganizations,
    getOrganization,
    updateOrganization,
    deleteOrganization,
    createOrganizationKey,
    listAuditLog,
    listModels,
    addModels,
    stopModelDownload,
    verifyModel,
    removeModel,
  ];
  for (const endpoint of forAdmins) endpoint(app, services);
}
