import { AUDIT_DAYS, createAuditLog } from '../audit/audit-log.ts';
import type { FilledPorts, Stores } from '../ports.ts';
import { createApiKeys } from './api-keys.ts';
import { createClientTokens } from './client-tokens.ts';
import { DEFAULT_LIMITS } from './organization.ts';
import { createOrganizations, type OrganizationsNeeds } from './organizations.ts';
import { createStoredBytes } from './stored-bytes.ts';

type OrganizationServicesNeeds = Pick<
  FilledPorts,
  'builtInFaces' | 'engines' | 'limits' | 'auditDays' | 'secret' | 'clock' | 'logger'
> &
  Pick<OrganizationsNeeds, 'beforeRemoval'> & {
    stores: Pick<Stores, 'organizations' | 'apiKeys' | 'auditLog'>;
  };

/** Whose everything is: organizations with their keys, their limits and what they did. */
export function createOrganizationServices(needs: OrganizationServicesNeeds) {
  const { stores, secret, clock } = needs;
  const apiKeys = createApiKeys(stores.apiKeys, clock);
  const organizations = createOrganizations({
    ...needs,
    store: stores.organizations,
    apiKeys,
    defaults: needs.limits ?? DEFAULT_LIMITS,
  });
  return {
    organizations,
    apiKeys,
    clientTokens: createClientTokens(secret, clock),
    storedBytes: createStoredBytes({ store: stores.organizations, organizations }),
    auditLog: createAuditLog({ ...needs, store: stores.auditLog, days: needs.auditDays ?? AUDIT_DAYS }),
  };
}
