import { createVisavisClient, type VisavisClient } from '@visavis/client';
import { STORED } from '@visavis/web/pages';
import { texts } from '../texts/texts.ts';
import { serviceUrl } from './session.ts';
import { watchRefusals } from './watch-refusals.ts';

/** Pages for whoever has the admin token, by their paths. */
export const OPERATOR_PAGES = [
  ['/organizations', texts.organizations.title],
  ['/models', texts.models.title],
] as const;

export const operatorToken = (): string | undefined => sessionStorage.getItem(STORED.adminToken) ?? undefined;

/** @throws VisavisApiError where the token is not the operator's */
export async function signInAsOperator(token: string): Promise<void> {
  await createVisavisClient({ baseUrl: serviceUrl, adminToken: token }).get('/admin/organizations', {
    query: { take: 1 },
  });
  sessionStorage.setItem(STORED.adminToken, token);
}

export const signOutAsOperator = (): void => sessionStorage.removeItem(STORED.adminToken);

const refusals = watchRefusals();
/** The token was changed in the settings of the service. */
export const onTokenRefused = refusals.onRefused;

export const operator: VisavisClient = createVisavisClient({
  baseUrl: serviceUrl,
  adminToken: () => operatorToken() ?? '',
  fetch: refusals.fetch,
});
