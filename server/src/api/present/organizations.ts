import type * as contract from '@visavis/contracts';
import type { ApiKey } from '../../domain/organizations/api-keys.ts';
import type { Organization } from '../../domain/organizations/organization.ts';
import type { Services } from '../../domain/services.ts';
import { withoutEmpty } from './present.ts';

export function presentOrganization(
  { retention }: Pick<Services, 'retention'>,
  organization: Organization,
): contract.Organization {
  const {
    maxSessionSeconds,
    concurrentSessions,
    documentBytes,
    storedBytes,
    monthlySeconds,
    createdAt,
    updatedAt,
    ...rest
  } = organization;
  return {
    ...rest,
    retentionDays: retention.daysOf(organization),
    limits: withoutEmpty({
      maxSessionSeconds,
      concurrentSessions,
      documentBytes,
      storedBytes,
      monthlySeconds,
    }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Presents an API key without its secret, for lists and for the response that creates one. */
export const presentApiKey = ({ id, organizationId, name, lastUsedAt, expiresAt, createdAt }: ApiKey) =>
  withoutEmpty({
    id,
    organizationId,
    name,
    lastUsedAt: lastUsedAt?.toISOString(),
    expiresAt: expiresAt?.toISOString(),
    createdAt: createdAt.toISOString(),
  });
