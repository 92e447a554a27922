import { createVisavisClient, type VisavisClient } from '@visavis/client';
import { STORED } from '@visavis/web/pages';
import { texts } from '../texts/texts.ts';
import { serviceUrl } from './session.ts';
import { watchRefusals } from './watch-refusals.ts';

/** The pages that need the admin token, by path. */
export const OPERATOR_PAGES = [
  ['/organizations', texts.organizations.title],
  ['/models', texts.models.title],
] as const;

export const operatorToken = (): string | undefined => sessionStorage.getItem(STORED.adminToken) ?? undefined;

/** @throws VisavisApiError if the admin token is wrong */
export async function signInAsOperator(token: string): Promise<void> {
  await createVisavisClient({ baseUrl: serviceUrl, adminToken: token }).get('/admin/organizations', {
    query: { take: 1 },
  });
  sessionStorage.setItem(STORED.adminToken, token);
}

export const signOutAsOperator = (): void => sessionStorage.removeItem(STORED.adminToken);

const refusals = watchRefusals();
/** Adds a listener for a refused admin token, as after it was changed in the settings of the service. */
export const onTokenRefused = refusals.onRefused;

export const operator: VisavisClient = createVisavisClient({
  baseUrl: serviceUrl,
  adminToken: () => operatorToken() ?? '',
  fetch: refusals.fetch,
});
